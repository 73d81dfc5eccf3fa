import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { DASH } from "@/domain/format";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { Bar } from "@/ui/page/page";
import { type Column, QueryTable } from "@/ui/tables/data-table";
import { type Order, openOrdersQuery, openQuestionsQuery } from "../api";
import { orderName } from "../model/order-words";
import type { Question } from "../model/question";
import css from "../predictions.module.css";
import { whole } from "../question-parts";
import { AmendDialog } from "./amend-dialog";
import { useWrite } from "./use-write";
import { WriteNote } from "./write-note";

interface OpenOrdersProps {
  readonly address: string;
  /** One question's, or null for all of them. */
  readonly marketId: number | null;
}

/** The wallet's open orders, with cancel and amend. */
export function OpenOrders({ address, marketId }: OpenOrdersProps) {
  const query = useQuery(openOrdersQuery(address));
  const questions = useQuery({ ...openQuestionsQuery, enabled: marketId === null }).data;
  const writer = useWrite(address);
  const [busyId, setBusyId] = useState<number | null>(null);
  const [amended, setAmended] = useState<Order | null>(null);
  const rows = query.data?.filter((order) => marketId === null || order.marketId === marketId);
  const cancel = async (orderId: number) => {
    setBusyId(orderId);
    await writer.send(`/predictions/orders/${orderId}/cancel`, {});
    setBusyId(null);
  };
  const actions: Column<Order> = {
    head: "Change",
    cell: (order) => (
      <span>
        <Button size="small" disabled={writer.isBusy} onClick={() => setAmended(order)}>
          Amend
        </Button>{" "}
        <Button size="small" disabled={writer.isBusy} onClick={() => void cancel(order.orderId)}>
          {busyId === order.orderId ? "Canceling…" : "Cancel"}
        </Button>
      </span>
    ),
  };
  return (
    <>
      <WriteNote writer={writer} what="The cancellation" />
      <QueryTable
        label="Open orders"
        columns={[...(marketId === null ? [questionColumn(questions)] : []), ...COLUMNS, actions]}
        rowKey={(order) => String(order.orderId)}
        query={{ ...query, data: rows }}
        empty="No open orders"
        emptyText="Limit orders without a match rest here."
      />
      {rows !== undefined && rows.length > 1 ? (
        <Bar>
          <Button
            size="small"
            disabled={writer.isBusy}
            onClick={() =>
              void writer.send(
                "/predictions/orders/cancel-all",
                marketId === null ? {} : { marketId },
              )
            }
          >
            Cancel all {rows.length}
          </Button>
        </Bar>
      ) : null}
      {amended === null ? null : (
        <AmendDialog
          key={amended.orderId}
          address={address}
          order={amended}
          onClose={() => setAmended(null)}
        />
      )}
    </>
  );
}

/** Names the question of each order. */
function questionColumn(questions: readonly Question[] | undefined): Column<Order> {
  const titles = new Map(questions?.map(({ marketId, title }) => [marketId, title]));
  return {
    head: "Question",
    isText: true,
    cell: ({ marketId }) => (
      <Link
        className={css["name"]}
        to="/predictions/$marketId"
        params={{ marketId: String(marketId) }}
        title={titles.get(marketId)}
      >
        {titles.get(marketId) ?? `#${marketId}`}
      </Link>
    ),
  };
}

const COLUMNS: readonly Column<Order>[] = [
  { head: "Order", isText: true, cell: orderName },
  {
    head: "Filled",
    cell: ({ filledContracts, contracts }) => (
      <span className="figures">
        {whole(filledContracts)} of {whole(contracts)}
      </span>
    ),
  },
  {
    head: "Queue",
    cell: ({ queueContracts }) => (
      <span className="figures" title="Contracts ahead at this price">
        {queueContracts === null ? DASH : whole(queueContracts)}
      </span>
    ),
  },
  { head: "Reserved", cell: ({ reserved }) => <Amount value={reserved} kind="PointsE6" /> },
  {
    head: "Expires",
    cell: ({ expiresAt }) =>
      expiresAt === null ? "at close" : <Countdown untilS={expiresAt} done="now" />,
  },
];
