import type { Market } from "@/domain/model";
import { areaWord } from "@/domain/reader/area";
import { Prose } from "@/ui/page/page";

/** How a market on a slow index works, in a few paragraphs. */
export function MarketGuide({ market }: { readonly market: Market }) {
  return (
    <Prose>
      <p>
        <strong>The index</strong> is what homes in {market.name} cost per {areaWord(market.metric)}
        . It updates once a day and moves slowly: sales are reported late, and prices are smoothed.
        P&L and liquidations use the index.
      </p>
      <p>
        <strong>The market price</strong> is where a very small trade fills: above the index while
        longs outweigh shorts, below it otherwise. A larger trade moves it further (price impact);
        part of it is returned when you close.
      </p>
      <p>
        <strong>The trend price</strong> is where recent updates point; the distance is what is
        still to come. Trading ahead of a move that is already known costs a surcharge.
      </p>
      <p>
        <strong>Funding</strong> already pays shorts the expected rise. A long wins only if prices
        rise more than expected.
      </p>
      <p>
        <strong>As a hedge</strong> a short covers surprises of the next weeks, not a year: once a
        fall is expected, funding charges it to shorts. In simulations a short held for a year
        recovered about 3% of index falls of more than 10%.
      </p>
      <p>
        <strong>Around a price update</strong> opening pauses for some minutes, and a very large
        change waits for confirmation by the next update. You can still close.
      </p>
      <p>Prices fall as well as rise, and losses are real.</p>
    </Prose>
  );
}
