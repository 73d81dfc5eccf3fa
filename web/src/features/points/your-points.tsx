import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { formatAmount, formatDay, formatExact, toDrawing } from "@/domain/format";
import { Button } from "@/ui/button";
import { SeriesChart } from "@/ui/charts/series-chart";
import type { ChartSeries, SeriesChartProps } from "@/ui/charts/series-chart-canvas";
import { Amount, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Bar } from "@/ui/page/page";
import { Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import { type Column, DataTable, saveRows } from "@/ui/tables/data-table";
import { ownPointsQuery } from "./api";
import type { PointsDay, PointsRow, Programme } from "./model/points";
import css from "./points.module.css";

interface YourPointsProps {
  readonly programme: Programme;
  readonly address: string;
}

/** The wallet's points in a program, by part and by day. */
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
          <Parts row={data.row} isSum={programme.rates === null} />
          {data.days && data.days.length > 0 ? <Days days={data.days} /> : null}
        </>
      )}
    </Panel>
  );
}

/** The points, and the parts that they are made of; the boosts multiply the first two. */
function Parts({ row, isSum }: { readonly row: PointsRow; readonly isSum: boolean }) {
  return (
    <div className={css["parts"]}>
      <p className={css["total"]}>
        <strong>
          <Amount value={row.points} kind="PointsE6" />
        </strong>
        <span className="quiet">{row.rank === null ? "no rank yet" : `rank ${row.rank}`}</span>
      </p>
      <Facts look="bare">
        <FactLine label="Trading">
          <Amount value={row.trading} kind="PointsE6" />
        </FactLine>
        <FactLine label="Liquidity">
          <Amount value={row.lp} kind="PointsE6" />
        </FactLine>
        {isSum ? (
          <FactLine label="Boosts">by season</FactLine>
        ) : (
          row.boosts.map(({ name, rate }) => (
            <FactLine key={name} label={`Boost: ${name}`}>
              <Rate value={rate} digits={0} signed />
            </FactLine>
          ))
        )}
        <FactLine label="Referrals">
          <Amount value={row.referral} kind="PointsE6" />
        </FactLine>
      </Facts>
    </div>
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

/** Points of each day, before boosts; one day alone is no chart. */
function Days({ days }: { readonly days: readonly PointsDay[] }) {
  const series = useMemo(() => seriesOf(days), [days]);
  const newestFirst = useMemo(() => [...days].reverse(), [days]);
  return (
    <>
      {days.length > 1 ? (
        <>
          <SeriesChart
            label={`Points per day before boosts, last ${days.length} days`}
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
