import { useQuery } from "@tanstack/react-query";
import { formatDateTime, formatUsd } from "@/domain/format";
import { Amount } from "@/ui/figures/amount";
import { type Column, QueryTable } from "@/ui/tables/data-table";
import positions from "../positions/positions.module.css";
import { orderEventsQuery, orderTradesQuery } from "./api";
import { MarketLink } from "./market-link";
import { endWords, fillWords, orderName } from "./model/order-words";
import { type PastOrder, pastOrders } from "./model/past-orders";
import { useMarketOf } from "./use-orders";

/** Orders of the wallet that have ended: what filled, at which price, and with whom in sum. */
export function PastOrders({ address }: { readonly address: string }) {
  const events = useQuery(orderEventsQuery(address));
  const { data: trades } = useQuery(orderTradesQuery(address));
  const marketOf = useMarketOf();
  return (
    <QueryTable
      label="Ended orders"
      columns={columns(marketOf)}
      rowKey={({ id }) => String(id)}
      query={{ ...events, data: events.data && pastOrders(events.data, trades ?? []) }}
      empty="No ended orders"
      emptyText="Orders that filled, expired or were canceled appear with what they traded."
    />
  );
}

function columns(marketOf: ReturnType<typeof useMarketOf>): readonly Column<PastOrder>[] {
  return [
    {
      head: "Ended",
      isText: true,
      cell: ({ endedAt }) => <span className="figures quiet">{formatDateTime(endedAt)}</span>,
    },
    {
      head: "Market",
      isText: true,
      cell: ({ marketId }) => <MarketLink {...marketOf(marketId)} />,
    },
    {
      head: "Order",
      isText: true,
      cell: ({ type, side, id }) =>
        type === null || side === null ? (
          `Order ${id}`
        ) : (
          <span className={positions[side]}>{orderName({ type, side })}</span>
        ),
    },
    {
      head: "Size",
      cell: ({ size, marketId }) => (
        <Amount value={size} kind="SizeE6" unit={marketOf(marketId).unit} />
      ),
    },
    {
      head: "Price",
      cell: ({ trigger }) => (trigger === null ? "–" : formatUsd(trigger, "PriceE8")),
    },
    { head: "Outcome", isText: true, cell: endWords },
    {
      head: "Filled",
      isText: true,
      cell: ({ fills, marketId }) =>
        fills.length === 0
          ? "–"
          : fills.map((fill) => (
              <div key={fill.timestamp} className="figures">
                {fillWords(fill, marketOf(marketId).unit)}
              </div>
            )),
    },
    {
      head: "Fees",
      cell: ({ fills }) =>
        fills.map(({ cost }) => formatUsd(cost, "CollateralE6")).join(" + ") || "–",
    },
  ];
}
