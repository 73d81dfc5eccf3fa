/** What the three cards show for the choices of a reader, from `domain/example`; pure. */
import type { CollateralE6, PriceE8, RateE12 } from "@/domain/amounts";
import {
  breakEvenMove,
  type Example,
  type ExampleRules,
  fundingOver,
  healthAt,
  liquidationMove,
  notionalOf,
  profitAt,
  requiredAt,
  returnAt,
  roundTripFee,
} from "@/domain/example/position-example";
import type { DetailedMarket } from "@/domain/model";

const PERCENT = 10_000_000_000n;
const ONE = 100n * PERCENT;

export const ratePercent = (percent: number): RateE12 =>
  (BigInt(Math.round(percent * 100)) * (PERCENT / 100n)) as RateE12;

/** The index price after a move. */
export function priceAt(price: PriceE8, move: RateE12): PriceE8 {
  return ((price * (ONE + move)) / ONE) as PriceE8;
}

export interface ProfitLesson {
  readonly notional: CollateralE6;
  readonly profit: CollateralE6;
  readonly part: RateE12;
  /** The position does not survive this move. */
  readonly isLiquidated: boolean;
}

export function profitLesson(example: Example, rules: ExampleRules, move: RateE12): ProfitLesson {
  return {
    notional: notionalOf(example),
    profit: profitAt(example, move),
    part: returnAt(example, move),
    isLiquidated: healthAt(example, rules, move) < ONE,
  };
}

export interface HoldingLesson {
  readonly fee: CollateralE6;
  /** Positive if it is received. */
  readonly funding: CollateralE6;
  /** What holding costs in all; negative if funding pays more than the fees cost. */
  readonly cost: CollateralE6;
  readonly breakEven: RateE12;
}

export function holdingLesson(
  example: Example,
  market: Pick<DetailedMarket, "fundingRate" | "takerFeeRate">,
  days: number,
): HoldingLesson {
  const fee = roundTripFee(example, market.takerFeeRate);
  const funding = fundingOver(example, market.fundingRate, days);
  const cost = (fee - funding) as CollateralE6;
  return { fee, funding, cost, breakEven: breakEvenMove(example, cost) };
}

export interface LiquidationLesson {
  readonly balance: CollateralE6;
  readonly required: CollateralE6;
  readonly health: RateE12;
  readonly isLiquidated: boolean;
  readonly liquidation: RateE12 | null;
}

export function liquidationLesson(
  example: Example,
  rules: ExampleRules,
  move: RateE12,
): LiquidationLesson {
  const health = healthAt(example, rules, move);
  return {
    balance: (example.margin + profitAt(example, move)) as CollateralE6,
    required: requiredAt(example, rules, move),
    health,
    isLiquidated: health < ONE,
    liquidation: liquidationMove(example, rules),
  };
}
