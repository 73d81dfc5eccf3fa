import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { Amount, Rate } from "@/ui/amount";
import { Empty, StaleNote } from "@/ui/panel";
import table from "@/ui/table.module.css";
import css from "./markets-page.module.css";
import { type MarketRow, nextSort, type Sort, type SortKey } from "./model/market-rows";

interface MarketTableProps {
  readonly rows: readonly MarketRow[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly isStale: boolean;
  readonly pointedId: number | null;
  readonly onPoint: (marketId: number | null) => void;
}

const COLUMNS: readonly { key: SortKey; label: string; isHiddenSmall?: boolean }[] = [
  { key: "name", label: "Market" },
  { key: "price", label: "Index price" },
  { key: "change1y", label: "1 year" },
  { key: "fundingRate", label: "Funding / day", isHiddenSmall: true },
  { key: "openInterest", label: "Open interest", isHiddenSmall: true },
];

/** The map's twin for the keyboard and screen readers, and the faster list for everybody else. */
export function MarketTable(props: MarketTableProps) {
  const { rows, sort, onSort, isStale, pointedId, onPoint } = props;
  if (rows.length === 0) {
    return <Empty title="No market found">Try another city or symbol.</Empty>;
  }
  return (
    <>
      <StaleNote isStale={isStale} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard */}
      <section className={table["scroll"]} aria-label="Market list" tabIndex={0}>
        <table className={table["table"]}>
          <thead>
            <tr>
              {COLUMNS.map(({ key, label, isHiddenSmall }) => (
                <th
                  key={key}
                  scope="col"
                  className={isHiddenSmall ? css["hideSmall"] : undefined}
                  aria-sort={ariaSort(sort, key)}
                >
                  <button
                    type="button"
                    className={table["sort"]}
                    onClick={() => onSort(nextSort(sort, key))}
                  >
                    {label}
                    {sort.key === key ? (
                      <span aria-hidden="true">{sort.isDescending ? " ↓" : " ↑"}</span>
                    ) : null}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <MarketLine
                key={row.marketId}
                row={row}
                isPointed={row.marketId === pointedId}
                onPoint={onPoint}
              />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function ariaSort(sort: Sort, key: SortKey): "ascending" | "descending" | "none" {
  if (sort.key !== key) return "none";
  return sort.isDescending ? "descending" : "ascending";
}

interface MarketLineProps {
  readonly row: MarketRow;
  readonly isPointed: boolean;
  readonly onPoint: (marketId: number | null) => void;
}

const MarketLine = memo(function MarketLine({ row, isPointed, onPoint }: MarketLineProps) {
  return (
    <tr
      className={isPointed ? css["pointed"] : undefined}
      onPointerEnter={() => onPoint(row.marketId)}
      onPointerLeave={() => onPoint(null)}
    >
      <td className={css["nameCell"]} title={row.name}>
        <Link to="/trade/$symbol" params={{ symbol: row.symbol }} className={css["name"]}>
          <span className={css["nameText"]}>{row.name}</span>
          <span className={css["symbol"]}>{row.symbol}</span>
          {row.isPaused ? <span className={css["paused"]}>paused</span> : null}
        </Link>
      </td>
      <td>
        <Amount value={row.price} kind="PriceE8" unit="USD" />
      </td>
      <td>
        <Rate value={row.change1y} trend />
      </td>
      <td className={css["hideSmall"]}>
        <Rate value={row.fundingRate} digits={4} signed />
      </td>
      <td className={css["hideSmall"]}>
        <Amount value={row.openInterest} kind="CollateralE6" unit="USD" compact />
      </td>
    </tr>
  );
});
