import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { memo, useMemo, useRef } from "react";
import { priceFeedQuery } from "@/api/queries";
import { toDrawing } from "@/domain/format";
import { Amount, Rate } from "@/ui/amount";
import { Sparkline } from "@/ui/charts/sparkline";
import { FavouriteButton } from "./favourite-button";
import css from "./markets-page.module.css";
import type { MarketRow } from "./model/market-rows";
import { useSeen } from "./use-seen";

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
        <FavouriteButton symbol={row.symbol} name={row.name} />
      </td>
      <td className={css["nameCell"]} title={row.name}>
        <Link to="/market/$symbol" params={{ symbol: row.symbol }} className={css["name"]}>
          <span className={css["nameText"]}>{row.name}</span>
          <span className={css["symbol"]}>{row.symbol}</span>
        </Link>
        <Condition row={row} />
      </td>
      <td className={css["spark"]}>
        <RowSpark symbol={row.symbol} isIdle={isIdle} />
      </td>
      <td>
        <Amount value={row.price} kind="PriceE8" unit="USD" />
      </td>
      <td className={css["wide3"]}>
        <Rate value={row.change1d} trend />
      </td>
      <td className={css["wide1"]}>
        <Rate value={row.change1m} trend />
      </td>
      <td>
        <Rate value={row.change1y} trend />
      </td>
      <td className={css["wide2"]}>
        <Rate value={row.fundingRate} digits={4} signed />
      </td>
      <td className={css["wide1"]}>
        <Amount value={row.openInterest} kind="CollateralE6" unit="USD" compact />
      </td>
      <td className={css["wide3"]}>
        <Amount value={row.volume24h} kind="CollateralE6" unit="USD" compact />
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

/** Said only where something is not as usual. */
function Condition({ row }: { readonly row: MarketRow }) {
  if (row.isTradable && !row.isPaused) return null;
  return <span className={css["paused"]}>{row.isTradable ? "paused" : "data only"}</span>;
}

interface RowSparkProps {
  readonly symbol: string;
  readonly isIdle: boolean;
}

/** The index of 30 days, read when the row is on the screen and the page is at rest. */
function RowSpark({ symbol, isIdle }: RowSparkProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(ref);
  const { data } = useQuery({ ...priceFeedQuery(symbol, "1m"), enabled: isSeen && isIdle });
  const values = useMemo(
    () => (data ?? []).map(({ value }) => toDrawing(value, "PriceE8")),
    [data],
  );
  return (
    <div ref={ref} className={css["sparkBox"]}>
      {values.length > 1 ? <Sparkline values={values} width={44} height={20} /> : null}
    </div>
  );
}
