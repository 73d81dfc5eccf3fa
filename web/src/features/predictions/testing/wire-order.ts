import type { PlacedOrder, PredictionMarket } from "@/generated/api";

/** An order as the server sends it: 10 YES resting at 40. */
export function wireOrder(change: Partial<PlacedOrder> = {}): PlacedOrder {
  return {
    orderId: 71,
    clientOrderId: null,
    marketId: 7,
    type: "limit",
    timeInForce: "gtc",
    expiresAt: null,
    postOnly: false,
    selfTradePrevention: "cancelResting",
    side: "yes",
    price: 40,
    contracts: 10,
    filledContracts: 0,
    remainingContracts: 10,
    canceledContracts: 0,
    averagePrice: null,
    feePoints: "0",
    status: "open",
    reservedPoints: "400000000",
    queueContracts: 5,
    createdAt: 1_420_000_000,
    updatedAt: 1_420_000_000,
    ...change,
  };
}

/** An open question about an index as the server sends it. */
export function wireQuestion(change: Partial<PredictionMarket> = {}): PredictionMarket {
  return {
    marketId: 7,
    title: "Will Austin, TX's index be at or above 150.00 on 2015-02-01?",
    description: "The median price of a square foot.",
    category: "index",
    rules: "Source: the index of Austin, TX on this exchange.",
    acreId: 4804,
    strike: "15000000000",
    opensAt: 1_420_000_000,
    closesAt: 1_422_000_000,
    resolvesAt: 1_422_043_200,
    status: "open",
    isResolved: false,
    outcome: null,
    lastYesPrice: 42,
    volumeContracts: 30,
    openInterestContracts: 20,
    resolution: null,
    ...change,
  };
}
