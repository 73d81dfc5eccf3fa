import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { useLiveMarket } from "@/api/live";
import { useQueryFailure } from "@/api/query-failure";
import type { PriceE8 } from "@/domain/amounts";
import { formatRaw, toHundredths } from "@/domain/format";
import type { Market, Position } from "@/domain/model";
import { Segmented } from "@/ui/form/segmented";
import { Empty } from "@/ui/page/empty";
import { Failure, Loading } from "@/ui/page/panel";
import { part } from "../lazy-panel";
import css from "./chart.module.css";
import { ChartFoot } from "./chart-foot";
import { ChartLegend } from "./chart-legend";
import type { ChartLine, Window } from "./model/chart-range";
import { type Curve, curvesOf, type ViewId } from "./model/curves";
import type { Scale } from "./model/scale";
import type { PriceCanvas } from "./price-canvas";
import type { ChartToolsProps } from "./tools/chart-tools";
import { useIndexHistory, useTradedHistory } from "./use-history";

const PriceChart = lazy(async () => {
  const module = await import("./price-chart");
  return { default: module.PriceChart };
});
const ChartTools = part<ChartToolsProps>(
  async () => (await import("./tools/chart-tools")).ChartTools,
  null,
);

const NONE: readonly Curve[] = [];
const VIEWS = [
  { value: "index", label: "Index", title: "Published index" },
  { value: "yoy", label: "YoY %", title: "Change from the year before" },
  { value: "drawdown", label: "Drawdown", title: "Decline from the highest value so far" },
  { value: "market", label: "Market", title: "Market price against the index" },
  { value: "monthly", label: "Monthly", title: "Change of each month" },
] as const satisfies readonly { value: ViewId; label: string; title: string }[];

interface ChartPanelProps {
  readonly market: Market;
  readonly position: Position | null;
}

export function ChartPanel({ market, position }: ChartPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const [canvas, setCanvas] = useState<PriceCanvas | null>(null);
  const [window, setWindow] = useState<Window>("1y");
  const [view, setView] = useState<ViewId>("index");
  const [axis, setAxis] = useState<Pick<Scale, "mode" | "fromZero">>(LINEAR);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [added, setAdded] = useState<readonly Curve[]>(NONE);
  const history = useIndexHistory(market.symbol, market.marketId);
  const traded = useTradedHistory(market.symbol, view === "market");
  const failure = useQueryFailure(view === "market" ? traded.query : history.query);
  const own = useMemo(
    () => (history.points ? curvesOf(view, history.points, traded.points ?? []) : null),
    [view, history.points, traded.points],
  );
  const curves = useMemo(
    () => (own && own.length > 0 && view === "index" ? [...own, ...added] : own),
    [own, added, view],
  );
  const scale = scaleOf(view, axis, added);
  const lines = useChartLines(market, position, view, scale);
  const isKnown = curves !== null && (view !== "market" || traded.points !== null);
  const isEmpty = isKnown && (curves[0]?.points.length ?? 0) === 0;

  return (
    <section ref={panel} className={css["panel"]} aria-label="Price chart">
      <div className={css["tools"]}>
        <Segmented size="small" label="View" options={VIEWS} value={view} onChange={setView} />
        {canvas && history.points ? (
          <ChartTools
            market={market}
            canvas={canvas}
            prints={history.points}
            isIndex={view === "index"}
            hasPrices={scale.unit === "price" && scale.mode !== "rebased"}
            chosen={chosen}
            onChosen={setChosen}
            onAdded={setAdded}
          />
        ) : null}
      </div>
      <ChartLegend
        canvas={canvas}
        curves={curves ?? NONE}
        lines={lines}
        onRemove={(id) => setChosen((known) => known.filter((one) => one !== id))}
      />
      {failure && !isKnown ? (
        <Failure
          what="The chart"
          error={failure}
          onRetry={() => void (view === "market" ? traded : history).query.refetch()}
        />
      ) : null}
      {!isKnown && !failure ? <Waiting /> : null}
      {isEmpty ? (
        <Empty title="Not enough history yet" text="This view needs more price updates." />
      ) : null}
      {isKnown && !isEmpty ? (
        <Suspense fallback={<Waiting />}>
          <PriceChart
            name={market.name}
            curves={curves}
            lines={lines}
            scale={scale}
            window={window}
            view={view}
            onCanvas={setCanvas}
          />
        </Suspense>
      ) : null}
      <ChartFoot
        panel={panel}
        canvas={canvas}
        curves={curves ?? NONE}
        scale={scale}
        symbol={market.symbol}
        window={window}
        onWindow={setWindow}
        onAxis={setAxis}
      />
    </section>
  );
}

function Waiting() {
  return (
    <div className={css["chart"]}>
      <Loading label="the chart" lines={6} />
    </div>
  );
}

const LINEAR = { mode: "linear", fromZero: false } as const;
const NO_LINES: readonly ChartLine[] = [];

/** Compared markets have an axis in percent of the left edge; rates a plain one. */
function scaleOf(
  view: ViewId,
  axis: Pick<Scale, "mode" | "fromZero">,
  added: readonly Curve[],
): Scale {
  const unit = view === "index" || view === "market" ? "price" : "rate";
  if (unit === "rate") return { ...LINEAR, unit };
  const isCompared = view === "index" && added.some(({ id }) => id.startsWith("compare:"));
  if (isCompared) return { mode: "rebased", fromZero: false, unit };
  return { ...axis, unit };
}

/** Market price, entry and liquidation; the array keeps its identity while they read the same. */
function useChartLines(
  market: Market,
  position: Position | null,
  view: ViewId,
  { mode, unit }: Scale,
): readonly ChartLine[] {
  const live = useLiveMarket(market.marketId);
  const traded = shownCents(live?.marketPrice ?? market.marketPrice);
  const entry = shownCents(position?.entryPrice ?? null);
  const liquidation = shownCents(position?.liquidationPrice ?? null);
  const isOn = unit === "price" && mode !== "rebased";
  return useMemo(
    () =>
      isOn
        ? [
            // Where the market price has a curve, its end says the same.
            ...(view === "market" ? [] : chartLine("market", "Market", traded)),
            ...chartLine("entry", "Entry", entry),
            ...chartLine("liquidation", "Liquidation", liquidation),
          ]
        : NO_LINES,
    [traded, entry, liquidation, isOn, view],
  );
}

/** In cents, as it is written: smaller moves do not redraw a line. */
function shownCents(price: PriceE8 | null): bigint | null {
  return price === null ? null : toHundredths(price, "PriceE8");
}

function chartLine(id: ChartLine["id"], label: string, cents: bigint | null): readonly ChartLine[] {
  if (cents === null) return [];
  return [{ id, label, price: Number(cents) / 100, text: `$${formatRaw(cents, 2)}` }];
}
