import type { ReactNode } from "react";
import { useQueryFailure } from "@/lib/query-failure";
import { Button } from "@/ui/button";
import { Empty, Failure, Loading, StaleNote } from "@/ui/panel";
import table from "@/ui/table.module.css";
import css from "./portfolio-page.module.css";

interface HistoryPage<T> {
  readonly rows: readonly T[];
}

interface HistoryQuery<T> {
  readonly data: { readonly pages: readonly HistoryPage<T>[] } | undefined;
  readonly errorUpdateCount: number;
  readonly isError: boolean;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

interface HistoryFrameProps<T> {
  readonly what: string;
  readonly heads: readonly string[];
  /** Heads of columns that hold text, which stands left; figures stand right. */
  readonly textHeads: readonly string[];
  readonly query: HistoryQuery<T>;
  readonly row: (row: T) => ReactNode;
}

/** The states and the paging that every history shares. */
export function HistoryFrame<T>({ what, heads, textHeads, query, row }: HistoryFrameProps<T>) {
  const failure = useQueryFailure(query);
  if (failure) {
    return <Failure what={what} error={failure} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Loading label={what.toLowerCase()} />;
  const rows = query.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <Empty title={`No ${what.toLowerCase()} yet`} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
    <section className={table["scroll"]} aria-label={what} tabIndex={0}>
      <StaleNote isStale={query.isError} />
      <table className={table["table"]}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className={textHeads.includes(head) ? table["left"] : undefined}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map(row)}</tbody>
      </table>
      {query.hasNextPage ? (
        <div className={css["more"]}>
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? "Loading…" : "Older"}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
