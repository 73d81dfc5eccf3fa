/** Wire rows to entities: accounts, quotes and history of one user. */

import type {
  DelegateTerms,
  IfMoved,
  MarginAccount,
  ModificationLimit,
  PnlInfo,
  PnlPart,
  Position,
  PositionQuote,
  SettlementRequest,
  Trade,
} from "@/domain/model";
import { nullable, parseCollateral, parsePrice, parseRate } from "@/domain/parse";
import type * as Wire from "@/generated/api";
import { decodeFundingParts, decodeSized } from "./decode-market";

const price = nullable(parsePrice);
const rate = nullable(parseRate);
const collateral = nullable(parseCollateral);

function decodePnlPart({ value, percentChange }: Wire.Change): PnlPart {
  return { value: parseCollateral(value), percentChange: rate(percentChange) };
}

function decodePnl(wire: Wire.PnlInfo): PnlInfo {
  return {
    total: decodePnlPart(wire.totalPnl),
    price: decodePnlPart(wire.priceComponent),
    funding: decodePnlPart(wire.accruedFunding),
  };
}

export function decodePosition(wire: Wire.Position): Position {
  return {
    marketId: wire.marketId,
    side: wire.side,
    ...decodeSized(wire.openInterest),
    pnl: decodePnl(wire.pnlInfo),
    entryPrice: parsePrice(wire.lastInteractionPrice),
    liquidationPrice: price(wire.liquidationPrice),
    margin: collateral(wire.initialMargin),
    leverage: rate(wire.leverageMultiple),
    returnOnMargin: rate(wire.returnOnMargin),
  };
}

export function decodeMarginAccount(wire: Wire.MarginAccount): MarginAccount {
  const { margins } = wire;
  return {
    id: wire.id,
    name: wire.name,
    address: wire.address,
    collateral: parseCollateral(wire.marginCollateral),
    openInterest: parseCollateral(wire.openInterest),
    leverage: rate(wire.leverageMultiple),
    health: rate(wire.healthRatio),
    canClose: wire.canClose,
    canLiquidate: wire.canLiquidate,
    isInLiquidation: wire.inLiquidation,
    wasRecentlyLiquidated: wire.wasRecentlyLiquidated,
    availableMargin: parseCollateral(margins.availableMargin),
    totalRequiredMargin: parseCollateral(margins.totalRequiredMargin),
    requiredInitialMargin: parseCollateral(margins.requiredInitialMargin),
    maxWithdrawable: collateral(wire.maxWithdrawableAmount),
    pnl: decodePnl(wire.pnlInfo),
    positions: wire.positions.map(decodePosition),
    delegate: wire.delegate,
    delegateTerms: decodeTerms(wire.delegateTerms),
  };
}

function decodeTerms(terms: Wire.DelegateTerms | null): DelegateTerms | null {
  return (
    terms && {
      expiresAt: terms.expiresAt,
      notionalPerDay: collateral(terms.notionalPerDay),
      usedToday: parseCollateral(terms.usedToday),
      markets: terms.markets,
    }
  );
}

/** The accounts that are open. */
export function decodeMarginAccounts(
  rows: readonly Wire.MarginAccount[],
): readonly MarginAccount[] {
  return rows.filter(({ isClosed }) => !isClosed).map(decodeMarginAccount);
}

export function decodeSettlementRequest(wire: Wire.SettlementRequest): SettlementRequest {
  return {
    id: wire.id,
    address: wire.address,
    amount: parseCollateral(wire.amount),
    keeperTip: parseCollateral(wire.keeperTip),
    mint: wire.mint,
    maturity: wire.maturity,
    status: wire.status,
    signature: wire.signature,
  };
}

function decodeIfMoved(wire: Wire.IfMoved): IfMoved {
  return {
    down10: collateral(wire.down10),
    down5: collateral(wire.down5),
    down2: collateral(wire.down2),
    up2: collateral(wire.up2),
    up5: collateral(wire.up5),
    up10: collateral(wire.up10),
  };
}

export function decodeQuote(wire: Wire.PositionQuote): PositionQuote {
  const { costOfHolding, ifMoved } = wire;
  return {
    delta: decodeSized(wire.openInterestDelta),
    fillPrice: parsePrice(wire.fillPrice),
    indexPrice: parsePrice(wire.indexPrice),
    priceImpact: parseRate(wire.priceImpact),
    tradeFee: parseCollateral(wire.tradeFee),
    surcharge: collateral(wire.surcharge),
    liquidationPrice: price(wire.liquidationPrice),
    leverage: rate(wire.leverageMultiple),
    fundingOneHour: collateral(wire.accruedFundingEstimateOneHour),
    fundingParts: decodeFundingParts(wire.fundingParts),
    holdingRate: parseRate(wire.holdingRate),
    costOfHolding: {
      oneDay: parseCollateral(costOfHolding.oneDay),
      sevenDays: parseCollateral(costOfHolding.sevenDays),
      thirtyDays: parseCollateral(costOfHolding.thirtyDays),
    },
    breakEvenPrice: price(wire.breakEvenPrice),
    collateralAfter: collateral(wire.marginCollateralAfter),
    availableAfter: collateral(wire.availableMarginAfter),
    requiredAfter: collateral(wire.totalRequiredMarginAfter),
    freeMarginChange: collateral(wire.freeMarginChange),
    realizedPnl: collateral(wire.realizedPnl),
    ifMoved: ifMoved ? decodeIfMoved(ifMoved) : null,
    isExecutable: wire.isExecutable,
    reasons: wire.reasons,
  };
}

export function decodeLimit(wire: Wire.ModificationLimits): ModificationLimit {
  const { maxPositionModification: largest, minPositionModification: smallest } = wire;
  return {
    marketId: wire.marketId,
    side: wire.side,
    maxDelta: largest && decodeSized(largest.openInterestDelta),
    maxLeverage: largest && rate(largest.leverageMultiple),
    minDelta: smallest && decodeSized(smallest.openInterestDelta),
  };
}

/** Of a user's history, or of the stream, which does not say whose account it was. */
export function decodeTrade(wire: Wire.Trade | Wire.StreamTrade): Trade {
  // A trade of the exchange itself, as when a position is reduced by it, has no transaction.
  const { slot, signature, user, marketId, timestamp } = wire;
  const delta = decodeSized(wire.openInterestDelta);
  return {
    key: `${slot}:${signature}:${user}:${marketId}:${timestamp}:${delta.size}`,
    timestamp,
    signature,
    slot,
    user,
    marketId,
    marginAccountId: "marginAccountId" in wire ? wire.marginAccountId : null,
    tradeKind: wire.tradeKind,
    side: wire.side,
    fillPrice: parsePrice(wire.fillPrice),
    indexPrice: parsePrice(wire.indexPrice),
    delta,
    fee: parseCollateral(wire.tradeFee),
    surcharge: collateral(wire.surcharge),
    pnl: parseCollateral(wire.pnl),
    funding: parseCollateral(wire.fundingPerformance),
  };
}
