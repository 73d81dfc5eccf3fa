// Generated from edge/streams/messages.py by edge/generate; do not edit.
// Types alone: nothing of this file is in the bundle.

import type {
  Amounts,
  Auction,
  Change,
  DelegateTerms,
  Distribution,
  Level,
  LpPoints,
  Margins,
  MarketRoom,
  OrderBook,
  PerpOrder,
  PlacedOrder,
  PnlInfo,
  Position,
  SettlementRequest,
  SignedAmounts,
  Skew,
  StreamTrade,
} from "./api.js";

/** Levels that changed; `contracts` is the level's new total, 0 means that it is gone. */
export interface BookDelta {
  readonly sequence: number;
  readonly yes: readonly Level[];
  readonly no: readonly Level[];
  readonly bestYesBid: number | null;
  readonly bestYesAsk: number | null;
  readonly bestNoBid: number | null;
  readonly bestNoAsk: number | null;
}

/** The whole book. */
export interface BookSnapshot {
  readonly orderBook: OrderBook;
}

/** A waiting order, whole; one that ended has its ids and `isOpen` false. */
export interface ChangedPerpOrder {
  readonly orderId: number;
  readonly marginAccountId: number;
  readonly marketId: number;
  readonly isOpen?: false;
  readonly orderType?: "auction" | "limit" | "stop" | "takeProfit" | "trailing";
  readonly triggerBy?: "index" | "market";
  readonly side?: "long" | "short";
  readonly reduceOnly?: boolean;
  readonly wholePosition?: boolean;
  readonly size?: string;
  readonly triggerPrice?: string | null;
  readonly trailRate?: string | null;
  readonly bestPrice?: string | null;
  readonly acceptablePrice?: string | null;
  readonly group?: number;
  readonly expiresAt?: number;
  readonly stopPrice?: string | null;
  readonly targetPrice?: string | null;
  readonly isLocked?: boolean;
  readonly isDue?: boolean;
  readonly deferredReason?: string | null;
  readonly deferredText?: string | null;
  readonly delegate?: string | null;
}

/** The outcome of a command of the wallet or of its delegate. */
export interface CommandDone {
  readonly kind: "command";
  readonly signature: string | null;
  readonly slot: number;
  readonly name: string | null;
  readonly nonce: number | null;
  readonly status: "applied" | "rejected" | "ignored";
  readonly code: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly timestamp: number;
}

/** The status of the exchange. */
export interface ExchangeInShort {
  readonly status: string;
  readonly paused: boolean;
}

/** A piece of a position was liquidated. */
export interface Liquidated {
  readonly kind: "liquidation";
  readonly timestamp: number;
  readonly exchangeId: number;
  readonly signature: string | null;
  readonly slot: number;
  readonly user: string;
  readonly marginAccountId: number;
  readonly liquidator: string;
  readonly liquidatedMargin: string;
  readonly liquidationStartedAt: number;
  readonly maxLiquidationFee: string;
  readonly liquidationFee: string;
  readonly marketId: number;
  readonly amountLiquidated: string;
  readonly amountLiquidatedNotional: string;
  readonly newPositionSize: string;
  readonly indexPrice: string;
}

/** A deposit into or a removal from the pool. */
export interface LiquidityModified {
  readonly kind: "lp";
  readonly timestamp: number;
  readonly exchangeId: number;
  readonly signature: string | null;
  readonly slot: number;
  readonly user: string;
  readonly modifyLiquidityKind: "add" | "remove" | "upgrade";
  readonly liquidity: string;
  readonly shares: string;
  readonly sharePrice: string;
  readonly newLiquidityAmount: string;
  readonly newSharesAmount: string;
  readonly lpPositionId: number | null;
  readonly maturity: number | null;
}

/** A deposit into the pool (API 3.4). */
export interface LpPosition {
  readonly id: number;
  readonly address: string;
  readonly liquidity: string;
  readonly shares: string;
  readonly maturity: number;
  readonly hasReachedMaturity: boolean;
  readonly maxRemovableShares: string;
  readonly shareValue: string;
  readonly sharePrice: string;
  readonly pnl: Change;
  readonly points: LpPoints;
  readonly canClose: boolean;
  readonly isClosed?: boolean;
}

/** A margin account with its positions (API 3.3). */
export interface MarginAccount {
  readonly address: string;
  readonly name: string;
  readonly id: number;
  readonly marginCollateral: string;
  readonly openInterest: string;
  readonly leverageMultiple: string | null;
  readonly healthRatio: string | null;
  readonly canClose: boolean;
  readonly canLiquidate: boolean;
  readonly inLiquidation: boolean;
  readonly wasRecentlyLiquidated: boolean;
  readonly margins: Margins;
  readonly pnlInfo: PnlInfo;
  readonly positions: readonly Position[];
  readonly delegate: string | null;
  readonly delegateTerms: DelegateTerms | null;
  readonly maxWithdrawableAmount: string;
  readonly isClosed?: boolean;
}

/** A deposit or a withdrawal of margin. */
export interface MarginMoved {
  readonly kind: "marginTransfer";
  readonly timestamp: number;
  readonly exchangeId: number;
  readonly signature: string | null;
  readonly slot: number;
  readonly user: string;
  readonly marginTransferKind: "deposit" | "withdraw";
  readonly marginAccountId: number;
  readonly margin: string;
  readonly settlementRequestMaturity: number | null;
}

/** The keys of the market that changed, each whole, and the auctions held since. */
export interface MarketDelta {
  readonly indexPrice?: string;
  readonly indexPriceAt?: number;
  readonly nextPrintAt?: number;
  readonly marketPrice?: string;
  readonly fundingRate?: string;
  readonly fundingVelocity?: string;
  readonly openInterest?: Amounts;
  readonly openInterestDistribution?: Distribution;
  readonly skew?: Skew;
  readonly availableOpenInterest?: MarketRoom;
  readonly paused?: boolean;
  readonly auctions?: readonly Auction[];
}

/** A prediction market of the stream. */
export interface MarketInShort {
  readonly marketId: number;
  readonly status: "closed" | "open" | "resolved" | "upcoming" | "voided";
  readonly lastYesPrice: number | null;
  readonly bestYesBid: number | null;
  readonly bestYesAsk: number | null;
  readonly volumeContracts: number;
  readonly openInterestContracts: number;
}

/** A market in the stream of all markets (API 5.8). */
export interface MarketRow {
  readonly marketId: number;
  readonly indexPrice: string;
  readonly indexPriceAt: number;
  readonly marketPrice: string;
  readonly fundingRate: string;
  readonly openInterest: Amounts;
  readonly skew: Skew;
  readonly paused: boolean;
}

/** A market in its own stream (API 5.8). */
export interface MarketState {
  readonly marketId: number;
  readonly indexPrice: string;
  readonly indexPriceAt: number;
  readonly nextPrintAt: number;
  readonly marketPrice: string;
  readonly fundingRate: string;
  readonly fundingVelocity: string;
  readonly openInterest: Amounts;
  readonly openInterestDistribution: Distribution;
  readonly skew: Skew;
  readonly availableOpenInterest: MarketRoom;
  readonly paused: boolean;
}

/** What changed, each market whole. */
export interface MarketsDelta {
  readonly exchange?: ExchangeInShort;
  readonly markets?: readonly MarketRow[];
}

/** Every market in short. */
export interface MarketsSnapshot {
  readonly exchange: ExchangeInShort;
  readonly markets: readonly MarketRow[];
}

/** A prediction order after an event. */
export interface PredictionOrderMoved {
  readonly kind: "order";
  readonly event: "orderAmended" | "orderCanceled" | "orderExpired" | "orderFilled" | "orderOpened";
  readonly reason: string | null;
  readonly orderId: number;
  readonly clientOrderId: string | null;
  readonly marketId: number;
  readonly type: "limit" | "market";
  readonly timeInForce: "fok" | "gtc" | "gtd" | "ioc";
  readonly expiresAt: number | null;
  readonly postOnly: boolean;
  readonly selfTradePrevention: "both" | "cancelIncoming" | "cancelResting";
  readonly side: "no" | "yes";
  readonly price: number;
  readonly contracts: number;
  readonly filledContracts: number;
  readonly remainingContracts: number;
  readonly canceledContracts: number;
  readonly averagePrice: string | null;
  readonly feePoints: string;
  readonly status: "canceled" | "expired" | "filled" | "open" | "partiallyFilled";
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Points of the prediction programme; none before participating. */
export interface PredictionPortfolio {
  readonly availablePoints?: string;
  readonly openInterestPoints?: string;
}

/** A fill of a prediction order. */
export interface PredictionTraded {
  readonly kind: "predictionTrade";
  readonly tradeId: number;
  readonly orderId: number;
  readonly marketId: number;
  readonly side: "no" | "yes";
  readonly price: number;
  readonly contracts: number;
  readonly feePoints: string;
  readonly role: "maker" | "taker";
  readonly timestamp: number;
}

/** Snapshot: every prediction market in short. Delta: the changed ones, whole. */
export interface Predictions {
  readonly markets: readonly MarketInShort[];
}

/** A settlement request has another state. */
export interface SettlementMoved {
  readonly kind: "settlement";
  readonly id: number;
  readonly status: "pending" | "payable" | "authorised" | "settled";
}

/** A trade of the wallet. */
export interface TradeHappened {
  readonly kind: "trade";
  readonly timestamp: number;
  readonly exchangeId: number;
  readonly signature: string | null;
  readonly slot: number;
  readonly user: string;
  readonly marketId: number;
  readonly tradeKind: "open" | "increase" | "decrease" | "close" | "flip";
  readonly side: "long" | "short";
  readonly fillPrice: string;
  readonly indexPrice: string;
  readonly openInterestDelta: SignedAmounts;
  readonly newOpenInterest: SignedAmounts;
  readonly tradeFee: string;
  readonly surcharge: string;
  readonly pnl: string;
  readonly pricePerformance: string;
  readonly fundingPerformance: string;
  readonly marginAccountId: number;
  readonly orderId: number | null;
}

/** Snapshot: the last 50 trades, newest first. Delta: the new ones, oldest first. */
export interface Trades {
  readonly trades: readonly StreamTrade[];
}

/** The events, at most the newest 1,000, and each touched entity whole. */
export interface UserDelta {
  readonly events: readonly (TradeHappened | LiquidityModified | MarginMoved | Liquidated | SettlementMoved | CommandDone | WaitingOrderMoved | PredictionTraded | PredictionOrderMoved)[];
  readonly marginAccounts?: readonly MarginAccount[];
  readonly lpPositions?: readonly LpPosition[];
  readonly settlementRequests?: readonly SettlementRequest[];
  readonly portfolio?: PredictionPortfolio;
  readonly orders?: readonly PlacedOrder[];
  readonly perpOrders?: readonly ChangedPerpOrder[];
}

/** Everything the wallet has; more pages by REST. */
export interface UserSnapshot {
  readonly marginAccounts: readonly MarginAccount[];
  readonly lpPositions: readonly LpPosition[];
  readonly lpPositionsNextCursor: string | null;
  readonly settlementRequests: readonly SettlementRequest[];
  readonly settlementRequestsNextCursor: string | null;
  readonly portfolio: PredictionPortfolio;
  readonly orders: readonly PlacedOrder[];
  readonly perpOrders: readonly PerpOrder[];
}

/** What happened to a waiting order. */
export interface WaitingOrderMoved {
  readonly kind: "perpOrder";
  readonly timestamp: number;
  readonly exchangeId: number;
  readonly signature: string | null;
  readonly slot: number;
  readonly user: string;
  readonly marginAccountId: number;
  readonly marketId: number;
  readonly orderId: number;
  readonly event: "placed" | "amended" | "deferred" | "filled" | "ended";
  readonly orderType: "auction" | "limit" | "stop" | "takeProfit" | "trailing" | null;
  readonly triggerBy: "index" | "market" | null;
  readonly reduceOnly: boolean | null;
  readonly wholePosition: boolean | null;
  readonly size: string | null;
  readonly triggerPrice: string | null;
  readonly trailRate: string | null;
  readonly acceptablePrice: string | null;
  readonly group: number | null;
  readonly expiresAt: number | null;
  readonly stopPrice: string | null;
  readonly targetPrice: string | null;
  readonly parentOrderId: number | null;
  readonly matchedSize: string | null;
  readonly fillPrice: string | null;
  readonly tradeFee: string | null;
  readonly surcharge: string | null;
  readonly leftSize: string | null;
  readonly endReason: "filled" | "canceled" | "group" | "expired" | "rejected" | "noPosition" | "liquidation" | "marketSettled" | null;
  readonly code: string | null;
  readonly text: string | null;
}

/** What a channel sends, by its name: the state as a snapshot, then deltas. */
export interface Channels {
  /** Every market in short. */
  readonly markets: { readonly snapshot: MarketsSnapshot; readonly delta: MarketsDelta };
  /** One market. */
  readonly [name: `market:${string}`]: { readonly snapshot: MarketState; readonly delta: MarketDelta };
  /** Trades of all markets. */
  readonly trades: { readonly snapshot: Trades; readonly delta: Trades };
  /** Trades of one market. */
  readonly [name: `trades:${string}`]: { readonly snapshot: Trades; readonly delta: Trades };
  /** The book of a prediction market. */
  readonly [name: `orderBook:${string}`]: { readonly snapshot: BookSnapshot; readonly delta: BookDelta };
  /** Every prediction market in short. */
  readonly predictions: { readonly snapshot: Predictions; readonly delta: Predictions };
  /** One wallet; needs a login. */
  readonly [name: `user:${string}`]: { readonly snapshot: UserSnapshot; readonly delta: UserDelta };
}
