import { useQuery } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { DASH } from "@/domain/format";
import { Button } from "@/ui/button";
import { SeriesChart } from "@/ui/charts/series-chart";
import { Segmented } from "@/ui/form/segmented";
import { Empty } from "@/ui/page/empty";
import { Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import { performanceQuery, valueHistoryQuery } from "./api";
import {
  axisDollars,
  axisPercent,
  CURVES,
  type Curve,
  curvePoints,
  headline,
  type Performance,
  RANGE_TEXT,
  RANGES,
  type Range,
} from "./model/performance";
import css from "./portfolio-page.module.css";

const SharePerformance = lazy(async () => ({
  default: (await import("./share-performance")).SharePerformance,
}));

const CURVE_TEXT: Readonly<Record<Curve, { label: string; note: string }>> = {
  value: { label: "Value", note: "Includes deposits and withdrawals." },
  pnl: { label: "P&L", note: "Excludes deposits and withdrawals." },
  return: { label: "Return", note: "P&L divided by capital and deposits of the range." },
};
const ZERO = [0];
const NONE: readonly never[] = [];
const HEIGHT = 264;

/** Account value, P&L or return over a range: one chart, hourly values of the server. */
export function PerformancePanel({ address }: { readonly address: string }) {
  const [curve, setCurve] = useState<Curve>("pnl");
  const [range, setRange] = useState<Range>("1w");
  const values = useQuery({ ...valueHistoryQuery(address, range), enabled: curve === "value" });
  const performance = useQuery(performanceQuery(address, range));
  const query = curve === "value" ? values : performance;
  const failure = useQueryFailure(query);
  const points = useMemo(
    () => curvePoints(curve, values.data ?? NONE, performance.data ?? { points: NONE }),
    [curve, values.data, performance.data],
  );
  const isLoss = curve !== "value" && (points.at(-1)?.value ?? 0) < 0;
  const color = curve === "value" ? "accent" : isLoss ? "down" : "up";
  const series = useMemo(
    () => [{ name: CURVE_TEXT[curve].label, style: "area" as const, color, points }],
    [curve, color, points],
  );
  const figure = headline(curve, values.data ?? NONE, performance.data ?? { points: NONE });
  return (
    <Panel
      title="Performance"
      actions={
        <div className={css["headActions"]}>
          <Segmented
            label="Curve"
            size="small"
            value={curve}
            onChange={setCurve}
            options={CURVES.map((value) => ({
              value,
              label: CURVE_TEXT[value].label,
            }))}
          />
          <ShareButton range={range} performance={performance.data} />
        </div>
      }
    >
      <div className={css["chartHead"]}>
        <p>
          <strong className="figures" data-way={figure === null ? undefined : color}>
            {figure ?? DASH}
          </strong>
          <span>{CURVE_TEXT[curve].note} Updated hourly.</span>
        </p>
        <Segmented
          label="Time range"
          size="small"
          value={range}
          onChange={setRange}
          options={RANGES.map((value) => ({ value, ...RANGE_TEXT[value] }))}
        />
      </div>
      <div className={css["chart"]} style={{ minHeight: HEIGHT }}>
        {failure ? (
          <Failure what="The performance" error={failure} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <Loading label="the performance" lines={6} />
        ) : points.length < 2 ? (
          <Empty title="No history yet" text="It starts with your first deposit." />
        ) : (
          <>
            <StaleNote isStale={query.isError} />
            <SeriesChart
              label={`${CURVE_TEXT[curve].label}, ${RANGE_TEXT[range].title}, ${points.length} points`}
              series={series}
              holds={curve === "value" ? NONE : ZERO}
              format={curve === "return" ? axisPercent : axisDollars}
              height={HEIGHT}
            />
          </>
        )}
      </div>
    </Panel>
  );
}

interface ShareButtonProps {
  readonly range: Range;
  readonly performance: Performance | undefined;
}

/** Opens the share card of the chosen range. */
function ShareButton({ range, performance }: ShareButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isEmpty = performance === undefined || performance.points.length === 0;
  return (
    <>
      <Button size="small" disabled={isEmpty} onClick={() => setIsOpen(true)}>
        <Share2 size={14} aria-hidden="true" /> Share
      </Button>
      {isOpen && performance ? (
        <Suspense fallback={null}>
          <SharePerformance
            range={range}
            performance={performance}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
