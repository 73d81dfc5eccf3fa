import { type Book, depthSteps, ladder, PAYOUT } from "../model/book";
import css from "../predictions.module.css";
import { whole } from "../question-parts";

const WIDTH = 300;
const HEIGHT = 110;

/** Resting contracts up to each YES price: bids on the left, offers on the right. */
export function DepthChart({ book }: { readonly book: Book }) {
  const { asks, bids } = ladder(book);
  const [bidTotal, askTotal] = [bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0];
  const deepest = Math.max(1, bidTotal, askTotal);
  const points = (steps: readonly (readonly [number, number])[]) => {
    const first = steps[0];
    if (!first) return "";
    const corners = [...steps, [steps.at(-1)?.[0] ?? 0, 0] as const];
    return corners
      .map(([x, y]) => `${(x / PAYOUT) * WIDTH},${HEIGHT - (y / deepest) * (HEIGHT - 4)}`)
      .join(" ");
  };
  return (
    <figure className={css["depth"]}>
      <figcaption>
        <span>Bids: {whole(bidTotal)} YES</span>
        <span className="quiet">Depth by price of YES</span>
        <span>Offers: {whole(askTotal)} YES</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polygon points={points(depthSteps(bids, 0))} data-side="yes" />
        <polygon points={points(depthSteps(asks, PAYOUT))} data-side="no" />
        <line x2={WIDTH} y1={HEIGHT} y2={HEIGHT} stroke="var(--line)" strokeWidth="2" />
      </svg>
      <p className="figures quiet" aria-hidden="true">
        <span>0</span>
        <span>50</span>
        <span>100</span>
      </p>
    </figure>
  );
}
