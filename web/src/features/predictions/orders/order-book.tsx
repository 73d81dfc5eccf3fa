import type { CSSProperties } from "react";
import { Empty, Failure, Loading } from "@/ui/page/panel";
import table from "@/ui/tables/table.module.css";
import type { useBook } from "../live-questions";
import { type LadderRow, ladder, PAYOUT } from "../model/book";
import css from "../predictions.module.css";
import { whole } from "../question-parts";

interface OrderBookProps {
  readonly state: ReturnType<typeof useBook>;
  readonly lastYesPrice: number | null;
  /** YES prices at which the wallet has orders. */
  readonly ownPrices: ReadonlySet<number>;
  readonly onPick: (yesPrice: number) => void;
}

/** Both sides as one ladder in YES prices; a price is a button that fills the order box. */
export function OrderBook({ state, lastYesPrice, ownPrices, onPick }: OrderBookProps) {
  const { book, error, retry } = state;
  if (error) return <Failure what="The order book" error={error} onRetry={retry} />;
  if (book === null) return <Loading label="the order book" lines={6} />;
  const { asks, bids } = ladder(book);
  if (asks.length === 0 && bids.length === 0) {
    return <Empty title="No resting orders">The first limit order sets the price.</Empty>;
  }
  const deepest = Math.max(asks.at(-1)?.total ?? 0, bids.at(-1)?.total ?? 0);
  const row = (side: "no" | "yes") => (level: LadderRow) => (
    <Level
      key={`${side}${level.yesPrice}`}
      side={side}
      level={level}
      share={level.total / deepest}
      isOwn={ownPrices.has(level.yesPrice)}
      onPick={onPick}
    />
  );
  const spread = asks[0] && bids[0] ? asks[0].yesPrice - bids[0].yesPrice : null;
  return (
    <section
      className={`${table["scroll"]} ${css["book"]}`}
      aria-label="Levels of the book"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
      tabIndex={0}
    >
      <table className={table["table"]}>
        <thead>
          <tr>
            <th scope="col">YES</th>
            <th scope="col">NO</th>
            <th scope="col">Contracts</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {[...asks].reverse().map(row("no"))}
          <tr>
            <td colSpan={4} className="quiet">
              {spread === null ? "One side is empty" : `Spread ${spread}`}
              {lastYesPrice === null ? ", nothing traded yet" : `, last trade at ${lastYesPrice}`}
            </td>
          </tr>
          {bids.map(row("yes"))}
        </tbody>
      </table>
    </section>
  );
}

interface LevelProps {
  readonly side: "yes" | "no";
  readonly level: LadderRow;
  readonly share: number;
  readonly isOwn: boolean;
  readonly onPick: (yesPrice: number) => void;
}

function Level({ side, level, share, isOwn, onPick }: LevelProps) {
  const { yesPrice, contracts, total } = level;
  const offer = side === "yes" ? "bid for YES" : "offer of YES, which is a bid for NO";
  const shade = { "--share": `${share * 100}%` } as CSSProperties;
  return (
    <tr data-side={side} style={shade}>
      <td>
        <button
          type="button"
          className="figures"
          aria-label={`Use ${yesPrice}`}
          title={`Use ${yesPrice} as limit price; ${offer}`}
          onClick={() => onPick(yesPrice)}
        >
          {yesPrice}
        </button>
        {isOwn ? <span className={css["own"]}> you</span> : null}
      </td>
      <td className="figures quiet">{PAYOUT - yesPrice}</td>
      <td className="figures">{whole(contracts)}</td>
      <td className="figures quiet">{whole(total)}</td>
    </tr>
  );
}
