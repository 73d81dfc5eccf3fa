import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { expressApi } from "@/api/http";
import { useQueryFailure } from "@/api/query-failure";
import { toDrawing } from "@/domain/format";
import type { Market } from "@/domain/model";
import { parseRate } from "@/domain/parse";
import { SeriesChart } from "@/ui/charts/series-chart";
import { Segmented } from "@/ui/form/segmented";
import { Empty } from "@/ui/page/empty";
import { Bar } from "@/ui/page/page";
import { Failure, Loading, StaleNote } from "@/ui/page/panel";
import css from "./tabs.module.css";

type Span = "1m" | "6m" | "all";
const SPANS: readonly { readonly value: Span; readonly label: string }[] = [
  { value: "1m", label: "1M" },
  { value: "6m", label: "6M" },
  { value: "all", label: "All" },
];

const fundingQuery = (symbol: string, window: Span) =>
  queryOptions({
    queryKey: ["funding-history", symbol, window],
    queryFn: async ({ signal }) => {
      const wire = await expressApi.get("/market/{symbol}/funding-history", {
        path: { symbol },
        query: { interval: "1d", window },
        signal,
      });
      return wire.points.map((point) => ({
        time: point.timestamp,
        value: toDrawing(parseRate(point.fundingRate), "RateE12") * 100,
      }));
    },
    refetchInterval: 60_000,
  });

const ZERO = [{ value: 0, label: "", color: "text-3" }];
const percent = (value: number) => `${value.toFixed(4)}%`;

/** The funding rate that longs paid per day, over time. */
export function FundingHistory({ market }: { readonly market: Market }) {
  const [span, setSpan] = useState<Span>("1m");
  const history = useQuery(fundingQuery(market.symbol, span));
  const failure = useQueryFailure(history);
  const series = useMemo(
    () => [
      { name: "Per day", style: "area" as const, color: "accent", points: history.data ?? [] },
    ],
    [history.data],
  );
  return (
    <div>
      <Bar>
        <Segmented
          size="small"
          label="Time range"
          options={SPANS}
          value={span}
          onChange={setSpan}
        />
      </Bar>
      {failure ? (
        <Failure
          what="The funding history"
          error={failure}
          onRetry={() => void history.refetch()}
        />
      ) : null}
      {!history.data && !failure ? <Loading label="the funding history" lines={8} /> : null}
      <StaleNote isStale={history.isError && history.data !== undefined} />
      {history.data?.length === 0 ? <Empty title="No funding has accrued yet" /> : null}
      {history.data && history.data.length > 0 ? (
        <SeriesChart
          label={`Funding rate of ${market.name} per day, in percent`}
          series={series}
          marks={ZERO}
          format={percent}
          height={260}
        />
      ) : null}
      <p className={css["sentence"]}>
        Above zero, longs pay shorts and the pool; below zero, longs are paid. Funding accrues every
        second and settles when the position changes.
      </p>
    </div>
  );
}
