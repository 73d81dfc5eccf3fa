import { useState } from "react";
import { formatUsd } from "@/domain/format";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { Bar } from "@/ui/page/page";
import { type Column, QueryTable } from "@/ui/tables/data-table";
import positions from "../positions/positions.module.css";
import { AmendDialog } from "./amend-dialog";
import { buildCancelOrder, buildCancelOrders } from "./commands";
import { MarketLink } from "./market-link";
import { orderName, statusWords, triggerWords } from "./model/order-words";
import type { WaitingOrder } from "./model/waiting-order";
import { useOrderCommand } from "./use-order-command";
import { useMarketOf, useOrders } from "./use-orders";

const LOCKED = "Locked until the price update that is due has arrived";

/** The chosen account's open orders, with amend and cancel. */
export function OpenOrders() {
  const { address, account, query, orders } = useOrders();
  const marketOf = useMarketOf();
  const command = useOrderCommand();
  const [amended, setAmended] = useState<number | null>(null);
  const shown = orders.find(({ id }) => id === amended) ?? null;
  if (address === null || account === null) return null;
  const cancel = (order: WaitingOrder) => {
    const label = `Cancel ${orderName(order).toLowerCase()} ${marketOf(order.marketId).symbol ?? ""}`;
    void command.run(String(order.id), () => buildCancelOrder(address, order), label.trim());
  };
  const actions: Column<WaitingOrder> = {
    head: "Change",
    cell: (order) => {
      const name = `${orderName(order)} ${order.id}`;
      return (
        <span className={positions["actions"]} title={order.isLocked ? LOCKED : undefined}>
          <Button
            size="small"
            disabled={order.isLocked || command.isBusy}
            aria-label={`Amend ${name}`}
            onClick={() => setAmended(order.id)}
          >
            Amend
          </Button>
          <Button
            size="small"
            disabled={order.isLocked || command.isBusy}
            aria-label={`Cancel ${name}`}
            onClick={() => cancel(order)}
          >
            {command.busy === String(order.id) ? "Canceling…" : "Cancel"}
          </Button>
        </span>
      );
    },
  };
  return (
    <>
      {command.problem === null ? null : (
        <p className={positions["reason"]} role="alert">
          {command.problem}
        </p>
      )}
      <div className={positions["rows"]}>
        <QueryTable
          label="Open orders"
          columns={[...columns(marketOf), actions]}
          rowKey={({ id }) => String(id)}
          query={{ ...query, data: query.data && orders }}
          empty="No open orders"
          emptyText="Choose “At next price update”, “Limit” or “Stop” in the ticket."
        />
      </div>
      {orders.length > 1 ? (
        <Bar>
          <Button
            size="small"
            disabled={command.isBusy}
            onClick={() =>
              void command.run(
                "all",
                () => buildCancelOrders(address, account.id),
                "Cancel all orders",
              )
            }
          >
            {command.busy === "all" ? "Canceling…" : `Cancel all ${orders.length}`}
          </Button>
        </Bar>
      ) : null}
      {shown === null ? null : (
        <AmendDialog
          key={shown.id}
          address={address}
          order={shown}
          market={marketOf(shown.marketId)}
          onClose={() => setAmended(null)}
        />
      )}
    </>
  );
}

function columns(marketOf: ReturnType<typeof useMarketOf>): readonly Column<WaitingOrder>[] {
  return [
    {
      head: "Market",
      isText: true,
      cell: ({ marketId }) => <MarketLink {...marketOf(marketId)} />,
    },
    {
      head: "Order",
      isText: true,
      cell: (order) => (
        <span className={positions[order.side]}>
          {orderName(order)}
          {order.reduceOnly ? <span className="quiet"> reduce only</span> : null}
        </span>
      ),
    },
    {
      head: "Size",
      cell: ({ size, isWhole, marketId }) =>
        isWhole ? (
          "whole position"
        ) : (
          <Amount value={size} kind="SizeE6" signed unit={marketOf(marketId).unit} />
        ),
    },
    {
      head: "Price",
      cell: (order) => (
        <span className="figures">
          {triggerWords(order)}
          {order.worst === null || order.type === "limit" ? null : (
            <span className="quiet"> · worst {formatUsd(order.worst, "PriceE8")}</span>
          )}
        </span>
      ),
    },
    { head: "Status", isText: true, cell: statusCell },
    {
      head: "Expires in",
      cell: ({ expiresAt }) => <Countdown untilS={expiresAt} done="a moment" />,
    },
  ];
}

function statusCell(order: WaitingOrder) {
  const exits = [
    ...(order.target === null ? [] : [`TP ${formatUsd(order.target, "PriceE8")}`]),
    ...(order.stop === null ? [] : [`SL ${formatUsd(order.stop, "PriceE8")}`]),
    ...(order.group === 0 ? [] : ["one cancels the other"]),
  ];
  return (
    <>
      {statusWords(order)}
      {exits.length === 0 ? null : <span className="quiet"> · {exits.join(", ")}</span>}
    </>
  );
}
