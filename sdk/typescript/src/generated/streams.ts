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
  /** Number of the last command that is in it; of the book; may jump. */
  readonly sequence: number;
  /** Resting bids for YES, best first. */
  readonly yes: readonly Level[];
  /** Resting bids for NO, best first. */
  readonly no: readonly Level[];
  /** Best resting bid for YES; null without one. */
  readonly bestYesBid: number | null;
  /** 100 - best bid for NO; null without one. */
  readonly bestYesAsk: number | null;
  /** Best resting bid for NO; null without one. */
  readonly bestNoBid: number | null;
  /** 100 - best bid for YES; null without one. */
  readonly bestNoAsk: number | null;
}

/** The whole book. */
export interface BookSnapshot {
  /** Resting orders by price. */
  readonly orderBook: OrderBook;
}

/** A waiting order, whole; one that ended has its ids and `isOpen` false. */
export interface ChangedPerpOrder {
  /** Order, by its number. */
  readonly orderId: number;
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Market, by its number. */
  readonly marketId: number;
  /** Always `false`: the order has ended. */
  readonly isOpen?: false;
  /** What makes the order trade. */
  readonly orderType?: "auction" | "limit" | "stop" | "takeProfit" | "trailing";
  /** Price that is compared with the trigger: the index, or the market price with the skew. */
  readonly triggerBy?: "index" | "market";
  /** Direction of the position or trade. */
  readonly side?: "long" | "short";
  /** Whether the order may only make the position smaller. */
  readonly reduceOnly?: boolean;
  /** Whether the order closes all of the position there is when it trades. */
  readonly wholePosition?: boolean;
  /** Area, in square feet or meters as `metric` of the market says; area, signed, 6 decimals. */
  readonly size?: string;
  /** Price at which a limit, stop or target begins, USD with 8 decimals; null of other orders. */
  readonly triggerPrice?: string | null;
  /**
   * Distance of a trailing stop from the best price, a part of that price; null of other orders;
   * decimal.
   */
  readonly trailRate?: string | null;
  /** Best price since the trailing order was placed; null of other orders; USD, 8 decimals. */
  readonly bestPrice?: string | null;
  /** Worst fill price that is accepted, USD with 8 decimals. */
  readonly acceptablePrice?: string | null;
  /** Orders of one group other than 0 cancel each other: the first to trade ends the rest. */
  readonly group?: number;
  /** When it ends unless it was filled; unix seconds, UTC. */
  readonly expiresAt?: number;
  /** Index price at which the bracket closes the position at a loss, USD with 8 decimals. */
  readonly stopPrice?: string | null;
  /** Index price at which the bracket closes the position at a profit, USD with 8 decimals. */
  readonly targetPrice?: string | null;
  /** Whether it takes part in an auction that has begun. */
  readonly isLocked?: boolean;
  /** Whether the trigger was reached, so that the next step tries it. */
  readonly isDue?: boolean;
  /** Code of the reason why a due order waits; null when nothing holds it up. */
  readonly deferredReason?: string | null;
  /** Words of `deferredReason`; null without one. */
  readonly deferredText?: string | null;
  /** Wallet that may trade for the owner within its terms; null: none; base58 of 32 bytes. */
  readonly delegate?: string | null;
}

/** The outcome of a command of the wallet or of its delegate. */
export interface CommandDone {
  /** What happened. */
  readonly kind: "command";
  /** Signature of the transaction, base58; null for what the engine did by itself. */
  readonly signature: string | null;
  /** Slot of the chain in which it happened. */
  readonly slot: number;
  /** Name of the command; null when its memo cannot be read. */
  readonly name: string | null;
  /** Number of the command among those of the wallet; null when its memo cannot be read. */
  readonly nonce: number | null;
  /** Outcome of the command: `rejected` by a rule, `ignored` when it could not be a command. */
  readonly status: "applied" | "rejected" | "ignored";
  /** Code of the reason for programs; null without one. */
  readonly code: string | null;
  /** Figures of the refusal by name, for programs; empty without any. */
  readonly details: Readonly<Record<string, unknown>>;
  /** When it happened, engine time; unix seconds, UTC. */
  readonly timestamp: number;
}

/** The status of the exchange. */
export interface ExchangeInShort {
  /** State now. */
  readonly status: string;
  /** Whether increases of positions are refused. */
  readonly paused: boolean;
}

/** A piece of a position was liquidated. */
export interface Liquidated {
  /** What happened. */
  readonly kind: "liquidation";
  /** When it happened, engine time; unix seconds, UTC. */
  readonly timestamp: number;
  /** Number of the exchange; there is one, 0. */
  readonly exchangeId: number;
  /** Signature of the transaction, base58; null for what the engine did by itself. */
  readonly signature: string | null;
  /** Slot of the chain in which it happened. */
  readonly slot: number;
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Wallet that liquidated; base58 of 32 bytes. */
  readonly liquidator: string;
  /** What the piece took from the account's collateral; USD, 6 decimals. */
  readonly liquidatedMargin: string;
  /** When the liquidation of the account began; unix seconds, UTC. */
  readonly liquidationStartedAt: number;
  /** Largest fee of a liquidation; USD, 6 decimals. */
  readonly maxLiquidationFee: string;
  /** Fee of the liquidator, on the last piece of a call; USD, 6 decimals. */
  readonly liquidationFee: string;
  /** Market, by its number. */
  readonly marketId: number;
  /** Area that was closed, 6 decimals. */
  readonly amountLiquidated: string;
  /** Area that was closed x index price; USD, 6 decimals. */
  readonly amountLiquidatedNotional: string;
  /** What the piece left of the position; area, signed, 6 decimals. */
  readonly newPositionSize: string;
  /** Price of the index for one unit of area; USD, 8 decimals. */
  readonly indexPrice: string;
}

/** A deposit into or a removal from the pool. */
export interface LiquidityModified {
  /** What happened. */
  readonly kind: "lp";
  /** When it happened, engine time; unix seconds, UTC. */
  readonly timestamp: number;
  /** Number of the exchange; there is one, 0. */
  readonly exchangeId: number;
  /** Signature of the transaction, base58; null for what the engine did by itself. */
  readonly signature: string | null;
  /** Slot of the chain in which it happened. */
  readonly slot: number;
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** What happened to the liquidity. */
  readonly modifyLiquidityKind: "add" | "remove" | "upgrade";
  /** Deposit into the pool; USD, 6 decimals. */
  readonly liquidity: string;
  /** Shares of the pool; token amount, 6 decimals. */
  readonly shares: string;
  /** Price of one share; USD, 8 decimals. */
  readonly sharePrice: string;
  /** Deposit of the position after it; USD, 6 decimals. */
  readonly newLiquidityAmount: string;
  /** Shares of the position after it; token amount, 6 decimals. */
  readonly newSharesAmount: string;
  /** LP position of the wallet, by its number. */
  readonly lpPositionId: number | null;
  /** When it can be removed or paid; unix seconds, UTC. */
  readonly maturity: number | null;
}

/** A deposit into the pool. */
export interface LpPosition {
  /** Number of the row among those of its owner. */
  readonly id: number;
  /** Account of the pool position on the chain; base58 of 32 bytes. */
  readonly address: string;
  /** Deposit into the pool; USD, 6 decimals. */
  readonly liquidity: string;
  /** Shares of the pool; token amount, 6 decimals. */
  readonly shares: string;
  /** When it can be removed or paid; unix seconds, UTC. */
  readonly maturity: number;
  /** Whether `maturity` has passed. */
  readonly hasReachedMaturity: boolean;
  /** Most shares that can be removed now; 0 before maturity; token amount, 6 decimals. */
  readonly maxRemovableShares: string;
  /** Shares x exit price, rounded down; 0 when drained; USD, 6 decimals. */
  readonly shareValue: string;
  /** Price of one share at the deposit; USD, 8 decimals. */
  readonly sharePrice: string;
  /** Share value less the deposit, and its part of the deposit. */
  readonly pnl: Change;
  /** Points that the position has earned. */
  readonly points: LpPoints;
  /** Whether it is empty and may be closed. */
  readonly canClose: boolean;
  /** Whether it was closed; the row is its last one. */
  readonly isClosed?: boolean;
}

/** A margin account with its positions. */
export interface MarginAccount {
  /** Account of the margin on the chain; base58 of 32 bytes. */
  readonly address: string;
  /** Name that the wallet gave the account, else `Account` and its number. */
  readonly name: string;
  /** Number of the account, chosen by its owner. */
  readonly id: number;
  /** Collateral of the account without unrealized P&L; USD, 6 decimals. */
  readonly marginCollateral: string;
  /** Notional of the account's positions at the index prices; USD, 6 decimals. */
  readonly openInterest: string;
  /** Notional ÷ available margin of the account; null when no margin is available; decimal. */
  readonly leverageMultiple: string | null;
  /**
   * Available margin ÷ required margin, below 1 liquidation may begin; null without positions;
   * decimal.
   */
  readonly healthRatio: string | null;
  /** Whether it is empty and may be closed. */
  readonly canClose: boolean;
  /** Whether the required margin exceeds the available one. */
  readonly canLiquidate: boolean;
  /** Whether a liquidation has begun and not ended. */
  readonly inLiquidation: boolean;
  /** Whether a piece of it was liquidated within 24 hours. */
  readonly wasRecentlyLiquidated: boolean;
  /** Available and required margin of the account. */
  readonly margins: Margins;
  /** Unrealized P&L and its parts. */
  readonly pnlInfo: PnlInfo;
  /** Open positions. */
  readonly positions: readonly Position[];
  /** Wallet that may trade for the owner within its terms; null: none; base58 of 32 bytes. */
  readonly delegate: string | null;
  /** Limits of the delegate; null without one. */
  readonly delegateTerms: DelegateTerms | null;
  /**
   * Most that can be withdrawn now, rounded down; unrealized profit is not in it; USD, 6 decimals.
   */
  readonly maxWithdrawableAmount: string;
  /** Whether it was closed; the row is its last one. */
  readonly isClosed?: boolean;
}

/** A deposit or a withdrawal of margin. */
export interface MarginMoved {
  /** What happened. */
  readonly kind: "marginTransfer";
  /** When it happened, engine time; unix seconds, UTC. */
  readonly timestamp: number;
  /** Number of the exchange; there is one, 0. */
  readonly exchangeId: number;
  /** Signature of the transaction, base58; null for what the engine did by itself. */
  readonly signature: string | null;
  /** Slot of the chain in which it happened. */
  readonly slot: number;
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** Whether collateral came or left. */
  readonly marginTransferKind: "deposit" | "withdraw";
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Amount of collateral; USD, 6 decimals. */
  readonly margin: string;
  /** When the withdrawal can be processed; null of a deposit; unix seconds, UTC. */
  readonly settlementRequestMaturity: number | null;
}

/** The keys of the market that changed, each whole, and the auctions held since. */
export interface MarketDelta {
  /** Price of the index for one unit of area; USD, 8 decimals. */
  readonly indexPrice?: string;
  /** When the index price was published; unix seconds, UTC. */
  readonly indexPriceAt?: number;
  /** When the next price update is due; unix seconds, UTC. */
  readonly nextPrintAt?: number;
  /** Index price x (1 + skew ÷ `skewScale`); USD, 8 decimals. */
  readonly marketPrice?: string;
  /** Funding of a day, a part of the notional; above 0 longs pay; decimal. */
  readonly fundingRate?: string;
  /** Change of the funding rate by crowding in a day; decimal. */
  readonly fundingVelocity?: string;
  /** Notional of all open positions, long and short together. */
  readonly openInterest?: Amounts;
  /** Long and short with their parts of the sum. */
  readonly openInterestDistribution?: Distribution;
  /** Long less short of the market. */
  readonly skew?: Skew;
  /** What can still be opened on each side. */
  readonly availableOpenInterest?: MarketRoom;
  /** Whether increases of positions are refused. */
  readonly paused?: boolean;
  /** Auctions of the page, newest first. */
  readonly auctions?: readonly Auction[];
}

/** A prediction market of the stream. */
export interface MarketInShort {
  /** Market, by its number. */
  readonly marketId: number;
  /** State now. */
  readonly status: "closed" | "open" | "resolved" | "upcoming" | "voided";
  /** Points for YES in the last trade; null before the first. */
  readonly lastYesPrice: number | null;
  /** Best resting bid for YES; null without one. */
  readonly bestYesBid: number | null;
  /** 100 - best bid for NO; null without one. */
  readonly bestYesAsk: number | null;
  /** Contracts that were traded. */
  readonly volumeContracts: number;
  /** Pairs of contracts that are held. */
  readonly openInterestContracts: number;
}

/** A market in the stream of all markets. */
export interface MarketRow {
  /** Market, by its number. */
  readonly marketId: number;
  /** Price of the index for one unit of area; USD, 8 decimals. */
  readonly indexPrice: string;
  /** When the index price was published; unix seconds, UTC. */
  readonly indexPriceAt: number;
  /** Index price x (1 + skew ÷ `skewScale`); USD, 8 decimals. */
  readonly marketPrice: string;
  /** Funding of a day, a part of the notional; above 0 longs pay; decimal. */
  readonly fundingRate: string;
  /** Long and short positions together. */
  readonly openInterest: Amounts;
  /** Long less short of the market. */
  readonly skew: Skew;
  /** Whether increases of positions are refused. */
  readonly paused: boolean;
}

/** A market in its own stream. */
export interface MarketState {
  /** Market, by its number. */
  readonly marketId: number;
  /** Price of the index for one unit of area; USD, 8 decimals. */
  readonly indexPrice: string;
  /** When the index price was published; unix seconds, UTC. */
  readonly indexPriceAt: number;
  /** When the next price update is due; unix seconds, UTC. */
  readonly nextPrintAt: number;
  /** Index price x (1 + skew ÷ `skewScale`); USD, 8 decimals. */
  readonly marketPrice: string;
  /** Funding of a day, a part of the notional; above 0 longs pay; decimal. */
  readonly fundingRate: string;
  /** Change of the funding rate by crowding in a day; decimal. */
  readonly fundingVelocity: string;
  /** Long and short positions together. */
  readonly openInterest: Amounts;
  /** Long and short with their parts of the sum. */
  readonly openInterestDistribution: Distribution;
  /** Long less short of the market. */
  readonly skew: Skew;
  /** What can still be opened on each side. */
  readonly availableOpenInterest: MarketRoom;
  /** Whether increases of positions are refused. */
  readonly paused: boolean;
}

/** What changed, each market whole. */
export interface MarketsDelta {
  /** Account of the exchange on the chain. */
  readonly exchange?: ExchangeInShort;
  /** Markets of the answer. */
  readonly markets?: readonly MarketRow[];
}

/** Every market in short. */
export interface MarketsSnapshot {
  /** Account of the exchange on the chain. */
  readonly exchange: ExchangeInShort;
  /** Markets of the answer. */
  readonly markets: readonly MarketRow[];
}

/** A prediction order after an event. */
export interface PredictionOrderMoved {
  /** What happened. */
  readonly kind: "order";
  /** What happened to the order. */
  readonly event: "orderAmended" | "orderCanceled" | "orderExpired" | "orderFilled" | "orderOpened";
  /** Code of the reason why it was not accepted. */
  readonly reason: string | null;
  /** Order, by its number. */
  readonly orderId: number;
  /** Id of the client's own, unique among open orders and those of 24 hours. */
  readonly clientOrderId: string | null;
  /** Market, by its number. */
  readonly marketId: number;
  /** Whether it rests at its price (`limit`) or takes what there is (`market`). */
  readonly type: "limit" | "market";
  /** How long it rests: until canceled, until a time, not at all, or all at once. */
  readonly timeInForce: "fok" | "gtc" | "gtd" | "ioc";
  /** When it ends unless it was filled; unix seconds, UTC. */
  readonly expiresAt: number | null;
  /** Whether it is refused when it would trade at once. */
  readonly postOnly: boolean;
  /** What is canceled when it would meet an own order. */
  readonly selfTradePrevention: "both" | "cancelIncoming" | "cancelResting";
  /** Direction of the position or trade. */
  readonly side: "no" | "yes";
  /** Price for one unit of area. */
  readonly price: number;
  /** Number of contracts, each pays 100 points when its side wins. */
  readonly contracts: number;
  /** Contracts that were traded. */
  readonly filledContracts: number;
  /** Contracts that rest in the book. */
  readonly remainingContracts: number;
  /** Contracts that were canceled. */
  readonly canceledContracts: number;
  /** Average price of the traded contracts, in points; decimal. */
  readonly averagePrice: string | null;
  /** Points that were paid as a fee, 6 decimals. */
  readonly feePoints: string;
  /** State now. */
  readonly status: "canceled" | "expired" | "filled" | "open" | "partiallyFilled";
  /** When it was made; unix seconds, UTC. */
  readonly createdAt: number;
  /** When the rows were computed; unix seconds, UTC. */
  readonly updatedAt: number;
}

/** Points of the prediction programme; none before participating. */
export interface PredictionPortfolio {
  /** Points that can be spent, 6 decimals. */
  readonly availablePoints?: string;
  /** Points that orders hold and contracts cost, 6 decimals. */
  readonly openInterestPoints?: string;
}

/** A fill of a prediction order. */
export interface PredictionTraded {
  /** What happened. */
  readonly kind: "predictionTrade";
  /** Trade, by its number. */
  readonly tradeId: number;
  /** Order, by its number. */
  readonly orderId: number;
  /** Market, by its number. */
  readonly marketId: number;
  /** Direction of the position or trade. */
  readonly side: "no" | "yes";
  /** Price for one unit of area. */
  readonly price: number;
  /** Number of contracts, each pays 100 points when its side wins. */
  readonly contracts: number;
  /** Points that were paid as a fee, 6 decimals. */
  readonly feePoints: string;
  /** Whether the order rested (`maker`) or came (`taker`). */
  readonly role: "maker" | "taker";
  /** When it happened, engine time; unix seconds, UTC. */
  readonly timestamp: number;
}

/** Snapshot: every prediction market in short. Delta: the changed ones, whole. */
export interface Predictions {
  /** Markets of the answer. */
  readonly markets: readonly MarketInShort[];
}

/** A settlement request has another state. */
export interface SettlementMoved {
  /** What happened. */
  readonly kind: "settlement";
  /** Number of the row, never used again. */
  readonly id: number;
  /** State now. */
  readonly status: "pending" | "payable" | "authorised" | "settled";
}

/** A trade of the wallet. */
export interface TradeHappened {
  /** What happened. */
  readonly kind: "trade";
  /** When it happened, engine time; unix seconds, UTC. */
  readonly timestamp: number;
  /** Number of the exchange; there is one, 0. */
  readonly exchangeId: number;
  /** Signature of the transaction, base58; null for what the engine did by itself. */
  readonly signature: string | null;
  /** Slot of the chain in which it happened. */
  readonly slot: number;
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** Market, by its number. */
  readonly marketId: number;
  /** What the trade did to the position. */
  readonly tradeKind: "open" | "increase" | "decrease" | "close" | "flip";
  /** Direction of the position or trade. */
  readonly side: "long" | "short";
  /** Average price of the trade, for one unit of area; USD, 8 decimals. */
  readonly fillPrice: string;
  /** Price of the index for one unit of area; USD, 8 decimals. */
  readonly indexPrice: string;
  /** Change of the position by the trade. */
  readonly openInterestDelta: SignedAmounts;
  /** The position after the trade. */
  readonly newOpenInterest: SignedAmounts;
  /** Maker and taker fee of the trade, rounded up; USD, 6 decimals. */
  readonly tradeFee: string;
  /** What the trade pays beyond the fee while the index moves fast, rounded up; USD, 6 decimals. */
  readonly surcharge: string;
  /** Profit or loss; USD, signed, 6 decimals. */
  readonly pnl: string;
  /** Part of `pnl` that the price made; USD, signed, 6 decimals. */
  readonly pricePerformance: string;
  /** Part of `pnl` that funding made, below 0 when paid; USD, signed, 6 decimals. */
  readonly fundingPerformance: string;
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Order, by its number. */
  readonly orderId: number | null;
}

/** Snapshot: the last 50 trades, newest first. Delta: the new ones, oldest first. */
export interface Trades {
  /** Trades of the channel: of a snapshot the last ones, of a delta those since. */
  readonly trades: readonly StreamTrade[];
}

/** The events, at most the newest 1,000, and each touched entity whole. */
export interface UserDelta {
  /** What the alerts reported, at most the newest 100. */
  readonly events: readonly (TradeHappened | LiquidityModified | MarginMoved | Liquidated | SettlementMoved | CommandDone | WaitingOrderMoved | PredictionTraded | PredictionOrderMoved)[];
  /** Margin accounts of the wallet. */
  readonly marginAccounts?: readonly MarginAccount[];
  /** LP positions of the wallet by maturity, the first page. */
  readonly lpPositions?: readonly LpPosition[];
  /** Requested payouts by maturity, the first page. */
  readonly settlementRequests?: readonly SettlementRequest[];
  /** Points of the wallet in prediction markets. */
  readonly portfolio?: PredictionPortfolio;
  /** Orders of the page, newest first. */
  readonly orders?: readonly PlacedOrder[];
  /** Waiting orders of the wallet. */
  readonly perpOrders?: readonly ChangedPerpOrder[];
}

/** Everything the wallet has; more pages by REST. */
export interface UserSnapshot {
  /** Margin accounts of the wallet. */
  readonly marginAccounts: readonly MarginAccount[];
  /** LP positions of the wallet by maturity, the first page. */
  readonly lpPositions: readonly LpPosition[];
  /** `cursor` of the next page of `lpPositions`; null on the last one. */
  readonly lpPositionsNextCursor: string | null;
  /** Requested payouts by maturity, the first page. */
  readonly settlementRequests: readonly SettlementRequest[];
  /** `cursor` of the next page of `settlementRequests`; null on the last one. */
  readonly settlementRequestsNextCursor: string | null;
  /** Points of the wallet in prediction markets. */
  readonly portfolio: PredictionPortfolio;
  /** Orders of the page, newest first. */
  readonly orders: readonly PlacedOrder[];
  /** Waiting orders of the wallet. */
  readonly perpOrders: readonly PerpOrder[];
}

/** What happened to a waiting order. */
export interface WaitingOrderMoved {
  /** What happened. */
  readonly kind: "perpOrder";
  /** When it happened, engine time; unix seconds, UTC. */
  readonly timestamp: number;
  /** Number of the exchange; there is one, 0. */
  readonly exchangeId: number;
  /** Signature of the transaction, base58; null for what the engine did by itself. */
  readonly signature: string | null;
  /** Slot of the chain in which it happened. */
  readonly slot: number;
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Market, by its number. */
  readonly marketId: number;
  /** Order, by its number. */
  readonly orderId: number;
  /** What happened to the order. */
  readonly event: "placed" | "amended" | "deferred" | "filled" | "ended";
  /** What makes the order trade. */
  readonly orderType: "auction" | "limit" | "stop" | "takeProfit" | "trailing" | null;
  /** Price that is compared with the trigger: the index, or the market price with the skew. */
  readonly triggerBy: "index" | "market" | null;
  /** Whether the order may only make the position smaller. */
  readonly reduceOnly: boolean | null;
  /** Whether the order closes all of the position there is when it trades. */
  readonly wholePosition: boolean | null;
  /** Area, in square feet or meters as `metric` of the market says; area, signed, 6 decimals. */
  readonly size: string | null;
  /** Price at which a limit, stop or target begins, USD with 8 decimals; null of other orders. */
  readonly triggerPrice: string | null;
  /**
   * Distance of a trailing stop from the best price, a part of that price; null of other orders;
   * decimal.
   */
  readonly trailRate: string | null;
  /** Worst fill price that is accepted, USD with 8 decimals. */
  readonly acceptablePrice: string | null;
  /** Orders of one group other than 0 cancel each other: the first to trade ends the rest. */
  readonly group: number | null;
  /** When it ends unless it was filled; unix seconds, UTC. */
  readonly expiresAt: number | null;
  /** Index price at which the bracket closes the position at a loss, USD with 8 decimals. */
  readonly stopPrice: string | null;
  /** Index price at which the bracket closes the position at a profit, USD with 8 decimals. */
  readonly targetPrice: string | null;
  /** Entry order whose bracket this order is; null without one. */
  readonly parentOrderId: number | null;
  /**
   * Part of the fill that met an opposite order in the auction; null of other events; area, signed,
   * 6 decimals.
   */
  readonly matchedSize: string | null;
  /** Average price of the trade, for one unit of area; USD, 8 decimals. */
  readonly fillPrice: string | null;
  /** Maker and taker fee of the trade, rounded up; USD, 6 decimals. */
  readonly tradeFee: string | null;
  /** What the trade pays beyond the fee while the index moves fast, rounded up; USD, 6 decimals. */
  readonly surcharge: string | null;
  /** What the fill left of the order; null of other events; area, signed, 6 decimals. */
  readonly leftSize: string | null;
  /** Why the order ended; null of other events. */
  readonly endReason: "filled" | "canceled" | "group" | "expired" | "rejected" | "noPosition" | "liquidation" | "marketSettled" | null;
  /** Code of the reason for programs; null without one. */
  readonly code: string | null;
  /** Words of `code`; null without one. */
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
