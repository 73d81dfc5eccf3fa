import { liquidationMove } from "@/domain/example/position-example";
import { formatAmount, formatPercent, formatUsd } from "@/domain/format";
import { parseCollateral, parseRate } from "@/domain/parse";
import type { ExampleMarket } from "@/state/use-example-market";
import { Rate } from "@/ui/figures/amount";
import { Term } from "@/ui/term";
import css from "./learn.module.css";
import { Part } from "./part";
import type { ExampleProps } from "./price-parts";

const LEVERAGES = [1, 2, 3, 5, 10];
const MARGIN = parseCollateral("1000000000");

export function LiquidationPart({ example }: ExampleProps) {
  return (
    <Part
      id="how-liquidation"
      title="Leverage and liquidation"
      aside={example ? <Moves {...example} /> : null}
    >
      <p>
        At 5×{" "}
        <Term id="leverage" after=",">
          leverage
        </Term>{" "}
        a 1% move of the index is 5% of your margin, up or down. When your margin no longer covers
        the{" "}
        <Term id="maintenance-margin" after=",">
          maintenance margin
        </Term>{" "}
        positions are{" "}
        <Term id="liquidation" after=".">
          liquidated
        </Term>
      </p>
      {example ? <Rules {...example} /> : null}
      <p>
        You can prevent a liquidation by depositing or by reducing the position. Each{" "}
        <Term id="margin-account">margin account</Term> is isolated, so one can be liquidated
        without touching the others.
      </p>
      <p>
        You never owe more than you deposited. The <Term id="reserve">reserve</Term> pays larger
        losses, then the pool; only as a last resort are profitable positions closed early (
        <Term id="auto-deleveraging" after=").">
          auto-deleveraging
        </Term>
      </p>
    </Part>
  );
}

function Rules({ market: { specification: of }, exchange }: ExampleMarket) {
  const usd = (text: string) => formatUsd(parseCollateral(text), "CollateralE6");
  return (
    <p>
      A liquidation closes only as much as brings <Term id="health">health</Term> back to{" "}
      {formatAmount(parseRate(exchange.liquidationTargetHealth), "RateE12")}. It costs{" "}
      {formatPercent(parseRate(of.liquidationFeeRate))} of what is closed (at least{" "}
      {usd(exchange.minLiquidationFee)}), and no trading fee.
    </p>
  );
}

function Moves({ market, rules }: ExampleMarket) {
  const moveFor = (side: "long" | "short", leverage: number) =>
    liquidationMove({ side, margin: MARGIN, leverage }, rules);
  return (
    <>
      <h3>{market.name}: liquidated after a move of</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Leverage</th>
            <th scope="col">Long</th>
            <th scope="col">Short</th>
          </tr>
        </thead>
        <tbody>
          {LEVERAGES.map((leverage) => (
            <tr key={leverage}>
              <td>{leverage}×</td>
              <td>
                <Rate value={moveFor("long", leverage)} signed />
              </td>
              <td>
                <Rate value={moveFor("short", leverage)} signed />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css["note"]}>
        Example: $1,000 margin, one position, before fees and funding. Your ticket shows the exact
        price.
      </p>
    </>
  );
}

export function RiskPart() {
  return (
    <Part id="risk" title="Risks">
      <ul>
        <li>
          <strong>You can lose everything you deposit.</strong> Leverage multiplies losses, and home
          prices can fall for years.
        </li>
        <li>
          Funding and fees cost money even if the index does not move. Over months they can exceed
          the price change.
        </li>
        <li>
          The index is published once per day, so it can jump past your liquidation price in one
          update.
        </li>
        <li>
          While a price is <Term id="stale-price">stale</Term> or{" "}
          <Term id="held-update" after=",">
            held
          </Term>{" "}
          new positions and liquidations pause, and you may have to close at the less favorable
          price.
        </li>
        <li>The index is an average of many homes. The value of one home can move differently.</li>
        <li>
          Payouts wait for the settlement delay and an hourly and daily limit. Software and its
          operators can fail.
        </li>
      </ul>
    </Part>
  );
}
