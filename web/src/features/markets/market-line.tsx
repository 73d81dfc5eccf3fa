import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { memo, useMemo, useRef } from "react";
import { priceFeedQuery } from "@/api/queries";
import type { CollateralE6 } from "@/domain/amounts";
import { DASH, toDrawing } from "@/domain/format";
import { Sparkline } from "@/ui/charts/sparkline";
import { FavoriteButton } from "@/ui/favorite-button";
import { Amount, Rate } from "@/ui/figures/amount";
import css from "./markets-page.module.css";
import type { MarketRow } from "./model/market-rows";
import { useSeen } from "./use-seen";

/** Days between the points of a line. */
const SPARK_STEP = 7;

export interface MarketLineProps {
  readonly row: MarketRow;
  readonly isPointed: boolean;
  readonly isIdle: boolean;
  readonly onPoint: (acreId: number | null) => void;
}

/** One market of the table; what it says is exactly what the map draws. */
export const MarketLine = memo(function MarketLine(props: MarketLineProps) {
  const { row, isPointed, isIdle, onPoint } = props;
  return (
    <tr
      data-market={row.symbol}
      className={isPointed ? css["pointed"] : undefined}
      onPointerEnter={({ pointerType }) => pointerType !== "touch" && onPoint(row.acreId)}
      onPointerLeave={({ pointerType }) => pointerType !== "touch" && onPoint(null)}
      onFocus={() => onPoint(row.acreId)}
    >
      <td className={css["starCell"]}>
        <FavoriteButton symbol={row.symbol} name={row.name} className={css["star"]} />
      </td>
      <td className={css["nameCell"]} title={row.name}>
        <Link to="/market/$symbol" params={{ symbol: row.symbol }} className={css["name"]}>
          <span className={css["nameText"]}>{row.name}</span>
          <span className={css["symbol"]}>{row.symbol}</span>
        </Link>
        <Condition row={row} />
      </td>
      <td>
        <Amount value={row.price} kind="PriceE8" unit="USD" />
      </td>
      <td className={css["wide3"]}>
        <Rate value={row.change1d} trend />
      </td>
      <td className={css["wide2"]}>
        <Rate value={row.change1m} trend />
      </td>
      <td>
        <Rate value={row.change1y} trend />
      </td>
      <td className={css["spark"]}>
        <RowSpark row={row} isIdle={isIdle} />
      </td>
      <td className={css["wide2"]}>
        <Rate value={row.fundingRate} digits={4} signed />
      </td>
      <td className={css["wide1"]}>
        <Activity value={row.openInterest} />
      </td>
      <td className={css["wide3"]}>
        <Activity value={row.volume24h} />
      </td>
      <td className={css["wide1"]}>
        {row.isTradable ? (
          <Link
            to="/trade/$symbol"
            params={{ symbol: row.symbol }}
            className={css["trade"]}
            aria-label={`Trade ${row.name}`}
          >
            Trade
          </Link>
        ) : null}
      </td>
    </tr>
  );
});

/** A market that is paused or not traded. */
function Condition({ row }: { readonly row: MarketRow }) {
  if (row.isTradable && !row.isPaused) return null;
  return <span className={css["paused"]}>{row.isTradable ? "paused" : "data only"}</span>;
}

/** Nothing is a dash: a column of zeros hides the figures in it. */
function Activity({ value }: { readonly value: CollateralE6 | null }) {
  if (value === 0n) return <span className="figures quiet">{DASH}</span>;
  return <Amount value={value} kind="CollateralE6" unit="USD" compact />;
}

interface RowSparkProps {
  readonly row: MarketRow;
  readonly isIdle: boolean;
}

/** The index of a year in the color of its change, read once the row is on the screen. */
function RowSpark({ row, isIdle }: RowSparkProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(ref);
  const { data } = useQuery({ ...priceFeedQuery(row.symbol, "1y"), enabled: isSeen && isIdle });
  const values = useMemo(
    () =>
      (data ?? [])
        .filter((_, place) => place % SPARK_STEP === 0 || place === (data?.length ?? 0) - 1)
        .map(({ value }) => toDrawing(value, "PriceE8")),
    [data],
  );
  const rise = row.change1y === null ? {} : { rise: Number(row.change1y) };
  return (
    <div ref={ref} className={css["sparkBox"]}>
      {values.length > 1 ? <Sparkline values={values} width={44} height={20} {...rise} /> : null}
    </div>
  );
}
