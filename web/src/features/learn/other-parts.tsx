import { Link } from "@tanstack/react-router";
import { Term } from "@/ui/term";
import { spokenDuration } from "@/words/spoken-duration";
import { Part } from "./part";
import type { ExampleProps } from "./price-parts";

export function PredictionsPart() {
  return (
    <Part id="how-predictions" title="Predictions">
      <p>
        A <Term id="prediction-market">prediction market</Term> asks whether an index will be at or
        above a <Term id="target">target</Term> on a date. You buy YES or NO{" "}
        <Term id="contract">contracts</Term> for 1 to 99 points; if you are right, each pays 100.
      </p>
      <p>
        Example: 10 YES at 61 cost 610 points. If the answer is YES they pay 1,000, a gain of 390
        before the fee. If it is NO, they pay nothing. A price of 61 means that the market sees a
        chance of about 61%.
      </p>
      <p>
        <Term id="play-points">Prediction points</Term> are free, cannot be transferred and have no
        cash value. <Link to="/predictions">See open questions</Link>
      </p>
    </Part>
  );
}

export function LiquidityPart({ example }: ExampleProps) {
  return (
    <Part id="how-liquidity" title="Providing liquidity">
      <p>
        The <Term id="pool">liquidity pool</Term> takes the other side of all traders together. It
        earns trading fees, surcharges and traders' losses, and pays traders' gains. Pool shares can
        lose value.
      </p>
      {example ? (
        <p>
          A deposit is <Term id="lock">locked</Term> for{" "}
          {spokenDuration(example.exchange.minLpDuration)}. A removal is paid{" "}
          {spokenDuration(example.exchange.settlementDelay)} later, at the lower of two prices: when
          you asked and when it is paid.
        </p>
      ) : null}
      <p>
        <Link to="/liquidity">See the pool and its results</Link>
      </p>
    </Part>
  );
}
