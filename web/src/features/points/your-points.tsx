import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { formatAmount, formatDay, formatExact, toDrawing } from "@/domain/format";
import { Amount } from "@/ui/amount";
import { Button } from "@/ui/button";
import { SeriesChart } from "@/ui/charts/series-chart";
import type { ChartSeries, SeriesChartProps } from "@/ui/charts/series-chart-canvas";
import { Bar } from "@/ui/page";
import { Failure, Loading, Panel, StaleNote } from "@/ui/panel";
import { type Column, DataTable, saveRows } from "@/ui/tables/data-table";
import { ownPointsQuery } from "./api";
import type { PointsDay, PointsRow, Programme } from "./model/points";
import css from "./points.module.css";

interface YourPointsProps {
  readonly programme: Programme;
  readonly address: string;
}

/** How one's own points came about, with the server's figures in the formula. */
export function YourPoints({ programme, address }: YourPointsProps) {
  const query = useQuery(ownPointsQuery(programme.id, address));
  const failure = useQueryFailure(query);
  const { data, isError, refetch } = query;
  return (
    <Panel title="Your points">
      {failure ? (
        <Failure what="Your points" error={failure} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label="your points" />
      ) : (
        <>
          <StaleNote isStale={isError} />
          <Formula row={data.row} isSum={programme.rates === null} />
          {data.days && data.days.length > 0 ? <Days days={data.days} /> : null}
        </>
      )}
    </Panel>
  );
}

function Term({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <span className={css["term"]}>
      <span>{children}</span>
      <span className={css["termLabel"]}>{label}</span>
    </span>
  );
}

/** (trading + liquidity) × (1 + boosts) + referrals; of the seasons together only the parts. */
function Formula({ row, isSum }: { readonly row: PointsRow; readonly isSum: boolean }) {
  return (
    <p className={css["formula"]}>
      {isSum ? null : "("}
      <Term label="trading">
        <Amount value={row.trading} kind="PointsE6" />
      </Term>
      +
      <Term label="liquidity">
        <Amount value={row.lp} kind="PointsE6" />
      </Term>
      {isSum ? null : ") × ( 1"}
      {isSum
        ? null
        : row.boosts.map(({ name, rate }) => (
            <span key={name} className={css["boost"]}>
              +
              <Term label={name}>
                <span className="figures">{formatExact(rate, "RateE12")}</span>
              </Term>
            </span>
          ))}
      {isSum ? null : ")"} +
      <Term label="referrals">
        <Amount value={row.referral} kind="PointsE6" />
      </Term>
      {isSum ? "and the boosts of each season give" : "="}
      <Term label={row.rank === null ? "points, no rank yet" : `points, rank ${row.rank}`}>
        <strong>
          <Amount value={row.points} kind="PointsE6" />
        </strong>
      </Term>
    </p>
  );
}

const DAY_COLUMNS: readonly Column<PointsDay>[] = [
  {
    head: "Day",
    isText: true,
    cell: ({ date }) => formatDay(date),
    csv: ({ date }) => new Date(date * 1000).toISOString().slice(0, 10),
  },
  ...(
    [
      ["Trading", "trading"],
      ["Liquidity", "lp"],
      ["Referrals", "referral"],
    ] as const
  ).map(([head, part]) => ({
    head,
    cell: (day: PointsDay) => <Amount value={day[part]} kind="PointsE6" />,
    csv: (day: PointsDay) => formatExact(day[part], "PointsE6"),
  })),
];

const format: SeriesChartProps["format"] = (value) =>
  formatAmount(BigInt(Math.round(value * 1e6)), "PointsE6", { digits: 0, compact: true });

function seriesOf(days: readonly PointsDay[]): readonly ChartSeries[] {
  const points = (part: "trading" | "lp" | "referral") =>
    days.map((day) => ({ time: day.date, value: toDrawing(day[part], "PointsE6") }));
  return [
    { name: "Trading", style: "line", color: "up", points: points("trading") },
    { name: "Liquidity", style: "line", color: "yes", points: points("lp") },
    { name: "Referrals", style: "line", color: "no", points: points("referral") },
  ];
}

/** What each day brought, before boosts; one day alone is no chart. */
function Days({ days }: { readonly days: readonly PointsDay[] }) {
  const series = useMemo(() => seriesOf(days), [days]);
  const newestFirst = useMemo(() => [...days].reverse(), [days]);
  return (
    <>
      {days.length > 1 ? (
        <>
          <SeriesChart
            label={`Points a day before boosts, the last ${days.length} days`}
            series={series}
            format={format}
            height={160}
          />
          <p className={css["legend"]}>
            {series.map(({ name, color }) => (
              <span key={name}>
                <i style={{ background: `var(--${color})` }} /> {name}
              </span>
            ))}
          </p>
        </>
      ) : null}
      <details className={css["details"]}>
        <summary>Points by day, before boosts</summary>
        <Bar>
          <Button size="small" onClick={() => saveRows("acre-points-days", DAY_COLUMNS, days)}>
            Save as CSV
          </Button>
        </Bar>
        <DataTable
          label="Points by day"
          columns={DAY_COLUMNS}
          rows={newestFirst}
          rowKey={({ date }) => String(date)}
        />
      </details>
    </>
  );
}
