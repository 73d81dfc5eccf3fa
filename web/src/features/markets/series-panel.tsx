import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type ReactNode, useMemo, useRef } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { saveFile, toCsv } from "@/domain/csv";
import { formatDay } from "@/domain/format";
import { Button } from "@/ui/button";
import { SeriesChart } from "@/ui/charts/series-chart";
import { Empty, Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import css from "./market-page.module.css";
import type { SeriesView } from "./model/series";
import { useSeen } from "./use-seen";

interface SeriesPanelProps<T, K extends QueryKey> {
  readonly title: string;
  /** What is read; nothing is, before the panel is near the screen. */
  readonly read: Pick<
    UseQueryOptions<T, Error, T, K>,
    "queryKey" | "queryFn" | "staleTime" | "refetchInterval"
  >;
  /** A module-level function: the chart is redrawn when it changes. */
  readonly view: (data: T) => SeriesView;
  readonly format: (value: number) => string;
  /** The file's name without its ending. */
  readonly file: string;
  readonly note?: ReactNode;
  /** Why nothing is shown where nothing is known. */
  readonly empty?: string;
  readonly actions?: ReactNode;
  readonly height?: number;
}

/** A series: its last values, its chart and its file; the panel's height never depends on the data. */
export function SeriesPanel<T, K extends QueryKey>(props: SeriesPanelProps<T, K>) {
  const { title, read, view: makeView, format, file, note, actions, height = 200, empty } = props;
  const ref = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(ref);
  const query = useQuery<T, Error, T, K>({ ...read, enabled: isSeen });
  const failure = useQueryFailure(query);
  const { data } = query;
  const view = useMemo(() => (data === undefined ? null : makeView(data)), [data, makeView]);
  return (
    <Panel
      title={title}
      actions={
        <span className={css["actions"]}>
          {actions}
          <Button
            size="small"
            look="ghost"
            aria-label={`Save ${title} as CSV`}
            disabled={view === null || view.rows.length === 0}
            onClick={() => view && saveFile(`${file}.csv`, toCsv(view.heads, view.rows))}
          >
            <Download size={13} aria-hidden="true" /> CSV
          </Button>
        </span>
      }
    >
      <StaleNote isStale={query.isError && data !== undefined} />
      <div ref={ref} className={css["series"]} style={{ minHeight: height + 28 }}>
        {failure ? (
          <Failure what={title} error={failure} onRetry={() => void query.refetch()} />
        ) : view === null ? (
          <Loading label={title} lines={6} />
        ) : view.series.length === 0 ? (
          <Empty title={empty ?? "Not published yet"} />
        ) : (
          <>
            <Latest view={view} />
            <SeriesChart
              label={describe(title, view)}
              series={view.series}
              format={format}
              height={height}
            />
          </>
        )}
      </div>
      {note ? <p className={css["note"]}>{note}</p> : null}
    </Panel>
  );
}

/** The chart's legend, which is also its last values. */
export function Latest({ view }: { readonly view: SeriesView }) {
  const gaps = view.periods - view.known;
  return (
    <p className={css["latest"]}>
      {view.latest.map(({ name, color, text, at }) => (
        <span key={name}>
          <i style={{ background: `var(--${color})` }} aria-hidden="true" />
          {name} <b className="figures">{text}</b>{" "}
          <span className={`quiet ${css["day"]}`}>{formatDay(at)}</span>
        </span>
      ))}
      {gaps > 0 ? <span className="quiet">{gaps} without a value</span> : null}
    </p>
  );
}

function describe(title: string, { latest, periods, rows }: SeriesView): string {
  const last = latest.map(({ name, text, at }) => `${name} ${text} on ${formatDay(at)}`).join(", ");
  const start = String(rows[0]?.[0] ?? "").slice(0, 10);
  return `${title}: ${periods} values from ${start} on; last ${last}.`;
}
