import { lazy, type RefObject, Suspense, useEffect, useRef } from "react";
import { areaUnit } from "@/domain/reader/area";
import { StaleNote } from "@/ui/page/panel";
import table from "@/ui/tables/table.module.css";
import { MarketLine } from "./market-line";
import css from "./markets-page.module.css";
import { type MarketRow, nextSort, type Sort, type SortKey } from "./model/market-rows";

const VirtualLines = lazy(async () => {
  const module = await import("./virtual-lines");
  return { default: module.VirtualLines };
});

/** Longer lists draw only what is shown. */
const PLAIN_MAX = 100;

interface MarketTableProps {
  readonly rows: readonly MarketRow[];
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort) => void;
  readonly isStale: boolean;
  readonly isIdle: boolean;
  readonly pointedId: number | null;
  readonly onPoint: (acreId: number | null) => void;
}

interface Head {
  readonly label: string;
  readonly key?: SortKey;
  readonly width?: string;
  readonly isHidden?: boolean;
}

const HEADS: readonly Head[] = [
  { label: "Favorite", isHidden: true },
  { label: "Market", key: "name" },
  { label: "Index", key: "price" },
  { label: "1 day", key: "change1d", width: "wide3" },
  { label: "30 days", key: "change1m", width: "wide2" },
  { label: "1 year", key: "change1y" },
  { label: "1-year line", width: "spark", isHidden: true },
  { label: "Funding / day", key: "fundingRate", width: "wide2" },
  { label: "Open interest", key: "openInterest", width: "wide1" },
  { label: "24h volume", key: "volume24h", width: "wide3" },
  { label: "Trade", width: "wide1", isHidden: true },
];

/** The markets of the map as a table. */
export function MarketTable(props: MarketTableProps) {
  const { rows, sort, onSort, isStale, pointedId, ...line } = props;
  const ref = useRef<HTMLElement>(null);
  useShowPointed(ref, pointedId, rows);
  const unit = priceUnit(rows);
  return (
    <>
      <StaleNote isStale={isStale} />
      <section
        ref={ref}
        className={`${table["scroll"]} ${css["list"]}`}
        aria-label="Market list"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
        tabIndex={0}
      >
        <table className={table["table"]} aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              {HEADS.map((head) => (
                <HeadCell key={head.label} head={head} sort={sort} onSort={onSort} unit={unit} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.length > PLAIN_MAX ? (
              <Suspense fallback={null}>
                <VirtualLines rows={rows} pointedId={pointedId} scrollRef={ref} {...line} />
              </Suspense>
            ) : (
              rows.map((row) => (
                <MarketLine
                  key={row.acreId}
                  row={row}
                  isPointed={row.acreId === pointedId}
                  {...line}
                />
              ))
            )}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** The unit of all prices; null where markets have different ones. */
function priceUnit(rows: readonly MarketRow[]): string | null {
  const [first] = rows;
  if (!first || rows.some(({ metric }) => metric !== first.metric)) return null;
  return `$/${areaUnit(first.metric)}`;
}

interface HeadCellProps extends Pick<MarketTableProps, "sort" | "onSort"> {
  readonly head: Head;
  readonly unit: string | null;
}

function HeadCell({ head, sort, onSort, unit }: HeadCellProps) {
  const { label, key, width, isHidden } = head;
  const className = width === undefined ? undefined : css[width];
  if (key === undefined) {
    return (
      <th scope="col" className={className}>
        <span className={isHidden ? "visually-hidden" : undefined}>{label}</span>
      </th>
    );
  }
  const isSorted = sort?.key === key;
  const way = isSorted ? (sort.isDescending ? "descending" : "ascending") : "none";
  return (
    <th scope="col" className={key === "name" ? table["left"] : className} aria-sort={way}>
      <button type="button" className={table["sort"]} onClick={() => onSort(nextSort(sort, key))}>
        {label}
        {key === "price" && unit !== null ? `, ${unit}` : null}
        {isSorted ? <span aria-hidden="true">{sort.isDescending ? " ↓" : " ↑"}</span> : null}
      </button>
    </th>
  );
}

/** Scrolls the list, never the page, to the row that is pointed at on the map. */
function useShowPointed(
  ref: RefObject<HTMLElement | null>,
  pointedId: number | null,
  rows: readonly MarketRow[],
): void {
  const latest = useRef(rows);
  latest.current = rows;
  useEffect(() => {
    const box = ref.current;
    const index = latest.current.findIndex(({ acreId }) => acreId === pointedId);
    if (!box || index < 0 || box.matches(":hover") || box.contains(document.activeElement)) return;
    const head = box.querySelector("thead")?.clientHeight ?? 0;
    const height = box.querySelector("tbody tr")?.clientHeight ?? 0;
    const top = index * height;
    const room = box.clientHeight - head - height;
    if (top < box.scrollTop || top > box.scrollTop + room) box.scrollTop = top - room / 2;
  }, [ref, pointedId]);
}
