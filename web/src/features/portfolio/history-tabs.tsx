import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { exchangeQuery, settlementRequestsQuery, summariesQuery } from "@/api/queries";
import { Tabs } from "@/ui/page/tabs";
import { type Column, PagedTable } from "@/ui/tables/data-table";
import { type HistoryPath, type HistorySource, historyQuery, readWhole } from "./api";
import {
  COMMAND_COLUMNS,
  LP_COLUMNS,
  liquidationColumns,
  settlementColumns,
  TRANSFER_COLUMNS,
  tradeColumns,
} from "./history-columns";
import { commands, liquidations, lpEvents, trades, transfers } from "./model/history";

/** Everything that happened to a wallet, a table for each kind; each can be saved whole. */
export function HistoryTabs({ address }: { readonly address: string }) {
  const [tab, setTab] = useState("trades");
  const nameOf = useMarketNames();
  const tabs: readonly { id: string; label: string; content: ReactNode }[] = [
    {
      id: "trades",
      label: "Trades",
      content: (
        <History
          address={address}
          label="Trades"
          source={trades}
          columns={tradeColumns(nameOf)}
          rowKey={({ key }) => key}
        />
      ),
    },
    {
      id: "transfers",
      label: "Transfers",
      content: (
        <History
          address={address}
          label="Transfers"
          source={transfers}
          columns={TRANSFER_COLUMNS}
          rowKey={({ key }) => key}
        />
      ),
    },
    {
      id: "liquidity",
      label: "Liquidity",
      content: (
        <History
          address={address}
          label="Liquidity"
          source={lpEvents}
          columns={LP_COLUMNS}
          rowKey={({ key }) => key}
        />
      ),
    },
    {
      id: "liquidations",
      label: "Liquidations",
      content: (
        <History
          address={address}
          label="Liquidations"
          source={liquidations}
          columns={liquidationColumns(nameOf)}
          rowKey={({ key }) => key}
        />
      ),
    },
    { id: "payouts", label: "Payouts", content: <Payouts address={address} /> },
    {
      id: "commands",
      label: "Commands",
      content: (
        <History
          address={address}
          label="Commands"
          source={commands}
          columns={COMMAND_COLUMNS}
          rowKey={({ slot, signature, name }) => `${slot}:${signature}:${name}`}
        />
      ),
    },
  ];
  return (
    <Tabs
      label="History"
      value={tab}
      onChange={setTab}
      // Only the shown list is read.
      tabs={tabs.map((each) => (each.id === tab ? each : { ...each, content: null }))}
    />
  );
}

function useMarketNames(): (marketId: number) => string {
  const { data } = useQuery(summariesQuery);
  return (marketId) =>
    data?.find((summary) => summary.marketId === marketId)?.name ?? `Market ${marketId}`;
}

interface HistoryProps<T, Path extends HistoryPath> {
  readonly address: string;
  readonly label: string;
  readonly source: HistorySource<T, Path>;
  readonly columns: readonly Column<T>[];
  readonly rowKey: (row: T) => string;
}

function History<T, Path extends HistoryPath>({
  address,
  label,
  source,
  columns,
  rowKey,
}: HistoryProps<T, Path>) {
  const query = useInfiniteQuery(historyQuery(address, source));
  return (
    <PagedTable
      label={label}
      columns={columns}
      rowKey={rowKey}
      query={query}
      empty={`No ${label.toLowerCase()} yet`}
      file={`acre-${source.id}`}
      readAll={() => readWhole(address, source)}
    />
  );
}

/** Settlement requests, paid or not; the server keeps the last thousand. */
function Payouts({ address }: { readonly address: string }) {
  const query = useQuery(settlementRequestsQuery(address));
  const { data: exchange } = useQuery(exchangeQuery);
  const rows = query.data && [...query.data].sort((a, b) => b.maturity - a.maturity || b.id - a.id);
  return (
    <PagedTable
      label="Payouts"
      columns={settlementColumns((mint) => (mint === exchange?.collateralMint ? "USD" : "ACRE"))}
      rowKey={({ id }) => String(id)}
      query={{
        ...query,
        data: rows && { pages: [{ rows }] },
        hasNextPage: false,
        isFetchingNextPage: false,
        fetchNextPage: () => undefined,
      }}
      empty="No payouts yet"
      file="acre-payouts"
    />
  );
}
