import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { formatRaw } from "@/domain/format";
import { SeriesChart } from "@/ui/charts/series-chart";
import { Segmented } from "@/ui/form/segmented";
import { Empty } from "@/ui/page/empty";
import { Bar } from "@/ui/page/page";
import { Failure, Loading, StaleNote } from "@/ui/page/panel";
import { Tabs } from "@/ui/page/tabs";
import { poolSeriesQuery } from "./api";
import {
  axisDigits,
  drawnPoints,
  POOL_SERIES,
  POOL_WINDOWS,
  type PoolSeriesName,
  type PoolWindow,
} from "./model/series";

const NAMES = Object.keys(POOL_SERIES) as readonly PoolSeriesName[];
const dollars = (value: number) =>
  formatRaw(BigInt(Math.round(value * 100)), 2, { digits: Math.abs(value) < 100 ? 2 : 0 });

/** Fees, traders' P&L and the share price over time, one at a time. */
export function PoolChart() {
  const [name, setName] = useState<PoolSeriesName>("cumulative-lp-fee");
  const [window, setWindow] = useState<PoolWindow>("1m");
  return (
    <Tabs
      label="Pool over time"
      value={name}
      onChange={(id) => setName(id as PoolSeriesName)}
      tabs={NAMES.map((id) => ({
        id,
        label: POOL_SERIES[id].label,
        content: (
          <>
            <Bar>
              <Segmented
                label="Time range"
                size="small"
                value={window}
                options={POOL_WINDOWS}
                onChange={setWindow}
              />
              <p className="quiet" style={{ flex: "1 1 240px" }}>
                {POOL_SERIES[id].says}
              </p>
            </Bar>
            {id === name ? <Series name={id} window={window} /> : null}
          </>
        ),
      }))}
    />
  );
}

function Series({ name, window }: { readonly name: PoolSeriesName; readonly window: PoolWindow }) {
  const query = useQuery(poolSeriesQuery(name, window));
  const failure = useQueryFailure(query);
  const { label, kind, color } = POOL_SERIES[name];
  const { data } = query;
  const series = useMemo(
    () => [{ name: label, style: "area" as const, color, points: drawnPoints(data ?? [], kind) }],
    [data, label, color, kind],
  );
  const isPrice = kind === "SharePriceE8";
  const digits = isPrice ? axisDigits((series[0]?.points ?? []).map(({ value }) => value)) : 2;
  const format = useMemo(
    () => (isPrice ? (value: number) => value.toFixed(digits) : dollars),
    [isPrice, digits],
  );
  if (failure) {
    return <Failure what={label} error={failure} onRetry={() => void query.refetch()} />;
  }
  if (!data) return <Loading label={label.toLowerCase()} lines={6} />;
  if (data.length < 2) return <Empty title="No history yet" />;
  return (
    <>
      <StaleNote isStale={query.isError} />
      <SeriesChart
        label={`${label} of the pool, ${data.length} points`}
        series={series}
        format={format}
        step={10 ** -digits}
        height={300}
      />
    </>
  );
}
