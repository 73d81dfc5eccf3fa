/** The pool as its page shows it (API 3.1). */

import type { CollateralE6, RateE12, SharePriceE8, TokenE6 } from "@/domain/amounts";
import { parseCollateral, parseRate, parseSharePrice, parseToken } from "@/domain/parse";
import type { Exchange } from "@/generated/api";

export interface Pool {
  readonly status: "active" | "paused" | "halted";
  readonly sharePrice: SharePriceE8;
  readonly shares: TokenE6;
  readonly lpBalance: CollateralE6;
  readonly tvl: CollateralE6;
  readonly reserve: CollateralE6;
  readonly requiredMinimum: CollateralE6;
  readonly requiredShare: RateE12;
  readonly openInterest: CollateralE6;
  readonly netExposureCap: CollateralE6;
  readonly feeApr: RateE12;
  readonly minLpDurationS: number;
  readonly settlementDelayS: number;
  readonly minLiquidity: CollateralE6;
  readonly minSettlement: CollateralE6;
  readonly maxKeeperTipRate: RateE12;
}

export function decodePool(wire: Exchange): Pool {
  const rules = wire.specification;
  return {
    status: rules.status,
    sharePrice: parseSharePrice(wire.sharePrice),
    shares: parseToken(wire.lpShares),
    lpBalance: parseCollateral(wire.lpBalance),
    tvl: parseCollateral(wire.tvl),
    reserve: parseCollateral(wire.reserveBalance),
    requiredMinimum: parseCollateral(wire.requiredMinimumBalance),
    requiredShare: parseRate(wire.requiredMinimumBalancePercent),
    openInterest: parseCollateral(wire.openInterest),
    netExposureCap: parseCollateral(rules.netExposureCap),
    feeApr: parseRate(wire.lpYield.apr),
    minLpDurationS: wire.minLpDuration,
    settlementDelayS: wire.settlementDelay,
    minLiquidity: parseCollateral(rules.minLiquidity),
    minSettlement: parseCollateral(rules.minSettlementAmount),
    maxKeeperTipRate: parseRate(rules.maxKeeperTipRate),
  };
}

/** What a deposit is worth that the sentence of its row says first. */
export type DepositState = "maturing" | "mature" | "blocked" | "drained";

/** Where a deposit stands (API 8.2); blocked: mature, but the pool can spare nothing now. */
export function depositState(row: {
  readonly canClose: boolean;
  readonly isMature: boolean;
  readonly maxRemovable: TokenE6;
}): DepositState {
  if (row.canClose) return "drained";
  if (!row.isMature) return "maturing";
  return row.maxRemovable > 0n ? "mature" : "blocked";
}
