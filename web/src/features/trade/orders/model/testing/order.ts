import type { PriceE8, SizeE6 } from "@/domain/amounts";
import type { PerpOrder, PerpOrderEvent, PerpOrderQuote } from "@/generated/api";
import { wireQuote } from "@/test/rows";
import type { WaitingOrder } from "../waiting-order";

/** A stop that sells at $99.00. */
export function waitingOrder(change: Partial<WaitingOrder> = {}): WaitingOrder {
  return {
    id: 7,
    marginAccountId: 0,
    marketId: 3,
    type: "stop",
    triggerBy: "index",
    side: "short",
    reduceOnly: false,
    isWhole: false,
    size: -28_600_000n as SizeE6,
    trigger: 9_900_000_000n as PriceE8,
    trail: null,
    worst: 9_801_000_000n as PriceE8,
    group: 0,
    expiresAt: 2_000_000_000,
    stop: null,
    target: null,
    isLocked: false,
    isDue: false,
    deferredReason: null,
    ...change,
  };
}

/** The same from the wire. */
export function wireWaiting(change: Partial<PerpOrder> = {}): PerpOrder {
  return {
    orderId: 7,
    marginAccountId: 0,
    marketId: 3,
    orderType: "stop",
    triggerBy: "index",
    side: "short",
    reduceOnly: false,
    wholePosition: false,
    size: "-28600000",
    triggerPrice: "9900000000",
    trailRate: null,
    bestPrice: null,
    acceptablePrice: "9801000000",
    group: 0,
    expiresAt: 2_000_000_000,
    stopPrice: null,
    targetPrice: null,
    isLocked: false,
    isDue: false,
    deferredReason: null,
    deferredText: null,
    delegate: null,
    ...change,
  };
}

export function wireOrderQuote(change: Partial<PerpOrderQuote> = {}): PerpOrderQuote {
  return {
    isPlaceable: true,
    placingReasons: [],
    orderMargin: "1000000",
    size: "28600000",
    triggerPrice: null,
    acceptablePrice: "10590000000",
    expiresAt: 2_000_000_000,
    atTrigger: wireQuote(),
    now: wireQuote(),
    auction: {
      timestamp: 1_420_156_800,
      locksAt: 1_420_156_740,
      costNow: "6500000",
      costMatched: "600000",
      costWithPool: "2400000",
      saving: "4100000",
      savingMatched: "5900000",
    },
    lossToStop: null,
    ...change,
  };
}

export function wireOrderEvent(change: Partial<PerpOrderEvent>): PerpOrderEvent {
  return {
    timestamp: 1_420_070_400,
    exchangeId: 0,
    signature: "signature",
    slot: 9,
    user: "user",
    marginAccountId: 0,
    marketId: 3,
    orderId: 7,
    event: "placed",
    orderType: null,
    triggerBy: null,
    reduceOnly: null,
    wholePosition: null,
    size: null,
    triggerPrice: null,
    trailRate: null,
    acceptablePrice: null,
    group: null,
    expiresAt: null,
    stopPrice: null,
    targetPrice: null,
    parentOrderId: null,
    matchedSize: null,
    fillPrice: null,
    tradeFee: null,
    surcharge: null,
    leftSize: null,
    endReason: null,
    code: null,
    text: null,
    ...change,
  };
}
