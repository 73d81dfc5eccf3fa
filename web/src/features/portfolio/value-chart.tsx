import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { toDrawing } from "@/domain/format";
import { SeriesChart } from "@/ui/charts/series-chart";
import { SelectField } from "@/ui/form";
import { Bar } from "@/ui/page";
import { Empty, Failure, Loading, Panel, StaleNote } from "@/ui/panel";
import { type ValueWindow, valueHistoryQuery } from "./api";

const WINDOWS: readonly { readonly value: ValueWindow; readonly label: string }[] = [
  { value: "1d", label: "1 day" },
  { value: "1w", label: "1 week" },
  { value: "1m", label: "1 month" },
  { value: "3m", label: "3 months" },
  { value: "1y", label: "1 year" },
  { value: "all", label: "All" },
];

const dollars = (value: number) =>
  `$${value.toLocaleString("en-GB", { maximumFractionDigits: 2 })}`;

/** The account value over time, as the server has written it down. */
export function ValueChart({ address }: { readonly address: string }) {
  const [window, setWindow] = useState<ValueWindow>("1w");
  const query = useQuery(valueHistoryQuery(address, window));
  const failure = useQueryFailure(query);
  const { data } = query;
  const series = useMemo(() => {
    const points = (data ?? []).map(({ timestamp, value }) => ({
      time: timestamp,
      value: toDrawing(value, "CollateralE6"),
    }));
    return [{ name: "Account value", style: "area" as const, color: "accent", points }];
  }, [data]);
  return (
    <Panel title="Account value over time">
      <Bar>
        <SelectField
          label="Time"
          value={window}
          options={WINDOWS}
          onChange={(value) => setWindow(value as ValueWindow)}
        />
        <p className="quiet" style={{ flex: "1 1 240px" }}>
          Written down about once an hour of index time. Deposits and withdrawals move it too.
        </p>
      </Bar>
      {failure ? (
        <Failure what="The account value" error={failure} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Loading label="the account value" lines={6} />
      ) : data.length < 2 ? (
        <Empty title="No history yet">It begins with your first deposit.</Empty>
      ) : (
        <>
          <StaleNote isStale={query.isError} />
          <SeriesChart
            label={`Account value, ${data.length} points`}
            series={series}
            format={dollars}
            height={280}
          />
        </>
      )}
    </Panel>
  );
}
