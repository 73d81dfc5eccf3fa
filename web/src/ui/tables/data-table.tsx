import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ApiError } from "@/api/http";
import { useQueryFailure } from "@/api/query-failure";
import { type CsvCell, saveFile, toCsv } from "@/domain/csv";
import { toast } from "@/state/toast";
import css from "@/ui/page/page.module.css";
import { Empty, Failure, Loading, StaleNote } from "@/ui/page/panel";
import { Button } from "../button";
import table from "./table.module.css";

/** One column: what is shown of a row, and what a file says of it (exact, without signs or units). */
export interface Column<T> {
  readonly head: string;
  /** Text stands left, figures stand right. */
  readonly isText?: boolean;
  readonly cell: (row: T) => ReactNode;
  /** Without it the column is not in the file. */
  readonly csv?: (row: T) => CsvCell;
}

interface DataTableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** Marks a row, for example the reader's own. */
  readonly isMarked?: (row: T) => boolean;
}

/** Rows under heads; scrolls sideways on its own when the screen is narrow. */
export function DataTable<T>({ label, columns, rows, rowKey, isMarked }: DataTableProps<T>) {
  const side = (column: Column<T>) => (column.isText ? table["left"] : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
    <section className={table["scroll"]} aria-label={label} tabIndex={0}>
      <table className={table["table"]}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={side(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} aria-current={isMarked?.(row) ? "true" : undefined}>
              {columns.map((column) => (
                <td key={column.head} className={side(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Saves rows under the heads of the columns that have a file's form. */
export function saveRows<T>(name: string, columns: readonly Column<T>[], rows: readonly T[]): void {
  const kept = columns.filter((column) => column.csv !== undefined);
  const heads = kept.map(({ head }) => head);
  saveFile(
    `${name}.csv`,
    toCsv(
      heads,
      rows.map((row) => kept.map(({ csv }) => csv?.(row) ?? null)),
    ),
  );
}

/** The part of a query that a table needs; fits TanStack's results. */
export interface RowsQuery {
  readonly errorUpdateCount: number;
  readonly isError: boolean;
  readonly error: unknown;
  refetch(): unknown;
}

interface QueryTableProps<T> extends Omit<DataTableProps<T>, "rows"> {
  readonly query: RowsQuery & { readonly data: readonly T[] | undefined };
  readonly empty: string;
  readonly emptyText?: ReactNode;
}

/** A table of all rows of one answer, with loading, error and empty states. */
export function QueryTable<T>({ query, empty, emptyText, ...props }: QueryTableProps<T>) {
  const failure = useQueryFailure(query);
  if (failure) {
    return <Failure what={props.label} error={failure} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Loading label={props.label.toLowerCase()} />;
  if (query.data.length === 0) return <Empty title={empty}>{emptyText}</Empty>;
  return (
    <>
      <StaleNote isStale={query.isError} />
      <DataTable {...props} rows={query.data} />
    </>
  );
}

interface PagesQuery<T> extends RowsQuery {
  readonly data: { readonly pages: readonly { readonly rows: readonly T[] }[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}

interface PagedTableProps<T> extends Omit<QueryTableProps<T>, "query"> {
  readonly query: PagesQuery<T>;
  /** The file's name without its ending; without it nothing can be saved. */
  readonly file?: string;
  /** Reads the rest of the pages, for the file; without it the file has what is shown. */
  readonly readAll?: () => Promise<readonly T[]>;
}

/** A table of pages: older rows on demand, all of them as a file. */
export function PagedTable<T>({ query, file, readAll, ...props }: PagedTableProps<T>) {
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    if (file === undefined || rows === undefined) return;
    setIsSaving(true);
    try {
      saveRows(file, props.columns, readAll ? await readAll() : rows);
    } catch (error) {
      toast.error("The file could not be made", {
        description: error instanceof ApiError ? error.humanText : "Please try again.",
      });
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <>
      {file !== undefined && rows !== undefined && rows.length > 0 ? (
        <div className={css["bar"]}>
          <Button size="small" disabled={isSaving} onClick={() => void save()}>
            <Download size={14} aria-hidden="true" />
            {isSaving ? "Reading all rows…" : "Save as CSV"}
          </Button>
        </div>
      ) : null}
      <QueryTable {...props} query={{ ...query, data: rows }} />
      {query.hasNextPage ? (
        <div className={css["bar"]}>
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? "Loading…" : "Older"}
          </Button>
        </div>
      ) : null}
    </>
  );
}
