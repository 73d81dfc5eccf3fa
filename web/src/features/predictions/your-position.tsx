import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PointsE6 } from "@/domain/amounts";
import { formatDateTime, formatExact } from "@/domain/format";
import { Amount } from "@/ui/figures/amount";
import { Tabs } from "@/ui/page/tabs";
import { type Column, PagedTable, QueryTable } from "@/ui/tables/data-table";
import { SignInGate } from "@/ui/wallet/wallet-gate";
import {
  type Fill,
  fillsQuery,
  type Order,
  orderHistoryQuery,
  type Position,
  positionsQuery,
} from "./api";
import { orderName, STATUS_TEXT } from "./model/order-words";
import { OpenOrders } from "./orders/open-orders";
import { whole } from "./question-parts";

interface OwnPartProps {
  readonly marketId: number;
  /** Then there are no open orders, and what was paid comes first. */
  readonly isOver: boolean;
}

/** What the wallet has in one question: orders, contracts, fills. */
export function OwnPart({ marketId, isOver }: OwnPartProps) {
  return (
    <SignInGate what="Your activity in this question" why="See your orders, contracts and fills.">
      {(address) => (
        <Own key={`${address} ${isOver}`} address={address} marketId={marketId} isOver={isOver} />
      )}
    </SignInGate>
  );
}

interface OwnProps {
  readonly address: string;
  readonly marketId: number;
}

function Own({ address, marketId, isOver }: OwnProps & OwnPartProps) {
  const [tab, setTab] = useState(isOver ? "position" : "open");
  return (
    <Tabs
      label="Your activity"
      value={tab}
      onChange={setTab}
      tabs={[
        {
          id: "open",
          label: "Open orders",
          content: <OpenOrders address={address} marketId={marketId} />,
        },
        {
          id: "position",
          label: "Contracts",
          content: <Contracts address={address} marketId={marketId} />,
        },
        {
          id: "orders",
          label: "All orders",
          content: <OrderHistory address={address} marketId={marketId} />,
        },
        { id: "fills", label: "Fills", content: <Fills address={address} marketId={marketId} /> },
      ]}
    />
  );
}

const POSITION_COLUMNS: readonly Column<Position>[] = [
  { head: "Contracts", cell: ({ contracts, side }) => `${whole(contracts)} ${side.toUpperCase()}` },
  {
    head: "Average price",
    cell: ({ averagePrice }) => <Amount value={averagePrice} kind="RateE12" />,
  },
  { head: "Cost", cell: ({ cost }) => <Amount value={cost} kind="PointsE6" unit="points" /> },
  {
    head: "Price now",
    cell: ({ currentPrice }) => <span className="figures">{currentPrice}</span>,
  },
  {
    head: "Unrealized P&L",
    cell: ({ unrealizedPnl, payout }) => (
      <Amount value={payout === null ? unrealizedPnl : null} kind="PointsE6" trend />
    ),
  },
  {
    head: "Payout",
    cell: ({ payout }) => <Amount value={payout} kind="PointsE6" unit="points" />,
  },
];

function Contracts({ address, marketId }: OwnProps) {
  const query = useQuery(positionsQuery(address));
  return (
    <QueryTable
      label="Contracts"
      columns={POSITION_COLUMNS}
      rowKey={({ side }) => side}
      query={{ ...query, data: query.data?.filter((row) => row.marketId === marketId) }}
      empty="You hold no contracts in this question"
    />
  );
}

const name = (marketId: number, what: string) => `acre-question-${marketId}-${what}`;

const FEE: Column<{ readonly fee: PointsE6 }> = {
  head: "Fee",
  cell: ({ fee }) => <Amount value={fee} kind="PointsE6" />,
  csv: ({ fee }) => formatExact(fee, "PointsE6"),
};

const ORDER_COLUMNS: readonly Column<Order>[] = [
  {
    head: "When",
    cell: ({ createdAt }) => <span className="figures quiet">{formatDateTime(createdAt)}</span>,
    csv: ({ createdAt }) => new Date(createdAt * 1000).toISOString(),
  },
  { head: "Order", isText: true, cell: orderName, csv: orderName },
  {
    head: "Filled",
    cell: ({ filledContracts, contracts }) => (
      <span className="figures">
        {whole(filledContracts)} of {whole(contracts)}
      </span>
    ),
    csv: ({ filledContracts }) => filledContracts,
  },
  {
    head: "Average",
    cell: ({ averagePrice }) => <Amount value={averagePrice} kind="RateE12" />,
    csv: ({ averagePrice }) =>
      averagePrice === null ? null : formatExact(averagePrice, "RateE12"),
  },
  FEE,
  { head: "State", cell: ({ status }) => STATUS_TEXT[status], csv: ({ status }) => status },
];

function OrderHistory({ address, marketId }: OwnProps) {
  const query = useInfiniteQuery(orderHistoryQuery(address, marketId));
  return (
    <PagedTable
      label="All orders"
      columns={ORDER_COLUMNS}
      rowKey={({ orderId }) => String(orderId)}
      query={query}
      empty="No orders yet"
      file={name(marketId, "orders")}
    />
  );
}

const FILL_COLUMNS: readonly Column<Fill>[] = [
  {
    head: "When",
    cell: ({ timestamp }) => <span className="figures quiet">{formatDateTime(timestamp)}</span>,
    csv: ({ timestamp }) => new Date(timestamp * 1000).toISOString(),
  },
  {
    head: "Bought",
    isText: true,
    cell: ({ side }) => side.toUpperCase(),
    csv: ({ side }) => side,
  },
  {
    head: "Contracts",
    cell: ({ contracts }) => <span className="figures">{whole(contracts)}</span>,
    csv: ({ contracts }) => contracts,
  },
  {
    head: "Price",
    cell: ({ price }) => <span className="figures">{price}</span>,
    csv: ({ price }) => price,
  },
  FEE,
  { head: "As", cell: ({ role }) => role, csv: ({ role }) => role },
];

function Fills({ address, marketId }: OwnProps) {
  const query = useInfiniteQuery(fillsQuery(address, marketId));
  return (
    <PagedTable
      label="Fills"
      columns={FILL_COLUMNS}
      rowKey={({ tradeId, role }) => `${tradeId} ${role}`}
      query={query}
      empty="No fills yet"
      file={name(marketId, "fills")}
    />
  );
}
