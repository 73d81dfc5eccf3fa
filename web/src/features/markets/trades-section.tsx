import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useMemo } from "react";
import { useMarketTrades } from "@/api/live";
import { tradeAction, tradeCue } from "@/copy/trade-terms";
import { formatDateTime, formatExact, shortAddress } from "@/domain/format";
import type { DetailedMarket, Trade } from "@/domain/model";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import { Cell, Row } from "@/ui/page/page";
import { Empty, Failure, Loading, Panel } from "@/ui/page/panel";
import { type Column, DataTable, QueryTable, saveRows } from "@/ui/tables/data-table";
import { type LiquidationRow, liquidationsQuery } from "./api-detail";
import css from "./market-page.module.css";

const TRADES_SHOWN = 8;
const time = (atS: number) => <span className="figures">{formatDateTime(atS)}</span>;
const iso = (atS: number) => new Date(atS * 1000).toISOString();

const TRADES: readonly Column<Trade>[] = [
  {
    head: "Time",
    isText: true,
    cell: ({ timestamp }) => time(timestamp),
    csv: ({ timestamp }) => iso(timestamp),
  },
  {
    head: "Trade",
    isText: true,
    cell: (trade) => (
      <>
        <span className={trade.side === "long" ? "up" : "down"}>{tradeCue(trade.side)}</span>{" "}
        <span className="quiet">{tradeAction(trade)}</span>
      </>
    ),
    csv: (trade) => `${trade.side} ${trade.tradeKind}`,
  },
  {
    head: "Notional",
    cell: ({ delta }) => <Amount value={delta.notional} kind="CollateralE6" unit="USD" />,
    csv: ({ delta }) => formatExact(delta.notional, "CollateralE6"),
  },
  {
    head: "Price",
    cell: ({ fillPrice }) => <Amount value={fillPrice} kind="PriceE8" unit="USD" digits={4} />,
    csv: ({ fillPrice }) => formatExact(fillPrice, "PriceE8"),
  },
  {
    head: "Fee",
    cell: ({ fee }) => <Amount value={fee} kind="CollateralE6" unit="USD" />,
    csv: ({ fee }) => formatExact(fee, "CollateralE6"),
  },
  {
    head: "Trader",
    cell: ({ user }) => <span className="figures">{shortAddress(user)}</span>,
    csv: ({ user }) => user,
  },
];

const LIQUIDATIONS: readonly Column<LiquidationRow>[] = [
  { head: "Time", isText: true, cell: ({ timestamp }) => time(timestamp) },
  {
    head: "Closed",
    cell: ({ notional }) => <Amount value={notional} kind="CollateralE6" unit="USD" />,
  },
  {
    head: "Index",
    cell: ({ indexPrice }) => <Amount value={indexPrice} kind="PriceE8" unit="USD" />,
  },
  {
    head: "Trader",
    cell: ({ user }) => <span className="figures">{shortAddress(user)}</span>,
  },
];

/** Recent trades and liquidations. */
export function TradesSection({ market }: { readonly market: DetailedMarket }) {
  const live = useMarketTrades(market.marketId);
  const liquidations = useQuery(liquidationsQuery(market.marketId));
  const shown = useMemo(() => live.trades.slice(0, TRADES_SHOWN), [live.trades]);
  return (
    <Row>
      <Cell span={8}>
        <Panel
          title="Recent trades"
          actions={
            <Button
              size="small"
              look="ghost"
              aria-label="Save Recent trades as CSV"
              disabled={live.trades.length === 0}
              onClick={() => saveRows(`${market.symbol.toLowerCase()}-trades`, TRADES, live.trades)}
            >
              <Download size={13} aria-hidden="true" /> CSV
            </Button>
          }
        >
          <div className={css["trades"]}>
            {live.status === "error" ? (
              <Failure what="Recent trades" error={null} />
            ) : live.status === "loading" ? (
              <Loading label="recent trades" lines={8} />
            ) : shown.length === 0 ? (
              <Empty title="No trades yet">The first trade in this market appears here.</Empty>
            ) : (
              <DataTable
                label="Trades, newest first"
                columns={TRADES}
                rows={shown}
                rowKey={({ key }) => key}
              />
            )}
          </div>
        </Panel>
      </Cell>
      <Cell span={4}>
        <Panel title="Liquidations">
          <QueryTable
            label="Liquidations"
            columns={LIQUIDATIONS}
            query={liquidations}
            rowKey={({ key }) => key}
            empty="No liquidations yet"
          />
        </Panel>
      </Cell>
    </Row>
  );
}
