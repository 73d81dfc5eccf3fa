/** Wire rows for tests: complete, with the parts a test cares about replaced. */
import type * as Wire from "@/generated/api";

type Changes = Record<string, unknown>;

export function wireSummary(change: Changes = {}): Wire.Summary {
  return {
    market: "AUS-USD",
    marketId: 3,
    name: "Austin, TX",
    state: "TX",
    country: "US",
    acreId: 4804,
    tradable: true,
    symbol: "AUS",
    category: "city",
    currency: "USD",
    metric: "sqft",
    pythTokenId: null,
    latitude: 30.27,
    longitude: -97.74,
    indexPrice: "10486000000",
    change1d: "0.0001",
    change1y: "0.0721",
    volume24h: "1000000",
    openInterest: "73760000000",
    maxLeverageMultiple: "10",
    tags: [],
    paused: false,
    ...change,
  };
}

export function wireLive(change: Changes = {}) {
  return {
    marketId: 3,
    indexPrice: "10500000000",
    indexPriceAt: 1_420_070_400,
    marketPrice: "10510000000",
    fundingRate: "0.000152",
    openInterest: { size: "1000000", notional: "105000000" },
    skew: { size: "0", notional: "0", percent: "0" },
    paused: false,
    ...change,
  };
}

export function wireMarket(change: Changes = {}): Wire.MarketDetail {
  return {
    ...wireSummary(),
    ...wireLive(),
    address: "market",
    id: 3,
    metadata: wireSummary(),
    openInterestDistribution: {
      long: { size: "2", notional: "2", percent: "0.6" },
      short: { size: "1", notional: "1", percent: "0.4" },
    },
    fundingVelocity: "0",
    maxFundingVelocity: "0.003",
    fundingRateAprs: { oneHour: "0", eightHour: "0", oneDay: "0", oneYear: "0.0548" },
    availableOpenInterest: {
      long: { size: "1", notional: "1" },
      short: { size: "1", notional: "1" },
    },
    makerFeeRate: "0.0002",
    takerFeeRate: "0.0015",
    specification: { oracleMaxAge: 93_600 } as Wire.MarketSpecification,
    fundingParts: { drift: "0.0001", crowding: "0.00004", spread: "0.000012" },
    holdingRate: "0",
    forecast: { fast: "0.0001", slow: "0.0001", mid: "0.0001" },
    levelPrice: "10400000000",
    noise: "0.0004",
    auctionOnly: false,
    nextPrintAt: 1_420_156_800,
    increaseBlockedUntil: null,
    heldPrint: null,
    ...change,
  };
}

const pnl = (value: string) => ({ value, percentChange: "0.03" });

export function wirePosition(change: Changes = {}): Wire.Position {
  return {
    marketId: 3,
    side: "long",
    openInterest: { size: "30000000", notional: "3000000000" },
    pnlInfo: {
      totalPnl: pnl("90000000"),
      priceComponent: pnl("91000000"),
      accruedFunding: pnl("-1000000"),
    },
    lastInteractionPrice: "10200000000",
    lastInteractionFundingPerUnit: "0",
    initialMarginRatio: "0.1",
    maintenanceMarginRatio: "0.05",
    accruedFundingEstimateOneHour: "-19000",
    totalRequiredMargin: "150000000",
    liquidationPrice: "7340000000",
    initialMargin: "300000000",
    leverageMultiple: "3.01",
    returnOnMargin: "0.3",
    ...change,
  };
}

export function wireAccount(change: Changes = {}): Wire.MarginAccount {
  return {
    address: "account",
    name: "Account 0",
    id: 0,
    marginCollateral: "1000000000",
    openInterest: "0",
    leverageMultiple: "0",
    healthRatio: null,
    canClose: false,
    canLiquidate: false,
    inLiquidation: false,
    wasRecentlyLiquidated: false,
    margins: {
      availableMargin: "1000000000",
      totalRequiredMargin: "0",
      totalRequiredMarginRatio: null,
      requiredInitialMargin: "0",
      requiredMaintenanceMargin: "0",
      requiredLiquidationFeeMargin: "0",
      accumulatedLiquidationFees: "0",
    },
    pnlInfo: { totalPnl: pnl("0"), priceComponent: pnl("0"), accruedFunding: pnl("0") },
    positions: [],
    delegate: null,
    delegateTerms: null,
    maxWithdrawableAmount: "1000000000",
    isClosed: false,
    ...change,
  };
}

export function wireQuote(change: Changes = {}): Wire.PositionQuote {
  return {
    openInterestDelta: { size: "28600000", notional: "3000000000" },
    positionInitialMarginRatio: "0.1",
    positionMaintenanceMarginRatio: "0.05",
    fillPrice: "10495000000",
    indexPrice: "10486000000",
    priceImpact: "0.0008",
    tradeFee: "4500000",
    liquidationPrice: "7550000000",
    leverageMultiple: "3.01",
    accruedFundingEstimateOneHour: "-19512",
    pointsQuote: { perDay: "0", multiplier: "1" },
    isExecutable: true,
    reasons: [],
    surcharge: "0",
    fundingParts: { drift: "0.0001", crowding: "0", spread: "0" },
    holdingRate: "0",
    costOfHolding: { oneDay: "4612345", sevenDays: "7312345", thirtyDays: "18912345" },
    breakEvenPrice: "10561000000",
    marginCollateralAfter: "995500000",
    availableMarginAfter: "992000000",
    totalRequiredMarginAfter: "170000000",
    freeMarginChange: "-304500000",
    realizedPnl: "0",
    ifMoved: {
      down10: null,
      down5: "-157000000",
      down2: "-66000000",
      up2: "54000000",
      up5: "144000000",
      up10: "294000000",
    },
    ...change,
  };
}

export function wireTrade(change: Changes = {}): Wire.Trade {
  return {
    timestamp: 1_420_070_400,
    exchangeId: 0,
    signature: "signature",
    slot: 9,
    user: "user",
    marketId: 3,
    tradeKind: "open",
    side: "long",
    fillPrice: "10495000000",
    indexPrice: "10486000000",
    openInterestDelta: { size: "28600000", notional: "3000000000" },
    newOpenInterest: { size: "28600000", notional: "3000000000" },
    tradeFee: "4500000",
    surcharge: "0",
    pnl: "0",
    pricePerformance: "0",
    fundingPerformance: "0",
    marginAccountId: 0,
    orderId: null,
    ...change,
  };
}

export function wireLimit(change: Changes = {}): Wire.ModificationLimits {
  return {
    marketId: 3,
    side: "long",
    maxPositionModification: {
      openInterestDelta: { size: "95000000", notional: "10000000000" },
      leverageMultiple: "10",
    },
    minPositionModification: {
      openInterestDelta: { size: "9600", notional: "1000000" },
      leverageMultiple: "0.001",
    },
    ...change,
  };
}
