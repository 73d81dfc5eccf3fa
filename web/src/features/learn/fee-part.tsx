import { formatPercent, formatUsd } from "@/domain/format";
import { parseCollateral, parseRate } from "@/domain/parse";
import type { ExampleMarket } from "@/state/use-example-market";
import { Term } from "@/ui/term";
import { spokenDuration } from "@/words/spoken-duration";
import css from "./learn.module.css";
import { Part } from "./part";
import type { ExampleProps } from "./price-parts";

interface Fee {
  readonly what: string;
  readonly cost: string;
}

const usd = (text: string) => formatUsd(parseCollateral(text), "CollateralE6");
const percent = (text: string) => formatPercent(parseRate(text));

/** What the exchange charges, from its own parameters. */
function feesOf({ market: { specification: of }, exchange }: ExampleMarket): readonly Fee[] {
  return [
    { what: "Trade that widens the imbalance (taker)", cost: percent(of.takerFeeRate) },
    { what: "Trade that narrows it (maker)", cost: percent(of.makerFeeRate) },
    {
      what: "Liquidation, of the closed notional",
      cost: `${percent(of.liquidationFeeRate)}, ${usd(exchange.minLiquidationFee)} to ${usd(exchange.maxLiquidationFee)}`,
    },
    { what: "Deposit or withdrawal", cost: "Free" },
    { what: "Keeper tip (optional)", cost: `Up to ${percent(exchange.maxKeeperTipRate)}` },
    { what: "Prediction, taker (burned)", cost: "2% × P × (100 − P) ÷ 100 points" },
    { what: "Prediction, maker", cost: "Free" },
  ];
}

export function FeePart({ example }: ExampleProps) {
  return (
    <Part id="fees" title="Fees" aside={example ? <FeeTable {...example} /> : null}>
      <p>
        A trade pays a <Term id="fee">trading fee</Term> on its notional. The part that reduces the
        long/short imbalance pays the lower rate. <Term id="price-impact">Price impact</Term> is not
        a fee: it comes back if you close while the imbalance is the same.
      </p>
      {example ? (
        <p>
          Of each trading fee, {percent(example.exchange.protocolFeeRate)} goes to the protocol,{" "}
          {percent(example.exchange.reserveFeeShare)} of the rest to the reserve, and the remainder
          to the liquidity pool. Withdrawals are paid after{" "}
          {spokenDuration(example.exchange.settlementDelay)}.
        </p>
      ) : null}
      <p>
        Each transaction also costs a small network fee in{" "}
        <Term id="sol" after=".">
          SOL
        </Term>{" "}
        The order ticket shows all costs, and the <Term id="break-even">break-even</Term> price,
        before you sign.
      </p>
    </Part>
  );
}

function FeeTable(example: ExampleMarket) {
  return (
    <>
      <h3>Fees in {example.market.name}</h3>
      <table>
        <tbody>
          {feesOf(example).map(({ what, cost }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td className="figures">{cost}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css["note"]}>P is the price of a contract in points.</p>
    </>
  );
}
