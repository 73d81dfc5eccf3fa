import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { decodeTrade } from "@/api/decode-account";
import { mainApi } from "@/api/http";
import { summariesQuery, userKey } from "@/api/queries";
import { tradeAction } from "@/copy/trade-terms";
import { formatDateTime } from "@/domain/format";
import type { MarketSummary, Trade } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { Amount } from "@/ui/figures/amount";
import { type Column, QueryTable } from "@/ui/tables/data-table";
import { Signature } from "@/ui/wallet/signature";
import css from "../positions/positions.module.css";

const SHOWN_MAX = 50;

const tradesQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "history", "trade", SHOWN_MAX],
    queryFn: async ({ signal }) => {
      const given = { path: { user: address }, query: { limit: SHOWN_MAX }, signal };
      return (await mainApi.get("/user/{user}/history/trade", given)).map(decodeTrade);
    },
    refetchInterval: 10_000,
  });

type MarketOf = (marketId: number) => MarketSummary | undefined;

function useMarketOf(): MarketOf {
  const { data } = useQuery(summariesQuery);
  return (id) => data?.find(({ marketId }) => marketId === id);
}

/** The latest trades of a wallet's accounts, newest first. */
export function FillTable({ address }: { readonly address: string }) {
  const query = useQuery(tradesQuery(address));
  const marketOf = useMarketOf();
  return (
    <QueryTable
      label="Fills"
      columns={fillColumns(marketOf)}
      query={query}
      rowKey={({ key }) => key}
      empty="No fills yet"
      emptyText="Your trades appear here."
    />
  );
}

/** Funding is settled when a position changes; these trades settled some. */
export function FundingTable({ address }: { readonly address: string }) {
  const query = useQuery(tradesQuery(address));
  const marketOf = useMarketOf();
  const data = query.data?.filter(({ funding }) => funding !== 0n);
  return (
    <QueryTable
      label="Funding paid"
      columns={fundingColumns(marketOf)}
      query={{ ...query, data }}
      rowKey={({ key }) => key}
      empty="No funding settled yet"
      emptyText="Funding accrues every second and is settled when a position changes. Open positions show what has accrued."
    />
  );
}

const time: Column<Trade> = {
  head: "Time",
  isText: true,
  cell: ({ timestamp }) => <span className="figures quiet">{formatDateTime(timestamp)}</span>,
};
const action: Column<Trade> = {
  head: "Trade",
  isText: true,
  cell: (row) => <span className={css[row.side]}>{tradeAction(row)}</span>,
};

function market(marketOf: MarketOf): Column<Trade> {
  return {
    head: "Market",
    isText: true,
    cell: ({ marketId }) => {
      const found = marketOf(marketId);
      if (!found) return `#${marketId}`;
      return (
        <Link to="/trade/$symbol" params={{ symbol: found.symbol }} className={css["plainLink"]}>
          {found.name}
        </Link>
      );
    },
  };
}

function fillColumns(marketOf: MarketOf): readonly Column<Trade>[] {
  return [
    time,
    market(marketOf),
    action,
    {
      head: "Size",
      cell: ({ delta, marketId }) => (
        <Amount
          value={delta.size}
          kind="SizeE6"
          signed
          unit={areaUnit(marketOf(marketId)?.metric ?? "sqft")}
        />
      ),
    },
    {
      head: "Price",
      cell: ({ fillPrice }) => <Amount value={fillPrice} kind="PriceE8" unit="USD" />,
    },
    {
      head: "Notional",
      cell: ({ delta }) => <Amount value={delta.notional} kind="CollateralE6" unit="USD" signed />,
    },
    { head: "Fee", cell: ({ fee }) => <Amount value={fee} kind="CollateralE6" unit="USD" /> },
    {
      head: "Realized P&L",
      cell: ({ pnl }) => <Amount value={pnl} kind="CollateralE6" unit="USD" trend />,
    },
    {
      head: "Transaction",
      cell: ({ signature }) =>
        signature === null ? <span className="quiet">–</span> : <Signature signature={signature} />,
    },
  ];
}

function fundingColumns(marketOf: MarketOf): readonly Column<Trade>[] {
  return [
    time,
    market(marketOf),
    action,
    {
      head: "Funding",
      cell: ({ funding }) => <Amount value={funding} kind="CollateralE6" unit="USD" trend />,
    },
    {
      head: "Transaction",
      cell: ({ signature }) =>
        signature === null ? <span className="quiet">–</span> : <Signature signature={signature} />,
    },
  ];
}
