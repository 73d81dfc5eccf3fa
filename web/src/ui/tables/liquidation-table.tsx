import { queryOptions, useQuery } from "@tanstack/react-query";
import { mainApi } from "@/api/http";
import { summariesQuery, userKey } from "@/api/queries";
import { formatDateTime } from "@/domain/format";
import { parseCollateral, parsePrice, parseSize } from "@/domain/parse";
import type { Liquidation as WireLiquidation } from "@/generated/api";
import { Amount } from "@/ui/figures/amount";
import { type Column, QueryTable } from "./data-table";

const SHOWN_MAX = 50;

function decodeLiquidation(wire: WireLiquidation) {
  return {
    key: `${wire.slot}:${wire.signature}:${wire.marketId}:${wire.newPositionSize}`,
    timestamp: wire.timestamp,
    marketId: wire.marketId,
    marginAccountId: wire.marginAccountId,
    size: parseSize(wire.amountLiquidated),
    notional: parseCollateral(wire.amountLiquidatedNotional),
    price: parsePrice(wire.indexPrice),
    margin: parseCollateral(wire.liquidatedMargin),
    fee: parseCollateral(wire.liquidationFee),
    left: parseSize(wire.newPositionSize),
  };
}

type Liquidation = ReturnType<typeof decodeLiquidation>;

const liquidationsQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "history", "liquidations", SHOWN_MAX],
    queryFn: async ({ signal }) => {
      const rows = await mainApi.get("/user/{user}/history/liquidation", {
        path: { user: address },
        query: { limit: SHOWN_MAX },
        signal,
      });
      return rows.map(decodeLiquidation);
    },
    refetchInterval: 5_000,
  });

/** The pieces that were closed by liquidations of a wallet's accounts, newest first. */
export function LiquidationTable({ address }: { readonly address: string }) {
  const rows = useQuery(liquidationsQuery(address));
  const { data: summaries } = useQuery(summariesQuery);
  const symbolOf = (id: number) =>
    summaries?.find(({ marketId }) => marketId === id)?.symbol ?? `#${id}`;
  return (
    <QueryTable
      label="Liquidated pieces"
      columns={columnsWith(symbolOf)}
      query={rows}
      rowKey={({ key }) => key}
      empty="No liquidations"
      emptyText="If margin falls below the requirement, positions are reduced until it suffices."
    />
  );
}

function columnsWith(symbolOf: (marketId: number) => string): readonly Column<Liquidation>[] {
  return [
    { head: "Time", isText: true, cell: (row) => formatDateTime(row.timestamp) },
    { head: "Market", isText: true, cell: (row) => symbolOf(row.marketId) },
    { head: "Account", cell: (row) => `#${row.marginAccountId}` },
    { head: "Closed", cell: (row) => <Amount value={row.size} kind="SizeE6" /> },
    {
      head: "Notional",
      cell: (row) => <Amount value={row.notional} kind="CollateralE6" unit="USD" />,
    },
    { head: "Index", cell: (row) => <Amount value={row.price} kind="PriceE8" unit="USD" /> },
    {
      head: "Taken from margin",
      cell: (row) => <Amount value={row.margin} kind="CollateralE6" unit="USD" />,
    },
    { head: "Fee", cell: (row) => <Amount value={row.fee} kind="CollateralE6" unit="USD" /> },
    { head: "Left", cell: (row) => <Amount value={row.left} kind="SizeE6" /> },
  ];
}
