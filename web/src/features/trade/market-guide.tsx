import type { Market } from "@/domain/model";
import { Amount, Rate } from "@/ui/amount";
import { FactLine, Facts } from "@/ui/facts";
import { Prose } from "@/ui/page";

/** How a market on a slow index works: index, market price, level, forecast, funding, prints. */
export function MarketGuide({ market }: { readonly market: Market }) {
  return (
    <>
      <Facts>
        <FactLine label="Index">
          <Amount value={market.indexPrice} kind="PriceE8" unit="USD" />
        </FactLine>
        <FactLine label="Market price">
          <Amount value={market.marketPrice} kind="PriceE8" unit="USD" />
        </FactLine>
        <FactLine label="Level">
          <Amount value={market.levelPrice} kind="PriceE8" unit="USD" />
        </FactLine>
        <FactLine label="Forecast, per day">
          <Rate value={market.forecast?.mid} digits={4} signed />
        </FactLine>
      </Facts>
      <Prose>
        <p>
          <strong>The index</strong> is what homes in {market.name} cost per{" "}
          {market.metric === "sqm" ? "square metre" : "square foot"}. It is printed once a day and
          moves slowly, because sales are reported late and prices are smoothed. Gains, losses and
          liquidations are counted at the index.
        </p>
        <p>
          <strong>The market price</strong> is where a very small trade would fill. It stands above
          the index while longs outweigh shorts, and below it otherwise. A larger trade moves it
          further: that is the price impact, and you get part of it back if you leave while the
          balance is as it was.
        </p>
        <p>
          <strong>The level</strong> is where recent updates point to, the <strong>gap</strong> how
          far the index still has to go. A trade towards a known gap pays it as a surcharge, so news
          that the index has not printed yet earns nothing.
        </p>
        <p>
          <strong>The forecast</strong> is the drift that past updates let us expect. Longs pay
          about that much funding. In a rising market longs pay about the expected rise; you profit
          when prices rise more than expected.
        </p>
        <p>
          <strong>Around a price update</strong> positions cannot be increased for some minutes, and
          a update that jumps too far is held until the next one confirms it. Reducing stays
          possible.
        </p>
        <p>Nothing here is a promise of a return: prices fall as well, and losses are real.</p>
      </Prose>
    </>
  );
}
