import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useLiveMarket } from "@/api/live";
import { type ChartInterval, type ChartWindow, candlesQuery, priceFeedQuery } from "@/api/queries";
import type { PriceE8 } from "@/domain/amounts";
import { formatAmount, toDrawing } from "@/domain/format";
import type { Market, Position } from "@/domain/model";
import { Empty, Failure, Loading } from "@/ui/panel";
import css from "./chart.module.css";
import { Choice } from "./choice";
import type { ChartLine } from "./model/chart-range";
import type { ChartData } from "./price-chart";

const PriceChart = lazy(async () => {
  const module = await import("./price-chart");
  return { default: module.PriceChart };
});

const CENT_E8 = 1_000_000n;

type View = "line" | "index" | "market";

const WINDOWS: readonly { id: ChartWindow; label: string }[] = [
  { id: "1m", label: "1M" },
  { id: "6m", label: "6M" },
  { id: "1y", label: "1Y" },
  { id: "5y", label: "5Y" },
  { id: "all", label: "All" },
];
const VIEWS: readonly { id: View; label: string; title: string }[] = [
  { id: "line", label: "Index", title: "The published index as a line" },
  { id: "index", label: "Candles", title: "The index as candles" },
  { id: "market", label: "Market", title: "The traded price as candles" },
];
/** One candle interval for each window, so that a few hundred candles fill the chart. */
const INTERVALS: Readonly<Record<ChartWindow, ChartInterval>> = {
  "1m": "4h",
  "3m": "1d",
  "6m": "1d",
  "1y": "1d",
  "3y": "1w",
  "5y": "1w",
  all: "1w",
};
/** Index candles are never finer than a print a day. */
const INDEX_INTERVALS: Readonly<Record<ChartWindow, ChartInterval>> = {
  ...INTERVALS,
  "1m": "1d",
  "1y": "1w",
};

interface ChartPanelProps {
  readonly market: Market;
  readonly position: Position | null;
}

export function ChartPanel({ market, position }: ChartPanelProps) {
  const [window, setWindow] = useState<ChartWindow>("1y");
  const [view, setView] = useState<View>("line");
  const source = view === "market" ? "market" : "index";
  const interval = view === "market" ? INTERVALS[window] : INDEX_INTERVALS[window];
  const feed = useQuery({ ...priceFeedQuery(market.symbol, window), enabled: view === "line" });
  const candles = useQuery({
    ...candlesQuery(market.symbol, interval, window, source),
    enabled: view !== "line",
  });
  const active = view === "line" ? feed : candles;
  const data = useMemo((): ChartData | null => {
    if (view === "line") return feed.data ? { style: "line", points: feed.data } : null;
    if (!candles.data) return null;
    return { style: "candles", candles: candles.data, isIndex: view === "index" };
  }, [view, feed.data, candles.data]);
  const lines = useChartLines(market, position);

  return (
    <section className={css["panel"]} aria-label="Price chart">
      <div className={css["tools"]}>
        <Choice label="Time span" options={WINDOWS} value={window} onChange={setWindow} />
        <Choice label="Chart kind" options={VIEWS} value={view} onChange={setView} />
        <LineLegend lines={lines} />
      </div>
      {active.isError && !data ? (
        <Failure what="The chart" error={active.error} onRetry={() => void active.refetch()} />
      ) : null}
      {!data && !active.isError ? <Loading label="the chart" lines={8} /> : null}
      {data && isEmpty(data) ? <Empty title="No trades in this span yet" /> : null}
      {data && !isEmpty(data) ? (
        <Suspense fallback={<Loading label="the chart" lines={8} />}>
          <PriceChart
            marketId={market.marketId}
            data={data}
            lines={lines}
            viewKey={`${view} ${window}`}
            label={`${market.name} ${source} price over ${window}; figures stand in the header`}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

function isEmpty(data: ChartData): boolean {
  return data.style === "line" ? data.points.length === 0 : data.candles.length === 0;
}

/** Market price, entry and liquidation; the array keeps its identity while they read the same. */
function useChartLines(market: Market, position: Position | null): readonly ChartLine[] {
  const live = useLiveMarket(market.marketId);
  const traded = shownPrice(live?.marketPrice ?? market.marketPrice);
  const entry = shownPrice(position?.entryPrice ?? null);
  const liquidation = shownPrice(position?.liquidationPrice ?? null);
  return useMemo(
    () => [
      ...chartLine("market", "Market", traded),
      ...chartLine("entry", "Entry", entry),
      ...chartLine("liquidation", "Liquidation", liquidation),
    ],
    [traded, entry, liquidation],
  );
}

/** To the cent, as it is written: smaller moves do not redraw a line. */
function shownPrice(price: PriceE8 | null): bigint | null {
  return price === null ? null : price - (price % CENT_E8);
}

function chartLine(id: ChartLine["id"], label: string, price: bigint | null): readonly ChartLine[] {
  if (price === null) return [];
  const text = `$${formatAmount(price, "PriceE8")}`;
  return [{ id, label, price: toDrawing(price, "PriceE8"), text }];
}

function LineLegend({ lines }: { readonly lines: readonly ChartLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className={css["legend"]} aria-label="Lines on the chart">
      {lines.map((line) => (
        <li key={line.id} data-line={line.id}>
          <span className={css["swatch"]} aria-hidden="true" />
          {line.label} <span className={`${css["price"]} figures`}>{line.text}</span>
        </li>
      ))}
    </ul>
  );
}
