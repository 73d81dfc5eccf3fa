// Generated from edge/http/openapi/document.py by edge/generate; do not edit.
// Types alone: nothing of this file is in the bundle.

/** Absorption by month. */
export interface AbsorptionHistory {
  /** Points in ascending order of time. */
  readonly points: readonly AbsorptionPoint[];
  /** Where each figure is from. */
  readonly sources: readonly Source[];
}

/** Sales of a month by the listings at its end; `timestamp` is the month's first instant. */
export interface AbsorptionPoint {
  /** First instant of the month; unix seconds, UTC. */
  readonly timestamp: number;
  /** Homes sold in the month ÷ homes listed at its end; null when not known; decimal. */
  readonly absorptionRate: string | null;
  /** Months in which the listed homes would be sold; null when not known; decimal. */
  readonly monthsOfSupply: string | null;
}

/** One margin account. */
export interface AccountBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
}

/** Costs of the trade; funding is net paid, below 0 when received. */
export interface AcreCosts {
  /** Fees at entry and exit; USD, 6 decimals. */
  readonly tradeFees: string;
  /** Cost of the impact at entry and exit, below 0 when it is a gain; USD, signed, 6 decimals. */
  readonly priceImpact: string;
  /** Net funding paid over the deal, below 0 when received; USD, signed, 6 decimals. */
  readonly funding: string;
  /** Day on which the loss reached the own money; null when it did not; unix seconds, UTC. */
  readonly liquidatedAt: number | null;
}

/** Facts about one region. */
export interface AcreInfo {
  /** Number of the area. */
  readonly id: number;
  /** Name for people. */
  readonly name: string;
  /** State or region of the area; null where there is none. */
  readonly state: string | null;
  /** Country of the area, two letters (ISO 3166). */
  readonly country: string;
  /** Kind of area, from city to index. */
  readonly category: string;
  /** Unit of area of the index: square feet or square meters. */
  readonly metric: string;
  /** Currency of the price, `USD`. */
  readonly currency: string;
  /** Newest index price of the area; null before the first; USD, 8 decimals. */
  readonly price: string | null;
  /** When that price was published; null before the first; unix seconds, UTC. */
  readonly priceAsOf: number | null;
  /** Change of the price over spans that end now. */
  readonly change: PriceChange;
  /** Inhabitants of the area; null when not known. */
  readonly population: number | null;
  /** Area of the home to which a price per home is divided, square feet; null when not known. */
  readonly medianSqft: number | null;
}

/** Up to ten areas. */
export interface AcreInfosBody {
  /** Numbers of areas, 1 to 10. */
  readonly ids: readonly number[];
}

/** Deposit into the pool. */
export interface AddLiquidityBody {
  /** Collateral that goes into the pool, USD with 6 decimals. */
  readonly liquidity: string | number;
}

/** Shares for a deposit made now. */
export interface AddLiquidityQuote {
  /** Shares that the deposit would get, rounded down; token amount, 6 decimals. */
  readonly shares: string;
  /** When the shares could be removed first; unix seconds, UTC. */
  readonly maturity: number;
  /** Points for which the change counts. */
  readonly pointsQuote: PointsQuote;
}

/** One wallet. */
export interface AddressBody {
  /** Wallet that signs in or is signed in; base58 of exactly 32 bytes. */
  readonly address?: string | null;
}

/** Payments of a 30-year mortgage on the median home, as a share of the median income. */
export interface Affordability {
  /** Payment of a mortgage of 30 years on 80 % of the price, rounded up; USD, 6 decimals. */
  readonly monthlyPayment: string;
  /** Payments of a year ÷ median income, rounded down; decimal. */
  readonly incomeShare: string;
  /** Own money in the purchase of a home, a part of its price; decimal. */
  readonly downPaymentRate: string;
  /** Median income of a household in a year; USD, 6 decimals. */
  readonly medianHouseholdIncome: string;
  /** Year for which the median income was published. */
  readonly incomeYear: number;
}

/** A wallet's row of the operator's table. */
export interface AirdropClaim {
  /** Whether the wallet is in the operator's table. */
  readonly isEligible: boolean;
  /** ACRE tokens of the wallet; token amount, 6 decimals. */
  readonly amount: string;
  /** Whether it was paid out. */
  readonly claimed: boolean;
  /** When it was paid out; null before; unix seconds, UTC. */
  readonly claimedAt: number | null;
  /** Signature of the claim, base58; null before. */
  readonly signature: string | null;
}

/** An alert; the fields of other kinds are null. */
export interface Alert {
  /** Number of the row, never used again. */
  readonly id: number;
  /** What is watched; a price is above or below the one of when it was set. */
  readonly kind: "healthBelow" | "orders" | "paid" | "priceAbove" | "priceBelow" | "priceMove" | "questionClosing";
  /** Whether it still watches; some end with their first event. */
  readonly isActive: boolean;
  /** When it was made; unix seconds, UTC. */
  readonly createdAt: number;
  /** Market that is watched; null for kinds without one. */
  readonly marketId: number | null;
  /** Index price to wait for, USD with 8 decimals. */
  readonly price: string | null;
  /** Least move of an index price from one update to the next. */
  readonly moveBp: number | null;
  /** Margin account that is watched; null for kinds without one. */
  readonly marginAccountId: number | null;
  /** Health ratio below which it reports, 1 or more; decimal. */
  readonly health: string | null;
  /** Question to watch; null for kinds without one. */
  readonly predictionMarketId: number | null;
  /** How long before the close of the question it reports. */
  readonly leadS: number | null;
}

/** An alert to set; each kind needs its own fields. */
export interface AlertBody {
  /** What is watched. */
  readonly kind: "healthBelow" | "orders" | "paid" | "price" | "priceMove" | "questionClosing";
  /** Market to watch; of `price` and `priceMove`. */
  readonly marketId?: number | null;
  /** Index price to wait for, USD with 8 decimals. */
  readonly price?: string | number | null;
  /** Least move of an index price from one update to the next; basis points. */
  readonly moveBp?: number | null;
  /** Margin account to watch; of `healthBelow`. */
  readonly marginAccountId?: number | null;
  /** Health ratio below which it reports, 1 or more. */
  readonly health?: string | number | null;
  /** Question to watch; null for kinds without one. */
  readonly predictionMarketId?: number | null;
  /** How long before the close of the question it reports; seconds of engine time. */
  readonly leadS?: number | null;
}

/** What an alert reported, at which engine time; the fields of other kinds are null. */
export interface AlertEvent {
  /** Number of the row, never used again. */
  readonly id: number;
  /** What is watched; a price is above or below the one of when it was set. */
  readonly kind: "healthBelow" | "orders" | "paid" | "priceAbove" | "priceBelow" | "priceMove" | "questionClosing";
  /** When it happened, engine time; unix seconds, UTC. */
  readonly timestamp: number;
  /** Whether it is marked as read. */
  readonly isRead: boolean;
  /** Market that is watched; null for kinds without one. */
  readonly marketId: number | null;
  /** Index price to wait for, USD with 8 decimals. */
  readonly price: string | null;
  /** Index price that set the alert off; null of kinds without a price; USD, 8 decimals. */
  readonly indexPrice: string | null;
  /** Move of the index price, in basis points; signed, rounded toward zero. */
  readonly moveBp: number | null;
  /** Margin account that is watched; null for kinds without one. */
  readonly marginAccountId: number | null;
  /** Health ratio below which it reports, 1 or more; decimal. */
  readonly health: string | null;
  /** Health ratio of the account when it was reported; null of other kinds; decimal. */
  readonly healthNow: string | null;
  /** Question to watch; null for kinds without one. */
  readonly predictionMarketId: number | null;
  /** How long before the close of the question it reports. */
  readonly leadS: number | null;
  /** Payout that was made; null of other kinds. */
  readonly settlementRequestId: number | null;
  /** What was paid; null of other kinds; token amount, 6 decimals. */
  readonly amount: string | null;
  /** Waiting order that the event is about; null of other kinds. */
  readonly orderId: number | null;
  /** What happened to the waiting order; null of other kinds. */
  readonly orderEvent: "deferred" | "ended" | "filled" | null;
  /** Words of the order's event; why it waits or ended. */
  readonly orderText: string | null;
}

/** The alerts of a wallet, newest first, and what they reported. */
export interface Alerts {
  /** Alerts that were set. */
  readonly alerts: readonly Alert[];
  /** What the alerts reported, at most the newest 100. */
  readonly events: readonly AlertEvent[];
  /** Events that are not marked as read. */
  readonly unread: number;
}

/** A new price, or a new number of contracts that are to remain; what is absent stays. */
export interface AmendBody {
  /** Points for one contract of the side, 1 to 99. */
  readonly price?: number;
  /** New number of contracts that remain; without it the old one. */
  readonly contracts?: number;
}

/** Amend a waiting order; what is left out stays as it is. */
export interface AmendPerpOrderBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Order, by its number. */
  readonly orderId: number;
  /** New direction of the order; without it the old one. */
  readonly side?: "long" | "short" | null;
  /** New amount of the order, as `inputKind` says; without it the old one. */
  readonly input?: string | number | null;
  /**
   * Unit of `input`: an area (`sizeDelta`), or USD converted at the index price (`notionalDelta`);
   * default "sizeDelta".
   */
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  /** Price at which a limit, stop or target begins, USD with 8 decimals; null of other orders. */
  readonly triggerPrice?: string | number | null;
  /**
   * Distance of a trailing stop from the best price, a part of that price; null of other orders;
   * decimal above 0 and below 1, at most 6 fraction digits.
   */
  readonly trailRate?: string | null;
  /** Worst fill price that is accepted, USD with 8 decimals. */
  readonly acceptablePrice?: string | number | null;
  /** When the order ends unless it was filled, unix seconds. */
  readonly expiresAt?: number | null;
  /**
   * Wallet whose account it is, where a delegate or another wallet signs; without it the signing
   * wallet; base58 of exactly 32 bytes.
   */
  readonly owner?: string | null;
}

/** An amount at a time. */
export interface AmountPoint {
  /** Moment of the point; unix seconds, UTC. */
  readonly timestamp: number;
  /** Figure of the series at that moment; USD, signed, 6 decimals. */
  readonly value: string;
}

/** A size and its notional. */
export interface Amounts {
  /** Area, in square feet or meters as `metric` of the market says, 6 decimals. */
  readonly size: string;
  /** Size x index price; USD, 6 decimals. */
  readonly notional: string;
}

/** The assumptions of the answer, including defaults. */
export interface Assumptions {
  /** How long the deal was held until now. */
  readonly timeframe: string;
  /** Notional ÷ own money; decimal. */
  readonly leverage: string;
  /** Area of the deal in square feet. */
  readonly sqft: number;
  /** Direction of the trade on Acre. */
  readonly side: string;
  /** Own money in the purchase of a home, a part of its price; decimal. */
  readonly downPaymentRate: string;
  /** Interest of the mortgage for a year; decimal. */
  readonly mortgageRate: string;
  /** Closing costs of the buyer, a part of the purchase price; decimal. */
  readonly closingCostRate: string;
  /** Commission of agents at the sale, a part of the sale price; decimal. */
  readonly agentCommissionRate: string;
  /** Closing costs of the seller, a part of the sale price; decimal. */
  readonly sellerClosingRate: string;
  /** Property tax of a year, a part of the price; decimal. */
  readonly propertyTaxRate: string;
  /** Home insurance of a year, a part of the price; decimal. */
  readonly insuranceRate: string;
  /** Upkeep of a year, a part of the purchase price; decimal. */
  readonly maintenanceRate: string;
  /** Gross rent of a year, a part of the purchase price; decimal. */
  readonly rentYield: string;
  /** Part of the year without a tenant; decimal. */
  readonly vacancyRate: string;
  /** Fee of a property manager, a part of the gross rent; decimal. */
  readonly managementRate: string;
}

/** A call auction that was held; sizes are sums. */
export interface Auction {
  /** When the auction was held; unix seconds, UTC. */
  readonly timestamp: number;
  /** Market, by its number. */
  readonly marketId: number;
  /** Price of the index for one unit of area; USD, 8 decimals. */
  readonly indexPrice: string;
  /** Orders that take part, of the coming auction in two digits. */
  readonly orderCount: number;
  /** Sum of the buying orders that took part, as an area, 6 decimals. */
  readonly bought: string;
  /** Sum of the selling orders that took part, as an area, 6 decimals. */
  readonly sold: string;
  /** Area that changed hands between orders, 6 decimals. */
  readonly matched: string;
  /** Rest that the pool took, below 0 when it bought; area, signed, 6 decimals. */
  readonly poolSize: string;
  /** Fill price of the pool's part; null when all of it met; USD, 8 decimals. */
  readonly poolPrice: string | null;
}

/** Fee, surcharge and impact of an order now, and in the auction at the index of now. */
export interface AuctionCosts {
  /** When the price update that it trades at is due; unix seconds, UTC. */
  readonly timestamp: number;
  /** When the auction begins; unix seconds, UTC. */
  readonly locksAt: number;
  /** Fee, surcharge and impact of the trade at once; USD, signed, 6 decimals. */
  readonly costNow: string;
  /** Cost in the auction when all of it meets opposite orders; USD, signed, 6 decimals. */
  readonly costMatched: string;
  /** Cost in the auction when none of it meets opposite orders; USD, signed, 6 decimals. */
  readonly costWithPool: string;
  /** `costNow` less the cost in the auction; USD, signed, 6 decimals. */
  readonly saving: string;
  /** `costNow` less the cost in the auction; USD, signed, 6 decimals. */
  readonly savingMatched: string;
}

/** A balance at the chain; raw units of the asked token. */
export interface Balance {
  /** What the wallet holds; token amount, 6 decimals. */
  readonly balance: string;
}

/** Changes of 2 to 8 positions of one account, each in another market, in their order. */
export interface BasketBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Trades of the basket, each in another market, in their order; each market once. */
  readonly legs: readonly LegBody[];
  /** Wallet of the quote, on paths without one; base58 of exactly 32 bytes. */
  readonly user?: string | null;
}

/** One leg; figures of the account and the liquidation price are those after all legs. */
export interface BasketLegQuote {
  /** Market, by its number. */
  readonly marketId: number;
  /** Quote of this leg; what is of the account is after all legs. */
  readonly quote: PositionQuote;
}

/** Quote of modify-positions: the legs in their order, and all of them together. */
export interface BasketQuote {
  /** Trades of the basket, each in another market, in their order. */
  readonly legs: readonly BasketLegQuote[];
  /** Whether the trade would be executed now. */
  readonly isExecutable: boolean;
  /** Codes of what prevents it, in the order in which the engine checks. */
  readonly reasons: readonly string[];
  /** Maker and taker fee of the trade, rounded up; USD, 6 decimals. */
  readonly tradeFee: string;
  /** What the trade pays beyond the fee while the index moves fast, rounded up; USD, 6 decimals. */
  readonly surcharge: string;
  /** P&L of the position that the trade realizes, without fees; USD, signed, 6 decimals. */
  readonly realizedPnl: string;
  /** Collateral of the account after the trade; USD, signed, 6 decimals. */
  readonly marginCollateralAfter: string;
  /** Collateral and P&L of the account after the trade; USD, signed, 6 decimals. */
  readonly availableMarginAfter: string;
  /** Initial margin that the account needs after the trade; USD, 6 decimals. */
  readonly totalRequiredMarginAfter: string;
  /** Maintenance and liquidation fee margin after the trade; USD, 6 decimals. */
  readonly requiredMaintenanceAfter: string;
  /**
   * Change of the margin that is free, below 0 when the order sets margin aside; USD, signed, 6
   * decimals.
   */
  readonly freeMarginChange: string;
  /** Notional ÷ available margin of the account; null when no margin is available; decimal. */
  readonly leverageMultiple: string | null;
  /**
   * Available margin ÷ required margin, below 1 liquidation may begin; null without positions;
   * decimal.
   */
  readonly healthRatio: string | null;
  /**
   * Smallest common move of the markets of all legs that allows liquidation, in steps of 0.01 %;
   * null when 100 % does not suffice; decimal.
   */
  readonly liquidationMove: string | null;
  /** Points for which all legs together count. */
  readonly pointsQuote: PointsQuote;
}

/** Outcomes of the orders of a batch, in request order. */
export interface BatchAnswer {
  /** Outcome of each order, in the order of the request. */
  readonly results: readonly BatchResult[];
}

/** Orders that are placed one after the other. */
export interface BatchBody {
  /** Orders to place one after the other, at most 15. */
  readonly orders: readonly BatchOrderBody[];
}

/** Why an order of a batch was refused. */
export interface BatchError {
  /** Text for people. */
  readonly message: string;
  /** Reason for programs, from the list of the operation. */
  readonly code: string;
  /** Figures of the refusal by name, for programs; empty without any. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** An order of a batch; its market is required too. */
export interface BatchOrderBody {
  /** Whether it rests at its price (`limit`) or takes what there is (`market`). */
  readonly type: "limit" | "market";
  /** Outcome of the question that is bought or held. */
  readonly side: "yes" | "no";
  /** Points for one contract of the side, 1 to 99. */
  readonly price?: number | null;
  /** Number of contracts, each pays 100 points when its side wins. */
  readonly contracts: number;
  /** How long it rests: until canceled, until a time, not at all, or all at once; default "gtc". */
  readonly timeInForce?: "gtc" | "gtd" | "ioc" | "fok";
  /** When a `gtd` order ends, not after the question closes; of gtd alone. */
  readonly expiresAt?: number | null;
  /** Whether it is refused when it would trade at once; default false. */
  readonly postOnly?: boolean;
  /** What is canceled when it would meet an own order; default "cancelResting". */
  readonly selfTradePrevention?: "cancelResting" | "cancelIncoming" | "both";
  /** Id of the client's own, unique among open orders and those of 24 hours. */
  readonly clientOrderId?: string | null;
  /** Prediction market, by its number. */
  readonly marketId: number;
}

/** The outcome of one order of a batch: one of the two fields. */
export interface BatchResult {
  /** The order after the request. */
  readonly order?: PlacedOrder;
  /** Why the order was refused. */
  readonly error?: BatchError;
}

/** The order book of a market. */
export interface BookAnswer {
  /** Resting orders by price. */
  readonly orderBook: OrderBook;
}

/** The parts of both costs. */
export interface Breakdown {
  /** The trade on Acre. */
  readonly acre: AcreCosts;
  /** The purchase of a home. */
  readonly physical: PhysicalCosts;
}

/** After how many seconds all orders are cancelled; 0 switches that off. */
export interface CancelAfterBody {
  /**
   * Seconds of silence after which all orders are canceled; 0 switches it off; 0, or 5 to 86400.
   */
  readonly timeoutSeconds: number;
}

/** Scope of a cancel-all: one market or all. */
export interface CancelAllBody {
  /** Only orders of this prediction market; without it all of them. */
  readonly marketId?: number | null;
}

/** The time at which all orders will be cancelled; null: never. */
export interface CancelAt {
  /**
   * When all orders are canceled unless it is asked again; null when switched off; unix seconds,
   * UTC.
   */
  readonly cancelAt: number | null;
}

/** One waiting order. */
export interface CancelPerpOrderBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Order, by its number. */
  readonly orderId: number;
  /**
   * Wallet whose account it is, where a delegate or another wallet signs; without it the signing
   * wallet; base58 of exactly 32 bytes.
   */
  readonly owner?: string | null;
}

/** The waiting orders of an account, or those of one market. */
export interface CancelPerpOrdersBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Only orders of this market; without it all of the account. */
  readonly marketId?: number | null;
  /**
   * Wallet whose account it is, where a delegate or another wallet signs; without it the signing
   * wallet; base58 of exactly 32 bytes.
   */
  readonly owner?: string | null;
}

/** The orders that were cancelled. */
export interface Canceled {
  /** Numbers of the canceled orders. */
  readonly canceled: readonly number[];
  /** How many. */
  readonly count: number;
}

/** A margin account that can be liquidated now. */
export interface Candidate {
  /** Wallet whose account it is; base58 of 32 bytes. */
  readonly owner: string;
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /**
   * Available margin ÷ required margin, below 1 liquidation may begin; null without positions;
   * decimal.
   */
  readonly healthRatio: string;
  /** Whether a liquidation has begun and not ended. */
  readonly inLiquidation: boolean;
  /** Notional of the account's positions at the index prices; USD, 6 decimals. */
  readonly openInterest: string;
}

/** Margin accounts that can be liquidated now, worst health first. */
export interface Candidates {
  /** Accounts that can be liquidated, worst first, at most 500. */
  readonly accounts: readonly Candidate[];
}

/** Candles as equal-length columns. */
export interface Candles {
  /** Symbol of the market, unique. */
  readonly symbol: string;
  /** Span of one bar. */
  readonly interval: "5m" | "1h" | "4h" | "1d" | "1w";
  /** Price of the candles. */
  readonly source: "index" | "market";
  /** Beginning of each bar, ascending. */
  readonly timestamp: readonly number[];
  /** First price of each bar. */
  readonly open: readonly string[];
  /** Highest price of each bar. */
  readonly high: readonly string[];
  /** Lowest price of each bar. */
  readonly low: readonly string[];
  /** Last price of each bar. */
  readonly close: readonly string[];
  /** Traded notional of each bar. */
  readonly volume: readonly string[];
}

/** Income less payments while holding. */
export interface CashFlow {
  /** Net funding received while holding; USD, signed, 6 decimals. */
  readonly acre: string;
  /** Rent less running costs, interest and principal; USD, signed, 6 decimals. */
  readonly physical: string;
}

/** Whether the bearer is the wallet. */
export interface Challenge {
  /** Whether the bearer token is of this wallet and valid. */
  readonly isAuthenticated: boolean;
}

/** An amount and its share of the margin or the entry notional. */
export interface Change {
  /** The amount; USD, signed, 6 decimals. */
  readonly value: string;
  /** `value` ÷ collateral of the account, of a position ÷ entry notional; decimal. */
  readonly percentChange: string;
}

/** A quarantined deposit. */
export interface ClaimBody {
  /** Quarantined deposit, by its number. */
  readonly depositId: number;
}

/** Engine time and how fast it runs. */
export interface Clock {
  /** Engine time; unix seconds, UTC. */
  readonly now: number;
  /** Engine seconds in a real second; 1 outside the demo. */
  readonly rate: number;
}

/** A close of a position; without input all of it. */
export interface ClosePositionBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Market, by its number. */
  readonly marketId: number;
  /** Amount to close, as `inputKind` says; without it the whole position. */
  readonly input?: string | number | null;
  /**
   * Unit of `input`: an area (`sizeDelta`), or USD converted at the index price (`notionalDelta`);
   * default "sizeDelta".
   */
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  /** Wallet of the quote, on paths without one; base58 of exactly 32 bytes. */
  readonly user?: string | null;
}

/** Close a position by a transaction. */
export interface CloseTransactionBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Market, by its number. */
  readonly marketId: number;
  /** Amount to close, as `inputKind` says; without it the whole position. */
  readonly input?: string | number | null;
  /**
   * Unit of `input`: an area (`sizeDelta`), or USD converted at the index price (`notionalDelta`);
   * default "sizeDelta".
   */
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  /** Wallet of the quote, on paths without one; base58 of exactly 32 bytes. */
  readonly user?: string | null;
  /**
   * Wallet whose account it is, where a delegate or another wallet signs; without it the signing
   * wallet; base58 of exactly 32 bytes.
   */
  readonly owner?: string | null;
  /** Worst fill price that is accepted, USD with 8 decimals. */
  readonly acceptablePrice?: string | number | null;
  /**
   * How much worse than the quoted fill the price may be, where there is no `acceptablePrice`;
   * default "0.01".
   */
  readonly slippageRate?: string | number;
}

/** How new the newest block of the chain is. */
export interface ClusterHealth {
  /** `degraded`: newest slot older than 10 s or slow; `down`: older than 60 s. */
  readonly status: "healthy" | "degraded" | "down";
  /** Newest slot of the chain. */
  readonly slot: number;
  /** Time of the newest block; unix seconds, UTC. */
  readonly blockTime: number;
  /** Transactions of a second, over the newest blocks. */
  readonly tps: number;
  /** How long the node took to answer, milliseconds. */
  readonly latencyMs: number;
  /** When the figures were made; unix seconds, UTC. */
  readonly asOf: number;
}

/** Markets in the order of the collection's ranking. */
export interface Collection {
  /** Metadata of the markets in the order of the ranking. */
  readonly marketMetadata: readonly Metadata[];
}

/** The next auction at the index of now; count and size rounded to two digits. */
export interface ComingAuction {
  /** Market, by its number. */
  readonly marketId: number;
  /** When the price update that it trades at is due; unix seconds, UTC. */
  readonly timestamp: number;
  /** When the auction begins; unix seconds, UTC. */
  readonly locksAt: number;
  /** Orders that take part, of the coming auction in two digits. */
  readonly orderCount: number;
  /** Side that is larger now; null when both are equal. */
  readonly side: "long" | "short" | null;
  /** Excess of the larger side in two digits, as an area, 6 decimals. */
  readonly size: string;
}

/** The outcome of a command that a wallet put on the chain. */
export interface CommandRow {
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

/** Contact details to change: what is absent is kept, null removes it. */
export interface CommunicationBody {
  /** Mail address of the wallet's owner; null without one; `local@domain` in ASCII. */
  readonly email?: string | null;
  /** Name at Discord; null without one; 2 to 37 printable characters without spaces around them. */
  readonly discord?: string | null;
  /** Name at X, formerly Twitter; null without one. */
  readonly twitter?: string | null;
}

/** Contact details of a wallet's owner; null where missing. */
export interface CommunicationMethods {
  /** Mail address of the wallet's owner; null without one. */
  readonly email: string | null;
  /** Name at Discord; null without one. */
  readonly discord: string | null;
  /** Name at X, formerly Twitter; null without one. */
  readonly twitter: string | null;
}

/** One index, rebased to 100 at the start. */
export interface ComparedMarket {
  /** Symbol of the market, unique. */
  readonly symbol: string;
  /** Name for people. */
  readonly name: string;
  /** 100 x price ÷ price at the start, rounded down. */
  readonly values: readonly string[];
}

/** Indexes at the start, each month end after it, and now; columns of equal length. */
export interface Comparison {
  /** Moment at which all indexes are 100; unix seconds, UTC. */
  readonly start: number;
  /** First moment at which all indexes have a print; unix seconds, UTC. */
  readonly earliest: number;
  /** Moment of each value, ascending. */
  readonly timestamp: readonly number[];
  /** Values of each index at the moments of `timestamp`. */
  readonly markets: readonly ComparedMarket[];
}

/** The joining wallet, from the token (express base). */
export interface ContestAddressBody {
  /** Wallet that joins, that of the token; base58 of exactly 32 bytes. */
  readonly address: string;
}

/** The number of contests of each kind; `joined` counts the user's contests, else 0. */
export interface ContestCounts {
  /** Contests that have begun and not ended. */
  readonly live: number;
  /** Contests that have not begun. */
  readonly upcoming: number;
  /** Contests that have ended. */
  readonly finished: number;
  /** Contests that the wallet takes part in. */
  readonly joined: number;
}

/** Whether a wallet has joined a contest, and since when (main base). */
export interface ContestEntry {
  /** Wallet that takes part; base58 of 32 bytes. */
  readonly user: string;
  /** Whether the wallet takes part. */
  readonly isParticipating: boolean;
  /** When it joined; null when it did not; unix seconds, UTC. */
  readonly participatedAt: number | null;
}

/** The ids of all contests, the newest start first. */
export interface ContestIds {
  /** Names of all contests. */
  readonly contestIds: readonly string[];
}

/** A part of a leaderboard, by rank and then by address (main base). */
export interface ContestLeaderboard {
  /** Participants by rank. */
  readonly leaderboard: readonly RankedContestResult[];
  /** Rows in all, of which the answer has a part. */
  readonly total: number;
  /** When the rows were computed; unix seconds, UTC. */
  readonly updatedAt: number;
  /**
   * Names of those wallets among the rows that have one; of the wallets of these rows that have
   * one, by address.
   */
  readonly usernames: readonly Username[];
}

/** The prize of a range of places among the eligible. */
export interface ContestPrize {
  /** First rank of the prize. */
  readonly rankFrom: number;
  /** Last rank of the prize. */
  readonly rankTo: number;
  /** Prize of each rank; USD or tokens, 6 decimals. */
  readonly amount: string;
  /** What the prize is paid in; USD or ACRE. */
  readonly token: string;
  /** Words of the prize. */
  readonly description: string;
}

/** The prizes of a contest (main base). */
export interface ContestPrizes {
  /** Prizes by rank. */
  readonly prizes: readonly ContestPrize[];
  /** Sum of all prizes; USD or tokens, 6 decimals. */
  readonly total: string;
  /** How winners are drawn; null without a raffle. */
  readonly raffle: string | null;
}

/** A participant's result. */
export interface ContestResult {
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** Equity now less equity at the start less net deposits; USD, signed, 6 decimals. */
  readonly tokenChange: string;
  /**
   * `tokenChange` ÷ the larger of starting equity and largest net deposits, rounded down; decimal.
   */
  readonly percentChange: string;
  /** Open positions of the wallet. */
  readonly positionCount: number;
  /** Average collateral of the wallet since the start; USD, 6 decimals. */
  readonly collateralAmount: string;
  /** Notional of the wallet's positions at the index prices; USD, 6 decimals. */
  readonly openInterest: string;
  /** `percentChange` for a year; null until the result is one full day old. */
  readonly annualizedReturn: string | null;
  /** Whether the wallet came by the partner's application; joined by the partner application. */
  readonly assetDash: boolean;
}

/** The joining wallet, from the token (main base). */
export interface ContestUserBody {
  /** Wallet that takes part; base58 of exactly 32 bytes. */
  readonly user: string;
}

/** A contest. */
export interface ContestView {
  /** Name of the contest in paths. */
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  /** Name of the contest in paths. */
  readonly slug: string;
  /** Text for participants. */
  readonly description: string;
  /** Whether it has begun and ended. */
  readonly status: "finished" | "live" | "upcoming";
  /** When results begin to count; unix seconds, UTC. */
  readonly startsAt: number;
  /** When results end to count; unix seconds, UTC. */
  readonly endsAt: number;
  /** Figure that ranks the participants. */
  readonly metric: "percentChange" | "tokenChange";
  /** Average collateral that a prize needs; USD, 6 decimals. */
  readonly minCollateral: string;
  /** Prizes by rank. */
  readonly prizes: readonly ContestPrize[];
  /** Wallets that take part. */
  readonly participantsCount: number;
  /** Whether `user` takes part; null without a user. */
  readonly isJoined: boolean | null;
  /** Rows of those who won; by place; null until the leaderboard is final. */
  readonly winners: readonly ContestResult[] | null;
}

/** Contests, the newest start first. */
export interface ContestsAnswer {
  /** Contests that a filter chose. */
  readonly contests: readonly ContestView[];
}

/** A row and a column of the table. */
export interface CorrelatedMarket {
  /** Symbol of the market, unique. */
  readonly symbol: string;
  /** Name for people. */
  readonly name: string;
}

/** Correlations of the changes by quarter, row by row; null: too few quarters in common. */
export interface Correlations {
  /** When the newest figure was published; null without one; unix seconds, UTC. */
  readonly asOf: number | null;
  /** Quarters of the table at most. */
  readonly quarters: number;
  /** Row and column heads of `rows`. */
  readonly markets: readonly CorrelatedMarket[];
  /** Correlations of each market with all; null with too few quarters in common. */
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Fee, surcharge, impact, funding and holding charge over a span; negative = will be paid. */
export interface CostOfHolding {
  /**
   * Fee, surcharge, impact, funding and holding charge after 1 day, below 0 when paid; USD, signed,
   * 6 decimals.
   */
  readonly oneDay: string;
  /**
   * Fee, surcharge, impact, funding and holding charge after 7 days, below 0 when paid; USD,
   * signed, 6 decimals.
   */
  readonly sevenDays: string;
  /**
   * Fee, surcharge, impact, funding and holding charge after 30 days, below 0 when paid; USD,
   * signed, 6 decimals.
   */
  readonly thirtyDays: string;
}

/** Create a margin account. */
export interface CreateMarginAccountBody {
  /** Number of the new account; without it the lowest free one. */
  readonly marginAccountId?: number | null;
  /** First deposit into the account, USD with 6 decimals; without it none. */
  readonly margin?: string | number | null;
  /**
   * Name of the account for its owner; printable ASCII without spaces around it; empty for none.
   */
  readonly name?: string | null;
}

/** Homes for sale; `newListings30d` counts the newest published month. */
export interface CurrentInventory {
  /** Homes for sale, without pending ones; null when not known. */
  readonly activeListings: number | null;
  /** Homes listed within 30 days; null when not known. */
  readonly newListings30d: number | null;
  /** Homes with an accepted offer; null when not known. */
  readonly pending: number | null;
  /** Median days from listing to sale; null when not known. */
  readonly medianDaysOnMarket: number | null;
  /** Months in which the listed homes would be sold; null when not known; decimal. */
  readonly monthsOfSupply: string | null;
  /** Homes for sale by kind. */
  readonly byPropertyType: readonly PropertyTypeCount[];
  /** When the newest figure was published; null without one; unix seconds, UTC. */
  readonly asOf: number | null;
  /** Where each figure is from. */
  readonly sources: readonly Source[];
}

/** Points of one UTC day before boosts; `date` is its midnight, the last day is partial. */
export interface DailyPoints {
  /** Midnight of the day, UTC; unix seconds, UTC. */
  readonly date: number;
  /** Points for open positions, before boosts, 6 decimals. */
  readonly tradingPoints: string;
  /** Points for liquidity, before boosts, 6 decimals. */
  readonly lpPoints: string;
  /** Points for the wallets that used the code, 6 decimals. */
  readonly referralPoints: string;
}

/** A deal on Acre against the same deal in bricks. */
export interface DealAnalysis {
  /** Area of the deal, 6 decimals. */
  readonly dealsizeSqft: string;
  /** Area x entry price; USD, 6 decimals. */
  readonly dealsizeNotional: string;
  /** Return of both ways after all costs. */
  readonly netReturn: NetReturn;
  /** Income less payments while holding. */
  readonly cashFlow: CashFlow;
  /** Fees, impact and net funding paid, at least 0; USD, 6 decimals. */
  readonly acreTotalCosts: string;
  /** All costs of buying, owning and selling; USD, 6 decimals. */
  readonly physicalTotalCosts: string;
  /** Costs of both ways, part by part. */
  readonly breakdown: Breakdown;
  /** Values that the model used, given or default. */
  readonly assumptions: Assumptions;
  /** Index at the beginning of the deal. */
  readonly entry: DealPoint;
  /** Index at the end of the deal. */
  readonly exit: DealPoint;
  /** Which way returned more: by more than 5 % points, by less, or about the same. */
  readonly recommendation: "physical" | "similar" | "slight_acre" | "strong_acre";
}

/** Both returns at one leverage, with the exit price changed by a ratio. */
export interface DealCell {
  /** Notional ÷ own money; decimal. */
  readonly leverage: string;
  /** Change of the exit price, a part of it; decimal. */
  readonly exitChange: string;
  /** `acreDollars` ÷ own money; -1 when liquidated; decimal. */
  readonly acrePercentage: string;
  /** `physicalDollars` ÷ down payment and closing costs; decimal. */
  readonly physicalPercentage: string;
  /** Which way returned more: by more than 5 % points, by less, or about the same. */
  readonly recommendation: "physical" | "similar" | "slight_acre" | "strong_acre";
}

/** Both returns of the deal held for the last so many years. */
export interface DealHorizon {
  /** Years that the deal is held. */
  readonly years: number;
  /** `acreDollars` ÷ own money; -1 when liquidated; decimal. */
  readonly acrePercentage: string;
  /** `physicalDollars` ÷ down payment and closing costs; decimal. */
  readonly physicalPercentage: string;
  /** Profit of the trade after fees, impact and funding; USD, signed, 6 decimals. */
  readonly acreDollars: string;
  /** Profit of the purchase with rent, after all costs; USD, signed, 6 decimals. */
  readonly physicalDollars: string;
  /** Day on which the loss reached the own money; null when it did not; unix seconds, UTC. */
  readonly liquidatedAt: number | null;
}

/** The same deal by holding time, from one year on, as far as the index goes back. */
export interface DealHorizons {
  /** Deals by holding time. */
  readonly horizons: readonly DealHorizon[];
}

/** The index at one end of the deal. */
export interface DealPoint {
  /** Moment of the price; unix seconds, UTC. */
  readonly timestamp: number;
  /** Index price at that moment; USD, 8 decimals. */
  readonly price: string;
}

/** The same deal at other leverages and exit prices: by leverage, then by change. */
export interface DealSensitivity {
  /** Deals by leverage, then by exit price. */
  readonly cells: readonly DealCell[];
}

/** The wallet that may trade for the user (null: none), its limits, SOL for its fees. */
export interface DelegateBody {
  /**
   * Wallet that may trade for the owner; null ends the right of the present one; base58 of exactly
   * 32 bytes.
   */
  readonly delegate: string | null;
  /** When the delegate's right ends, unix seconds, within 365 days; without it never. */
  readonly expiresAt?: number | null;
  /** Most that the delegate may trade in 24 hours, USD with 6 decimals; null: no limit. */
  readonly notionalPerDay?: string | number | null;
  /** Markets that the delegate may trade, at most 8; without it all. */
  readonly markets?: readonly number[] | null;
  /** SOL that moves to the delegate for its transaction fees. */
  readonly delegateTopUp?: string | number | null;
}

/** Limits of a delegate; `usedToday` counts only under a limit. No markets: all. */
export interface DelegateTerms {
  /** When the delegate's right ends; null: never; unix seconds, UTC. */
  readonly expiresAt: number | null;
  /** Most that the delegate may trade in 24 hours, USD with 6 decimals; null: no limit. */
  readonly notionalPerDay: string | null;
  /** What the delegate has traded of `notionalPerDay`; 0 without a limit; USD, 6 decimals. */
  readonly usedToday: string;
  /** Markets that the delegate may trade; empty: all. */
  readonly markets: readonly number[];
}

/** Demographics; `asOf` is the publication time of the newest figure. */
export interface Demographics {
  /** Inhabitants of the area; null when not known. */
  readonly population: number | null;
  /** Households of the area; null when not known. */
  readonly households: number | null;
  /** Median income of a household in a year; null when not known; USD, 6 decimals. */
  readonly medianHouseholdIncome: string | null;
  /** Median age in years; null when not known; decimal. */
  readonly medianAge: string | null;
  /** Part of the homes in which the owner lives; null when not known; decimal. */
  readonly ownerOccupiedRate: string | null;
  /** Part of the workforce without work; null when not known; decimal. */
  readonly unemploymentRate: string | null;
  /** Growth of the population in a year; null when not known; decimal. */
  readonly populationGrowth: string | null;
  /** When the newest figure was published; null without one; unix seconds, UTC. */
  readonly asOf: number | null;
  /** Where each figure is from. */
  readonly sources: readonly Source[];
  /** Figures of the next wider area, where this area has none. */
  readonly fallbacks: readonly Fallback[];
}

/** Deposit margin. */
export interface DepositMarginBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Collateral that goes into the account, USD with 6 decimals. */
  readonly margin: string | number;
  /**
   * Wallet whose account it is, where a delegate or another wallet signs; without it the signing
   * wallet; base58 of exactly 32 bytes.
   */
  readonly owner?: string | null;
}

/** Open interest by side. */
export interface Distribution {
  /** Long positions. */
  readonly long: SideShare;
  /** Short positions. */
  readonly short: SideShare;
}

/** The number of ended sessions. */
export interface EndedSessions {
  /** Sessions that were ended. */
  readonly endedCount: number;
}

/** Seconds around the scheduled price update without position increases. */
export interface EntryWindow {
  /** Seconds before the price update. */
  readonly before: number;
  /** Seconds after the price update. */
  readonly after: number;
}

/** The epoch of staking that runs now. */
export interface EpochPeriod {
  /** Number of the running epoch of staking. */
  readonly epoch: number;
  /** When the epoch begins; unix seconds, UTC. */
  readonly start: number;
  /** When the epoch ends; unix seconds, UTC. */
  readonly end: number;
  /** Length of the epoch, seconds. */
  readonly duration: number;
  /** Seconds until then, at least 0. */
  readonly secondsRemaining: number;
}

/** The body of every answer with a status from 400 on. */
export interface Error {
  /** Text for people. */
  readonly message: string;
  /** Reason for programs, from the list of the operation. */
  readonly code: string;
  /** Figures of the refusal by name, for programs; empty without any. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Id of the request, as in `X-Request-Id`. */
  readonly requestId: string;
}

/** The exchange: vault, pool, open interest, parameters. */
export interface Exchange {
  /** Account of the exchange on the chain; base58 of 32 bytes. */
  readonly address: string;
  /** All collateral in the vault, the sum of the six balances; USD, 6 decimals. */
  readonly balance: string;
  /** Part of the vault that covers bad debt; USD, 6 decimals. */
  readonly reserveBalance: string;
  /** Part of the vault that is the protocol's fees; USD, 6 decimals. */
  readonly protocolFeeBalance: string;
  /** Part of the vault for requested payouts, with tips; USD, 6 decimals. */
  readonly unsettledBalance: string;
  /** Part of the vault that came without an accepted command; USD, 6 decimals. */
  readonly quarantinedBalance: string;
  /** Part of the vault that is the collateral of margin accounts; USD, 6 decimals. */
  readonly marginBalance: string;
  /** Part of the vault that is the pool's, before unrealized P&L; USD, 6 decimals. */
  readonly lpBalance: string;
  /** Value locked: `marginBalance` + `lpBalance`; USD, 6 decimals. */
  readonly tvl: string;
  /** Shares of the pool that are outstanding; token amount, 6 decimals. */
  readonly lpShares: string;
  /** Open P&L of all traders, above 0 when the pool owes it; USD, signed, 6 decimals. */
  readonly unrealizedPnl: string;
  /** Price of one share; USD, 8 decimals. */
  readonly sharePrice: string;
  /** What the pool keeps back for open positions; USD, 6 decimals. */
  readonly requiredMinimumBalance: string;
  /** Required minimum ÷ balance of the pool; 0 without a balance; decimal. */
  readonly requiredMinimumBalancePercent: string;
  /** Notional of all open positions, long and short together; USD, 6 decimals. */
  readonly openInterest: string;
  /** What can still be opened on each side. */
  readonly availableOpenInterest: Room;
  /** Long and short with their parts of the sum. */
  readonly openInterestDistribution: Distribution;
  /** How long a deposit stays in the pool at least, seconds. */
  readonly minLpDuration: number;
  /** Time from a request to its payout, seconds. */
  readonly settlementDelay: number;
  /** Part of the trade fees that the protocol gets; decimal. */
  readonly protocolFeeRate: string;
  /** Traded notional since the exchange began; USD, 6 decimals. */
  readonly cumulativeNotionalVolume: string;
  /** Fees that the pool has got since the exchange began; USD, 6 decimals. */
  readonly cumulativeLpFee: string;
  /** Fee income of the pool's depositors, for a year. */
  readonly lpYield: Yield;
  /** Parameters in force. */
  readonly specification: ExchangeSpecification;
}

/** Parameters of the exchange in force, its mints and keys. */
export interface ExchangeSpecification {
  /** Number of the exchange; there is one, 0. */
  readonly id: number;
  /** Mint of the collateral, a USD token; base58 of 32 bytes. */
  readonly collateralMint: string;
  /** Token account with all collateral; base58 of 32 bytes. */
  readonly collateralVault: string;
  /** Decimals of the collateral as a negative exponent, -6. */
  readonly collateralExpo: number;
  /** Mint of the ACRE token; base58 of 32 bytes. */
  readonly tokenMint: string;
  /** State of the exchange: `paused` allows to reduce, `halted` nothing. */
  readonly status: "active" | "paused" | "halted";
  /** Whether the exchange is paused or halted. */
  readonly paused: boolean;
  /** Numbers of all markets, ascending. */
  readonly marketIds: readonly number[];
  /** Key that signs the commands of the operator; base58 of 32 bytes. */
  readonly admin: string;
  /** Key that pays settlement requests; base58 of 32 bytes. */
  readonly authorizedSettler: string;
  /** Largest sum of all skews now, in USD, 6 decimals. */
  readonly netExposureCap: string;
  /** Largest sum of all skews, a part of the pool's value; decimal. */
  readonly netExposureCapRate: string;
  /** Part of the open interest that the pool keeps back; decimal. */
  readonly lockedOpenInterestRatio: string;
  /** Part of the trade fees that the protocol gets; decimal. */
  readonly protocolFeeRate: string;
  /** Part of the rest of the trade fees that the reserve gets; decimal. */
  readonly reserveFeeShare: string;
  /** Least fee of a liquidation; USD, 6 decimals. */
  readonly minLiquidationFee: string;
  /** Largest fee of a liquidation; USD, 6 decimals. */
  readonly maxLiquidationFee: string;
  /** Health at which a liquidation ends; decimal. */
  readonly liquidationTargetHealth: string;
  /** Least notional of a trade; USD, 6 decimals. */
  readonly minTradeNotional: string;
  /** Most positions of a margin account. */
  readonly maxPositionsPerAccount: number;
  /** Most open margin accounts of a wallet. */
  readonly maxMarginAccountsPerUser: number;
  /** Most markets of the exchange. */
  readonly maxMarkets: number;
  /** How long a deposit stays in the pool at least, seconds. */
  readonly minLpDuration: number;
  /** Time from a request to its payout, seconds. */
  readonly settlementDelay: number;
  /** Least deposit into the pool; USD, 6 decimals. */
  readonly minLiquidity: string;
  /** Least amount of a payout; USD, 6 decimals. */
  readonly minSettlementAmount: string;
  /** Largest tip for a keeper, a part of the amount; decimal. */
  readonly maxKeeperTipRate: string;
  /** What may leave within an hour, a part of the value locked; decimal. */
  readonly outflowHourlyRate: string;
  /** What may leave within a day, a part of the value locked; decimal. */
  readonly outflowDailyRate: string;
  /** What may leave whatever the rates say; USD, 6 decimals. */
  readonly outflowFloor: string;
  /** Length of an epoch of staking, seconds. */
  readonly epochDuration: number;
  /** Epochs from an unstake to its withdrawal. */
  readonly unlockingDuration: number;
  /** Margin that each waiting order holds back; USD, 6 decimals. */
  readonly orderMargin: string;
  /** Use of the pool above which positions pay the holding charge; decimal. */
  readonly holdKink: string;
  /** Holding charge of a day when the pool is used in full; decimal. */
  readonly holdRate: string;
}

/** A part of a leaderboard (express base); a final one never changes again. */
export interface ExpressContestLeaderboard {
  /** Participants by rank. */
  readonly leaderboard: readonly RankedContestResult[];
  /** Rows in all, of which the answer has a part. */
  readonly total: number;
  /** When the rows were computed; unix seconds, UTC. */
  readonly updatedAt: number;
  /**
   * Names of those wallets among the rows that have one; of the wallets of these rows that have
   * one, by address.
   */
  readonly usernames: readonly Username[];
  /** Whether the ranking is frozen. */
  readonly isFinal: boolean;
}

/** The worst and the best change. */
export interface ExtremesSchema {
  /** Largest fall. */
  readonly worst: MoveSchema;
  /** Largest rise. */
  readonly best: MoveSchema;
}

/** A fall from a high to a low; months are counted by the calendar. */
export interface FallSchema {
  /** Low ÷ high - 1, rounded down; decimal. */
  readonly change: string;
  /** Index price at the high; USD, 8 decimals. */
  readonly peak: string;
  /** Month end of the high; unix seconds, UTC. */
  readonly peakAt: number;
  /** Index price at the low; USD, 8 decimals. */
  readonly trough: string;
  /** Month end of the low; unix seconds, UTC. */
  readonly troughAt: number;
  /** Months from the high to the low. */
  readonly monthsDown: number;
  /** First month end at or above the high; null when not yet; unix seconds, UTC. */
  readonly recoveredAt: number | null;
  /** Months from the low to the recovery; null when not yet. */
  readonly monthsUp: number | null;
}

/** A wider area's value of a figure that is null, in that figure's unit. */
export interface Fallback {
  /** Field of the answer. */
  readonly figure: string;
  /** Name of the series in the data. */
  readonly series: string;
  /** Who published it; null when the file does not say. */
  readonly publisher: string | null;
  /** Area of the figure; null: all areas. */
  readonly area: string | null;
  /** Name of that area for people. */
  readonly areaName: string;
  /** When the first value of the series was out; null when not known; unix seconds, UTC. */
  readonly firstPublishedAt: number | null;
  /** Figure of the wider area, in the unit of that figure. */
  readonly value: string;
}

/** The faucet's transfer. */
export interface FaucetDrop {
  /** Signature of the faucet's transaction, base58. */
  readonly signature: string;
  /** SOL that the faucet sent, 9 decimals. */
  readonly sol: string;
  /** Test USD that the faucet sent, 6 decimals. */
  readonly collateral: string;
  /** ACRE tokens that the faucet sent; token amount, 6 decimals. */
  readonly token: string;
}

/** Result counts of the search filters, by value. */
export interface FilterDistribution {
  /** Markets found, by state or region. */
  readonly states: readonly ValueCount[];
  /** Markets found, by country. */
  readonly countries: readonly ValueCount[];
  /** Markets found, by kind of area. */
  readonly categories: readonly ValueCount[];
  /** Markets found, by tag. */
  readonly tags: readonly ValueCount[];
  /** Lowest and highest index price of the markets found. */
  readonly price: PriceRange;
}

/** The leaderboard of a season that is over; it never changes. */
export interface FinalPointsLeaderboard {
  /** Participants by rank. */
  readonly leaderboard: readonly RankedPointsRow[];
  /** Rows in all, of which the answer has a part. */
  readonly total: number;
  /** Whether the ranking is frozen. */
  readonly isFinal: boolean;
  /**
   * Names of those wallets among the rows that have one; of the wallets of these rows that have
   * one, by address.
   */
  readonly usernames: readonly Username[];
}

/** Prices and rents of homes; `asOf` is the publication time of the newest figure. */
export interface Financials {
  /** Median sale price of a home; null when not known; USD, 6 decimals. */
  readonly medianPrice: string | null;
  /** Median price of one unit of area; null when not known; USD, 8 decimals. */
  readonly pricePerUnit: string | null;
  /** Observed rent of a month; null when not known; USD, 6 decimals. */
  readonly medianRentMonthly: string | null;
  /** 12 x rent ÷ price; null when one is not known; decimal. */
  readonly grossRentalYield: string | null;
  /** Property tax of a year, a part of the price; null when not known; decimal. */
  readonly propertyTaxRate: string | null;
  /** Home insurance of a year, a part of the price; null when not known; decimal. */
  readonly insuranceRate: string | null;
  /** Interest of a mortgage of 30 years, for a year; null when not known; decimal. */
  readonly mortgageRate30y: string | null;
  /** Price ÷ 12 x rent; null when one is not known; decimal. */
  readonly priceToRent: string | null;
  /** Mortgage of the median home against the median income; null when a part is not known. */
  readonly affordability: Affordability | null;
  /** When the newest figure was published; null without one; unix seconds, UTC. */
  readonly asOf: number | null;
  /** Where each figure is from. */
  readonly sources: readonly Source[];
  /** Figures of the next wider area, where this area has none. */
  readonly fallbacks: readonly Fallback[];
}

/** Expected index return per day. */
export interface Forecast {
  /** Mean of the last few returns; decimal. */
  readonly fast: string;
  /** Mean of the last many returns; decimal. */
  readonly slow: string;
  /** Mean of `fast` and `slow`; decimal. */
  readonly mid: string;
}

/** The daily funding rate over other spans. */
export interface FundingAprs {
  /** Daily rate ÷ 24; decimal. */
  readonly oneHour: string;
  /** Daily rate ÷ 3; decimal. */
  readonly eightHour: string;
  /** Daily rate; decimal. */
  readonly oneDay: string;
  /** Daily rate x 365; decimal. */
  readonly oneYear: string;
}

/** Funding of one market over a window. */
export interface FundingHistory {
  /** Symbol of the market, unique. */
  readonly symbol: string;
  /** Points in ascending order of time. */
  readonly points: readonly FundingPoint[];
}

/** The parts that sum to the funding rate. */
export interface FundingParts {
  /** Funding by the expected return of the index; decimal. */
  readonly drift: string;
  /** Funding by the skew so far; decimal. */
  readonly crowding: string;
  /** What the larger side pays the pool for errors of the forecast; decimal. */
  readonly spread: string;
}

/** Funding at a time. */
export interface FundingPoint {
  /** Moment of the point; unix seconds, UTC. */
  readonly timestamp: number;
  /** Funding of a day, a part of the notional; above 0 longs pay; decimal. */
  readonly fundingRate: string;
  /** Change of the funding rate by crowding in a day; decimal. */
  readonly fundingVelocity: string;
  /**
   * Sum of the funding that one unit of area has paid since the market began; USD, signed, 8
   * decimals.
   */
  readonly fundingPerUnit: string;
}

/** The code that the wallet chose; 3 to 20 characters. */
export interface GenerateCodeBody {
  /** Code of letters, digits, `_` and `-`; 3 to 20 characters; spaces around it are cut off. */
  readonly referralCode: string;
}

/** Points of all participants of the perpetual programme. */
export interface GrandTotal {
  /** Sum over all participants; points, 6 decimals. */
  readonly points: string;
  /** Wallets that take part. */
  readonly participants: number;
  /** When the figures were made; unix seconds, UTC. */
  readonly asOf: number;
}

/** A signed memo transaction, base64. */
export interface HardwareLoginBody {
  /** Wallet that signs in or is signed in; base58 of exactly 32 bytes. */
  readonly address: string;
  /** Signed memo transaction; base64 of a signed transaction that is never sent. */
  readonly tx: string;
  /**
   * Whether the refresh token goes into a cookie instead of the answer; for pages of this site: the
   * refresh token comes as an HttpOnly cookie, not in the body; default false.
   */
  readonly useCookie?: boolean;
}

/** The process answers. */
export interface Health {
  /** `ok` while the process answers. */
  readonly status: "ok";
  /** Environment; tokens are valid in one alone. */
  readonly env: "mainnet" | "staging" | "dev" | "local";
  /** Version of the program. */
  readonly version: string;
}

/** A price update awaiting confirmation. */
export interface HeldPrint {
  /** Index price that is held back; USD, 8 decimals. */
  readonly price: string;
  /** When it was published; unix seconds, UTC. */
  readonly publishedAt: number;
}

/** Change of available margin with the index moved by percents; null: liquidatable there. */
export interface IfMoved {
  /**
   * Change of the available margin after the index falls by 10 %; null when the account could then
   * be liquidated; USD, signed, 6 decimals.
   */
  readonly down10: string | null;
  /**
   * Change of the available margin after the index falls by 5 %; null when the account could then
   * be liquidated; USD, signed, 6 decimals.
   */
  readonly down5: string | null;
  /**
   * Change of the available margin after the index falls by 2 %; null when the account could then
   * be liquidated; USD, signed, 6 decimals.
   */
  readonly down2: string | null;
  /**
   * Change of the available margin after the index rises by 2 %; null when the account could then
   * be liquidated; USD, signed, 6 decimals.
   */
  readonly up2: string | null;
  /**
   * Change of the available margin after the index rises by 5 %; null when the account could then
   * be liquidated; USD, signed, 6 decimals.
   */
  readonly up5: string | null;
  /**
   * Change of the available margin after the index rises by 10 %; null when the account could then
   * be liquidated; USD, signed, 6 decimals.
   */
  readonly up10: string | null;
}

/** That the root counts what one wallet is owed. */
export interface InclusionProof {
  /** What is owed. */
  readonly kind: "lpPosition" | "marginAccount" | "quarantine" | "settlementRequest" | "stake";
  /** Wallet or account that the claim belongs to; base58 of 32 bytes. */
  readonly address: string;
  /** What is owed, in the unit of its kind; USD or tokens, 6 decimals. */
  readonly amount: string;
  /** What is hashed at the end of the way; kind owner number amount unit. */
  readonly leaf: string;
  /** Nodes from the leaf to the root. */
  readonly path: readonly PathNode[];
}

/** That a wallet has joined a contest, and since when (express base). */
export interface JoinedContest {
  /** Name of the contest in paths. */
  readonly contestId: string;
  /** Wallet or account on the chain that the row is of; base58 of 32 bytes. */
  readonly address: string;
  /** When the wallet joined; unix seconds, UTC. */
  readonly joinedAt: number;
}

/** A change of one position of a basket. */
export interface LegBody {
  /** Market, by its number. */
  readonly marketId: number;
  /** Direction of the position or trade. */
  readonly side: "long" | "short";
  /**
   * Amount of the change: area or USD with 6 decimals, as `inputKind` says; the size is rounded
   * down.
   */
  readonly input: string | number;
  /**
   * Unit of `input`: an area (`sizeDelta`), or USD converted at the index price (`notionalDelta`);
   * default "sizeDelta".
   */
  readonly inputKind?: "notionalDelta" | "sizeDelta";
}

/** A change of one position of a basket, and its worst price. */
export interface LegTransactionBody {
  /** Market, by its number. */
  readonly marketId: number;
  /** Direction of the position or trade. */
  readonly side: "long" | "short";
  /**
   * Amount of the change: area or USD with 6 decimals, as `inputKind` says; the size is rounded
   * down.
   */
  readonly input: string | number;
  /**
   * Unit of `input`: an area (`sizeDelta`), or USD converted at the index price (`notionalDelta`);
   * default "sizeDelta".
   */
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  /** Worst fill price that is accepted, USD with 8 decimals. */
  readonly acceptablePrice?: string | number | null;
  /**
   * How much worse than the quoted fill the price may be, where there is no `acceptablePrice`;
   * default "0.01".
   */
  readonly slippageRate?: string | number;
}

/** The contracts that rest at a price. */
export interface Level {
  /** Points for one contract of the side, 1 to 99. */
  readonly price: number;
  /** Contracts that rest at the price, 0 when gone. */
  readonly contracts: number;
}

/** Collateral liabilities of the vault, by kind; `lp` is negative when the pool has overpaid. */
export interface Liabilities {
  /** Owed to margin accounts; USD, 6 decimals. */
  readonly margin: string;
  /** Owed to the pool's depositors; USD, signed, 6 decimals. */
  readonly lp: string;
  /** Owed to the reserve; USD, 6 decimals. */
  readonly reserve: string;
  /** Owed to the protocol; USD, 6 decimals. */
  readonly protocolFees: string;
  /** Owed to requested payouts; USD, 6 decimals. */
  readonly unsettled: string;
  /** Owed to senders of quarantined deposits; USD, 6 decimals. */
  readonly quarantined: string;
}

/** Markets whose largest and smallest modification is asked for. */
export interface LimitsBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Markets, by their numbers. */
  readonly marketIds?: readonly number[] | null;
  /** One market, instead of `marketIds`. */
  readonly marketId?: number | null;
  /** Direction that is asked about; without it both. */
  readonly side?: "long" | "short" | null;
  /** Wallet of the quote, on paths without one; base58 of exactly 32 bytes. */
  readonly user?: string | null;
}

/** Liquidate a margin account; the fee goes to the wallet or to an own margin account. */
export interface LiquidateBody {
  /** Wallet whose margin account is to be liquidated; base58 of exactly 32 bytes. */
  readonly owner: string;
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Own margin account that gets the liquidation fee; without it the wallet gets it. */
  readonly feeMarginAccountId?: number | null;
}

/** A piece of a position that a liquidation closed. */
export interface Liquidation {
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
  /** Margin for the fee when the liquidation began; USD, 6 decimals. */
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

/** How many positions, opened at each month end, would have been liquidated. */
export interface LiquidationCount {
  /** Notional ÷ own money; decimal. */
  readonly leverage: string;
  /** Direction of the position or trade. */
  readonly side: "long" | "short";
  /** Entries with 12 whole months after them. */
  readonly yearEntries: number;
  /** Entries that were liquidated within 12 months. */
  readonly withinYear: number;
  /** Month ends at which a position is opened. */
  readonly entries: number;
  /** Entries that were liquidated until now. */
  readonly toDate: number;
}

/** Listings by month. */
export interface ListingsHistory {
  /** Points in ascending order of time. */
  readonly points: readonly ListingsPoint[];
  /** Where each figure is from. */
  readonly sources: readonly Source[];
}

/** Listings of a month; `timestamp` is the month's first instant. */
export interface ListingsPoint {
  /** First instant of the month; unix seconds, UTC. */
  readonly timestamp: number;
  /** Homes listed in the month; null when not known. */
  readonly newListings: number | null;
  /** Homes for sale, without pending ones; null when not known. */
  readonly activeListings: number | null;
  /** Median asking price; null when not known; USD, 6 decimals. */
  readonly medianListPrice: string | null;
}

/** The time until an unstaked amount can be withdrawn. */
export interface LockedEpochPeriod {
  /** Epoch from whose start the amount can be withdrawn. */
  readonly unlockingEpoch: number;
  /** Now, from which the wait counts; unix seconds, UTC. */
  readonly start: number;
  /** When the amount can be withdrawn; unix seconds, UTC. */
  readonly end: number;
  /** Seconds until then, at least 0. */
  readonly secondsRemaining: number;
}

/** A signed message. */
export interface LoginBody {
  /** Wallet that signs in or is signed in; base58 of exactly 32 bytes. */
  readonly address: string;
  /** Text that `signature` is of; the text that was signed; needed without signedMessage. */
  readonly message?: string | null;
  /**
   * Bytes that a wallet signed by itself, instead of `message`; base64 of the bytes that a wallet
   * signed by `solana:signIn`.
   */
  readonly signedMessage?: string | null;
  /** Signature of the wallet over the message; base58 of the 64 bytes of the ed25519 signature. */
  readonly signature: string;
  /**
   * Whether the refresh token goes into a cookie instead of the answer; for pages of this site: the
   * refresh token comes as an HttpOnly cookie, not in the body; default false.
   */
  readonly useCookie?: boolean;
}

/** The text to sign. */
export interface LoginMessage {
  /** Text that the wallet signs, byte for byte. */
  readonly message: string;
}

/** The text to sign with its fields. */
export interface LoginMessageFields {
  /** Text that the wallet signs, byte for byte. */
  readonly message: string;
  /** Parts of the message, for `solana:signIn`. */
  readonly fields: SignInFields;
}

/** Whether the calling session is kept; required. */
export interface LogoutAllBody {
  /** Whether the session that asks stays. */
  readonly keepCurrent: boolean;
}

/** The pool account of before there were LP positions. */
export interface LpAccount {
  /** Account of the pool deposit on the chain; base58 of 32 bytes. */
  readonly address: string;
  /** Deposit into the pool; USD, 6 decimals. */
  readonly liquidity: string;
  /** Shares of the pool; token amount, 6 decimals. */
  readonly shares: string;
  /** Part of the pool's shares; decimal. */
  readonly stake: string;
  /** Shares x exit price, rounded down; 0 when drained; USD, 6 decimals. */
  readonly shareValue: string;
  /** When liquidity was added last; unix seconds, UTC. */
  readonly lastAddLiquidityTimestamp: number;
  /** When shares can be removed first; unix seconds, UTC. */
  readonly minLpDurationMaturity: number;
  /** Whether shares can be removed. */
  readonly minLpDurationElapsed: boolean;
  /** Most shares that can be removed now; 0 before maturity; token amount, 6 decimals. */
  readonly maxRemovableShares: string;
  /** Wallet that may trade for the owner within its terms; null: none; base58 of 32 bytes. */
  readonly delegate: string | null;
  /** Limits of the delegate; null without one. */
  readonly delegateTerms: DelegateTerms | null;
  /** Whether it is empty and may be closed. */
  readonly canClose: boolean;
  /** Whether it has shares to move into a position. */
  readonly canUpgrade: boolean;
}

/** A deposit into or a removal from the pool. */
export interface LpEvent {
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
  /** Collateral that came into or left the pool; USD, 6 decimals. */
  readonly liquidity: string;
  /** Shares that were made or burnt; token amount, 6 decimals. */
  readonly shares: string;
  /** Price of one share; USD, 8 decimals. */
  readonly sharePrice: string;
  /** Deposit of the position after it; USD, 6 decimals. */
  readonly newLiquidityAmount: string;
  /** Shares of the position after it; token amount, 6 decimals. */
  readonly newSharesAmount: string;
  /** LP position that was touched; null of an account of before there were positions. */
  readonly lpPositionId: number | null;
  /** When it can be removed or paid; unix seconds, UTC. */
  readonly maturity: number | null;
}

/** LP points of a position for its owner, in all and per day, before boosts. */
export interface LpPoints {
  /** Points since the deposit, before boosts, 6 decimals. */
  readonly total: string;
  /** Points that it earns in a day, with boosts, 6 decimals. */
  readonly perDay: string;
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
  readonly isClosed: boolean;
}

/** One LP position. */
export interface LpPositionBody {
  /** LP position of the wallet, by its number. */
  readonly lpPositionId: number;
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
  readonly isClosed: boolean;
}

/** A deposit into or a withdrawal from a margin account. */
export interface MarginTransfer {
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
  /** Collateral that was moved; USD, 6 decimals. */
  readonly margin: string;
  /** When the withdrawal can be processed; null of a deposit; unix seconds, UTC. */
  readonly settlementRequestMaturity: number | null;
}

/** Collateral and margin requirements of an account. */
export interface Margins {
  /** Collateral and unrealized P&L; USD, signed, 6 decimals. */
  readonly availableMargin: string;
  /** Maintenance margin and the margin for liquidation fees, rounded up; USD, 6 decimals. */
  readonly totalRequiredMargin: string;
  /** Required ÷ available margin; null when none is available; decimal. */
  readonly totalRequiredMarginRatio: string | null;
  /** Initial margin of all positions, rounded up; USD, 6 decimals. */
  readonly requiredInitialMargin: string;
  /** Maintenance margin of all positions, rounded up; USD, 6 decimals. */
  readonly requiredMaintenanceMargin: string;
  /** Margin that is kept for the fees of a liquidation; USD, 6 decimals. */
  readonly requiredLiquidationFeeMargin: string;
  /** Fees of the running liquidation that are not yet paid; USD, 6 decimals. */
  readonly accumulatedLiquidationFees: string;
}

/** A market: prices, open interest, funding, parameters. */
export interface Market {
  /** Account of the market on the chain; base58 of 32 bytes. */
  readonly address: string;
  /** Number of the market. */
  readonly id: number;
  /** Whether increases of positions are refused. */
  readonly paused: boolean;
  /** Price of the index for one unit of area; USD, 8 decimals. */
  readonly indexPrice: string;
  /** Index price x (1 + skew ÷ `skewScale`); USD, 8 decimals. */
  readonly marketPrice: string;
  /** Long and short positions together. */
  readonly openInterest: Amounts;
  /** Long less short of the market. */
  readonly skew: Skew;
  /** Long and short with their parts of the sum. */
  readonly openInterestDistribution: Distribution;
  /** Funding of a day, a part of the notional; above 0 longs pay; decimal. */
  readonly fundingRate: string;
  /** Change of the funding rate by crowding in a day; decimal. */
  readonly fundingVelocity: string;
  /** Largest change of the funding rate in a day; decimal. */
  readonly maxFundingVelocity: string;
  /** Funding rate for other spans of time. */
  readonly fundingRateAprs: FundingAprs;
  /** Largest leverage of a small position, 1 ÷ `minInitialMarginRatio`; decimal. */
  readonly maxLeverageMultiple: string;
  /** What can still be opened on each side. */
  readonly availableOpenInterest: MarketRoom;
  /** Fee of the part of a trade that lowers the skew; decimal. */
  readonly makerFeeRate: string;
  /** Fee of the part of a trade that raises the skew; decimal. */
  readonly takerFeeRate: string;
  /** Name and place of the area. */
  readonly metadata: Metadata;
  /** Parameters in force. */
  readonly specification: MarketSpecification;
  /** Drift, crowding and spread, whose sum is the funding rate. */
  readonly fundingParts: FundingParts;
  /** Holding charge of a day, a part of the notional; decimal. */
  readonly holdingRate: string;
  /** Expected return of the index for a day. */
  readonly forecast: Forecast;
  /** Mean of the last prints, from which the surcharge counts; USD, 8 decimals. */
  readonly levelPrice: string;
  /**
   * Standard deviation of the index by which the surcharge and the auction are decided; decimal.
   */
  readonly noise: string;
  /** Whether positions are opened in the auction alone. */
  readonly auctionOnly: boolean;
  /** When the index price was published; unix seconds, UTC. */
  readonly indexPriceAt: number;
  /** When the next price update is due; unix seconds, UTC. */
  readonly nextPrintAt: number;
  /** End of the entry window around a price update; null outside of it; unix seconds, UTC. */
  readonly increaseBlockedUntil: number | null;
  /** Price update that lies outside the band and waits for the operator; null without one. */
  readonly heldPrint: HeldPrint | null;
}

/** One prediction market. */
export interface MarketAnswer {
  /** The prediction market. */
  readonly market: PredictionMarket;
}

/** One market with everything that a list of markets says of it. */
export interface MarketDetail {
  /** Account of the market on the chain; base58 of 32 bytes. */
  readonly address: string;
  /** Number of the market. */
  readonly id: number;
  /** Whether increases of positions are refused. */
  readonly paused: boolean;
  /** Price of the index for one unit of area; USD, 8 decimals. */
  readonly indexPrice: string;
  /** Index price x (1 + skew ÷ `skewScale`); USD, 8 decimals. */
  readonly marketPrice: string;
  /** Long and short positions together. */
  readonly openInterest: Amounts;
  /** Long less short of the market. */
  readonly skew: Skew;
  /** Long and short with their parts of the sum. */
  readonly openInterestDistribution: Distribution;
  /** Funding of a day, a part of the notional; above 0 longs pay; decimal. */
  readonly fundingRate: string;
  /** Change of the funding rate by crowding in a day; decimal. */
  readonly fundingVelocity: string;
  /** Largest change of the funding rate in a day; decimal. */
  readonly maxFundingVelocity: string;
  /** Funding rate for other spans of time. */
  readonly fundingRateAprs: FundingAprs;
  /** Largest leverage of a small position, 1 ÷ `minInitialMarginRatio`; decimal. */
  readonly maxLeverageMultiple: string;
  /** What can still be opened on each side. */
  readonly availableOpenInterest: MarketRoom;
  /** Fee of the part of a trade that lowers the skew; decimal. */
  readonly makerFeeRate: string;
  /** Fee of the part of a trade that raises the skew; decimal. */
  readonly takerFeeRate: string;
  /** Name and place of the area. */
  readonly metadata: Metadata;
  /** Parameters in force. */
  readonly specification: MarketSpecification;
  /** Drift, crowding and spread, whose sum is the funding rate. */
  readonly fundingParts: FundingParts;
  /** Holding charge of a day, a part of the notional; decimal. */
  readonly holdingRate: string;
  /** Expected return of the index for a day. */
  readonly forecast: Forecast;
  /** Mean of the last prints, from which the surcharge counts; USD, 8 decimals. */
  readonly levelPrice: string;
  /**
   * Standard deviation of the index by which the surcharge and the auction are decided; decimal.
   */
  readonly noise: string;
  /** Whether positions are opened in the auction alone. */
  readonly auctionOnly: boolean;
  /** When the index price was published; unix seconds, UTC. */
  readonly indexPriceAt: number;
  /** When the next price update is due; unix seconds, UTC. */
  readonly nextPrintAt: number;
  /** End of the entry window around a price update; null outside of it; unix seconds, UTC. */
  readonly increaseBlockedUntil: number | null;
  /** Price update that lies outside the band and waits for the operator; null without one. */
  readonly heldPrint: HeldPrint | null;
  /** Name of the market's feed in the metadata. */
  readonly market: string;
  /** Market, by its number. */
  readonly marketId: number;
  /** Name for people. */
  readonly name: string;
  /** State or region of the area; null where there is none. */
  readonly state: string | null;
  /** Country of the area, two letters (ISO 3166). */
  readonly country: string;
  /** Number of the area behind the market. */
  readonly acreId: number;
  /** Whether the market is open for trading. */
  readonly tradable: boolean;
  /** Symbol of the market, unique. */
  readonly symbol: string;
  /** Kind of area, from city to index. */
  readonly category: string;
  /** Currency of the price, `USD`. */
  readonly currency: string;
  /** Unit of area of the index: square feet or square meters. */
  readonly metric: string;
  /** Feed of the price at Pyth; null of a source of its own. */
  readonly pythTokenId: string | null;
  /** Degrees north of the area's middle; null when not known. */
  readonly latitude: number | null;
  /** Degrees east of the area's middle; null when not known. */
  readonly longitude: number | null;
  /** Change of the index price within a day; null without an older price; decimal. */
  readonly change1d: string | null;
  /** Change of the index price within a year; null without an older price; decimal. */
  readonly change1y: string | null;
  /** Traded notional of the last 24 hours; USD, 6 decimals. */
  readonly volume24h: string;
  /** Tags of the market. */
  readonly tags: readonly string[];
}

/** What the published prints of one index say about its past. */
export interface MarketPast {
  /** Symbol of the market, unique. */
  readonly symbol: string;
  /** When the newest figure was published; null without one; unix seconds, UTC. */
  readonly asOf: number | null;
  /** First month that counts; null without one; unix seconds, UTC. */
  readonly from: number | null;
  /** Whole months of prints. */
  readonly months: number;
  /** Whole months below which no figure is given. */
  readonly monthsNeeded: number;
  /**
   * Margin at which a position is liquidated, a part of its notional, with the liquidation fee;
   * decimal.
   */
  readonly maintenanceRate: string;
  /** Largest fall between month ends; null with too few months. */
  readonly largestFall: FallSchema | null;
  /** Fall from the highest month end until now; null at a new high or with too few months. */
  readonly currentFall: FallSchema | null;
  /** Distance of each month end from the highest one so far. */
  readonly drawdown: readonly RatioPoint[];
  /** Worst and best change of one month; null with too few months. */
  readonly month: ExtremesSchema | null;
  /** Worst and best change of 12 months; null with too few months. */
  readonly year: ExtremesSchema | null;
  /** Place of today's price among the month ends; null with too few months. */
  readonly priceRank: RankSchema | null;
  /** Place of the last year's change among all changes of a year; null with too few months. */
  readonly yearRank: YearRankSchema | null;
  /** Counts of positions that would have been liquidated, by leverage and side. */
  readonly liquidations: readonly LiquidationCount[];
  /** Trend of the last 60 month ends; null with too few months. */
  readonly trend: TrendSchema | null;
  /** Changes by quarter of the year; null with too few months. */
  readonly seasonality: SeasonalitySchema | null;
  /** How well last year's change foretold the next; null with too few months. */
  readonly persistence: PersistenceSchema | null;
  /** How the index moved with others. */
  readonly together: readonly TogetherSchema[];
}

/** Whether one market is paused. */
export interface MarketPaused {
  /** Market, by its number. */
  readonly marketId: number;
  /** Whether increases of positions are refused. */
  readonly paused: boolean;
}

/** A market at a time; `volume` is what was traded since the point before. */
export interface MarketPoint {
  /** Moment of the point; unix seconds, UTC. */
  readonly timestamp: number;
  /** Price of the index for one unit of area; USD, 8 decimals. */
  readonly indexPrice: string;
  /** Index price x (1 + skew ÷ `skewScale`); USD, 8 decimals. */
  readonly marketPrice: string;
  /** Funding of a day, a part of the notional; above 0 longs pay; decimal. */
  readonly fundingRate: string;
  /** Notional of the long positions; USD, 6 decimals. */
  readonly openInterestLong: string;
  /** Notional of the short positions; USD, 6 decimals. */
  readonly openInterestShort: string;
  /** Long less short, as an area; area, signed, 6 decimals. */
  readonly skew: string;
  /** Traded notional; USD, 6 decimals. */
  readonly volume: string;
}

/** Open interest still available in a market, by side. */
export interface MarketRoom {
  /** What can still be opened long. */
  readonly long: Amounts;
  /** What can still be opened short. */
  readonly short: Amounts;
}

/** The same for the index of one market alone; `skew` is what traders hold, long less short. */
export interface MarketScenarios {
  /** Market, by its number. */
  readonly marketId: number;
  /** Symbol of the market, unique. */
  readonly symbol: string;
  /** Name for people. */
  readonly name: string;
  /** Long less short at the index price; USD, signed, 6 decimals. */
  readonly skew: string;
  /** The pool after each move of the index. */
  readonly scenarios: readonly PoolScenario[];
}

/** One market over a window. */
export interface MarketSeries {
  /** Market, by its number. */
  readonly marketId: number;
  /** Points in ascending order of time. */
  readonly points: readonly MarketPoint[];
}

/** Parameters of a market in force, and its source of prices. */
export interface MarketSpecification {
  /** Largest open interest of a side now, in USD, 6 decimals. */
  readonly maxSideNotional: string;
  /**
   * Wallet that may liquidate beyond that capacity, without a fee; null: none; base58 of 32 bytes.
   */
  readonly authorizedLiquidator: string | null;
  /** Time around a price update in which increases are refused. */
  readonly entryWindow: EntryWindow;
  /** Source of the price and its id there. */
  readonly priceFeed: string;
  /** Initial margin of a small position, a part of its notional; decimal. */
  readonly minInitialMarginRatio: string;
  /** Maintenance margin, a part of the initial margin; decimal. */
  readonly maintenanceMarginProportion: string;
  /** How fast the initial margin grows with the size of a position; decimal. */
  readonly initialMarginRatio: string;
  /**
   * Skew at which the price is moved by all of itself; 0: the skew moves no price; area, 6
   * decimals.
   */
  readonly skewScale: string;
  /** Largest open interest of a side, as an area, 6 decimals. */
  readonly maxSideSize: string;
  /** Largest open interest of a side, a part of the pool's value; decimal. */
  readonly maxSideNotionalRate: string;
  /** Largest change of the funding rate in a day; decimal. */
  readonly maxFundingVelocity: string;
  /** Time in which the funding by crowding decays, seconds; 0: it does not. */
  readonly fundingDecay: number;
  /** Largest funding by crowding in a day; decimal. */
  readonly maxFundingRate: string;
  /** Part of the forecast that funding takes; decimal. */
  readonly kDrift: string;
  /** Prints of the fast mean of returns. */
  readonly nFast: number;
  /** Prints of the slow mean of returns. */
  readonly nSlow: number;
  /** Largest return of one print that the forecast counts; decimal. */
  readonly returnClip: string;
  /** Largest funding by drift in a day; decimal. */
  readonly driftMax: string;
  /** Largest funding by spread in a day; decimal. */
  readonly spreadRate: string;
  /** Skew at which the spread is whole, a part of a full side; decimal. */
  readonly sRefRate: string;
  /** Prints of the mean from which the surcharge counts; 0: no surcharge. */
  readonly levelN: number;
  /** Fee of the part of a trade that lowers the skew; decimal. */
  readonly makerFeeRate: string;
  /** Fee of the part of a trade that raises the skew; decimal. */
  readonly takerFeeRate: string;
  /** Fee of a liquidation, a part of the closed notional; decimal. */
  readonly liquidationFeeRate: string;
  /** Sliding window of the liquidation capacity, seconds. */
  readonly liquidationWindowSeconds: number;
  /**
   * Multiplier of what can be liquidated in a window: (maker + taker fee) x `skewScale` x
   * multiplier x seconds of the window; decimal.
   */
  readonly liquidationCapacityMultiplier: string;
  /** Skew below which the liquidation capacity is doubled, a part of `skewScale`; decimal. */
  readonly maxLiquidationPd: string;
  /** Least initial margin of a position; USD, 6 decimals. */
  readonly minPositionMargin: string;
  /** Age of a price from which increases and liquidations are refused, seconds. */
  readonly oracleMaxAge: number;
  /** Age of a price from which the market counts as dead, seconds. */
  readonly oracleMaxAgeDecrease: number;
  /** Change of one print up to which it is accepted at once; decimal. */
  readonly printBand: string;
  /** Change of one print from which it is held and the market pauses; decimal. */
  readonly printBandPause: string;
  /** Largest confidence interval of a print, a part of its price; decimal. */
  readonly maxConfidenceRate: string;
  /** Time between two prints, seconds from 00:00 UTC. */
  readonly printInterval: number;
  /**
   * Skew below which crowding grows less than in proportion, a part of `skewScale`; 0: none;
   * decimal.
   */
  readonly crowdingKnee: string;
  /** `skewScale` x index price, a multiple of the pool's value; 0: sizes do not follow; decimal. */
  readonly skewScaleRate: string;
  /** Noise above which increases wait for the auction; 0: no bound; decimal. */
  readonly maxNoise: string;
}

/** A wallet's membership badge: the picture of the first, and how many it holds. */
export interface MembershipBadge {
  /** Picture of the first badge; an https address or a data URI. */
  readonly image: string | null;
  /** How many. */
  readonly count: number;
}

/** Name and place of the area behind a market. */
export interface Metadata {
  /** Name of the market's feed in the metadata. */
  readonly market: string;
  /** Market, by its number. */
  readonly marketId: number | null;
  /** Name for people. */
  readonly name: string;
  /** State or region of the area; null where there is none. */
  readonly state: string | null;
  /** Country of the area, two letters (ISO 3166). */
  readonly country: string;
  /** Number of the area behind the market. */
  readonly acreId: number;
  /** Whether the market is open for trading. */
  readonly tradable: boolean;
  /** Symbol of the market, unique. */
  readonly symbol: string;
  /** Kind of area, from city to index. */
  readonly category: string;
  /** Currency of the price, `USD`. */
  readonly currency: string;
  /** Unit of area of the index: square feet or square meters. */
  readonly metric: string;
  /** Feed of the price at Pyth; null of a source of its own. */
  readonly pythTokenId: string | null;
  /** Degrees north of the area's middle; null when not known. */
  readonly latitude: number | null;
  /** Degrees east of the area's middle; null when not known. */
  readonly longitude: number | null;
}

/** One end of what can be executed. */
export interface Modification {
  /** Change of the position by the trade. */
  readonly openInterestDelta: SignedAmounts;
  /** Notional ÷ available margin of the account; null when no margin is available; decimal. */
  readonly leverageMultiple: string | null;
}

/** Executable sizes on one side of one market; null if none. */
export interface ModificationLimits {
  /** Market, by its number. */
  readonly marketId: number;
  /** Direction of the position or trade. */
  readonly side: "long" | "short";
  /** Largest trade that would be executed; null when none is. */
  readonly maxPositionModification: Modification | null;
  /** Smallest trade that would be executed; null when none is. */
  readonly minPositionModification: Modification | null;
}

/** Change a position by a transaction, with a stop and a target on what it leaves. */
export interface ModifyPositionBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Market, by its number. */
  readonly marketId: number;
  /** Direction of the position or trade. */
  readonly side: "long" | "short";
  /**
   * Amount of the change: area or USD with 6 decimals, as `inputKind` says; the size is rounded
   * down.
   */
  readonly input: string | number;
  /**
   * Unit of `input`: an area (`sizeDelta`), or USD converted at the index price (`notionalDelta`);
   * default "sizeDelta".
   */
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  /** Wallet of the quote, on paths without one; base58 of exactly 32 bytes. */
  readonly user?: string | null;
  /**
   * Wallet whose account it is, where a delegate or another wallet signs; without it the signing
   * wallet; base58 of exactly 32 bytes.
   */
  readonly owner?: string | null;
  /** Worst fill price that is accepted, USD with 8 decimals. */
  readonly acceptablePrice?: string | number | null;
  /**
   * How much worse than the quoted fill the price may be, where there is no `acceptablePrice`;
   * default "0.01".
   */
  readonly slippageRate?: string | number;
  /** Index price at which the bracket closes the position at a loss, USD with 8 decimals. */
  readonly stopPrice?: string | number | null;
  /** Index price at which the bracket closes the position at a profit, USD with 8 decimals. */
  readonly targetPrice?: string | number | null;
}

/** Change 2 to 8 positions by one transaction, all or none. */
export interface ModifyPositionsBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Trades of the basket, each in another market, in their order; each market once. */
  readonly legs: readonly LegTransactionBody[];
  /**
   * Wallet whose account it is, where a delegate or another wallet signs; without it the signing
   * wallet; base58 of exactly 32 bytes.
   */
  readonly owner?: string | null;
}

/** A change between two month ends. */
export interface MoveSchema {
  /** Price at the end ÷ price at the beginning - 1, rounded down; decimal. */
  readonly change: string;
  /** Month end at which the move begins; unix seconds, UTC. */
  readonly from: number;
  /** Month end at which the move ends; unix seconds, UTC. */
  readonly to: number;
}

/** Returns of both ways. */
export interface NetReturn {
  /** `acreDollars` ÷ own money; -1 when liquidated; decimal. */
  readonly acrePercentage: string;
  /** `physicalDollars` ÷ down payment and closing costs; decimal. */
  readonly physicalPercentage: string;
  /** Profit of the trade after fees, impact and funding; USD, signed, 6 decimals. */
  readonly acreDollars: string;
  /** Profit of the purchase with rent, after all costs; USD, signed, 6 decimals. */
  readonly physicalDollars: string;
}

/** First-time profile input; the terms must be accepted. What is absent is kept. */
export interface OnboardBody {
  /** Name that others see in place of the wallet; null without one; unique, ignoring case. */
  readonly username?: string | null;
  /**
   * Categories and markets that the wallet follows, at most 20; categories and symbols of markets.
   */
  readonly interests?: readonly string[] | null;
  /** Mail address of the wallet's owner; null without one; `local@domain` in ASCII. */
  readonly email?: string | null;
  /** Name at Discord; null without one; 2 to 37 printable characters without spaces around them. */
  readonly discord?: string | null;
  /** Name at X, formerly Twitter; null without one. */
  readonly twitter?: string | null;
  /** That the terms are accepted; the only legal value is `true`. */
  readonly acceptedTerms: true;
}

/** Whether a wallet's owner accepted the terms, and when (wall clock). */
export interface Onboarding {
  /** Whether the first-time questions are answered. */
  readonly isOnboarded: boolean;
  /** When they were answered; null before; unix seconds, UTC. */
  readonly onboardedAt: number | null;
}

/** One order. */
export interface OrderAnswer {
  /** The order after the request. */
  readonly order: PlacedOrder;
}

/** An order; type, side and contracts are required, price as well for a limit order. */
export interface OrderBody {
  /** Whether it rests at its price (`limit`) or takes what there is (`market`). */
  readonly type: "limit" | "market";
  /** Outcome of the question that is bought or held. */
  readonly side: "yes" | "no";
  /** Points for one contract of the side, 1 to 99. */
  readonly price?: number | null;
  /** Number of contracts, each pays 100 points when its side wins. */
  readonly contracts: number;
  /** How long it rests: until canceled, until a time, not at all, or all at once; default "gtc". */
  readonly timeInForce?: "gtc" | "gtd" | "ioc" | "fok";
  /** When a `gtd` order ends, not after the question closes; of gtd alone. */
  readonly expiresAt?: number | null;
  /** Whether it is refused when it would trade at once; default false. */
  readonly postOnly?: boolean;
  /** What is canceled when it would meet an own order; default "cancelResting". */
  readonly selfTradePrevention?: "cancelResting" | "cancelIncoming" | "both";
  /** Id of the client's own, unique among open orders and those of 24 hours. */
  readonly clientOrderId?: string | null;
}

/** Resting bids of both sides, best first. */
export interface OrderBook {
  /** Prediction market, by its number. */
  readonly marketId: number;
  /** Number of the last command that is in it. */
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

/** One of a wallet's sessions; nothing is kept of the device it was opened on. */
export interface OwnSession {
  /** Name of the session for `revoke`; names the session; no secret. */
  readonly id: string;
  /** When it was made; unix seconds, UTC. */
  readonly createdAt: number;
  /**
   * When the session was used last; when its tokens were issued or renewed last; null: not known.
   */
  readonly lastUsedAt: number | null;
  /** When the session ends unless it is renewed; unix seconds, UTC. */
  readonly expiresAt: number;
  /** How the wallet signed in; what the wallet signed to open it; null: not known. */
  readonly method: "hardware" | "message" | "signIn" | null;
  /** Whether it is the session that asks. */
  readonly isCurrent: boolean;
}

/** The cursor of the next page of a main list. */
export interface Pagination {
  /** `cursor` of the next page; null on the last one. */
  readonly nextCursor: string | null;
  /** Most rows of a page, as asked. */
  readonly limit: number;
}

/** Whether the user of `key` takes part in a season (express base). */
export interface Participant {
  /** Whether the wallet takes part. */
  readonly isParticipating: boolean;
  /** When it joined; null when it did not; unix seconds, UTC. */
  readonly participatedAt: number | null;
  /** Wallet or username, as in the path. */
  readonly key: string;
}

/** The number of participants of a contest. */
export interface ParticipantsCount {
  /** Wallets that take part. */
  readonly participantsCount: number;
}

/** The programme to join: the current season or the perpetual one. */
export interface ParticipateBody {
  /** Wallet that takes part; base58 of exactly 32 bytes. */
  readonly user?: string | null;
  /** Whether the perpetual programme is joined instead of the season; default false. */
  readonly isForPerpetualPoints?: boolean;
}

/** Whether a wallet takes part, and since when (main base). */
export interface Participation {
  /** Whether the wallet takes part. */
  readonly isParticipating: boolean;
  /** When it joined; null when it did not; unix seconds, UTC. */
  readonly participatedAt: number | null;
}

/** A node beside the way from a leaf to the root. */
export interface PathNode {
  /** Sums and hash of the node; hash:leaves:collateral:tokens of a node of the tree. */
  readonly hash: string;
  /** Whether the node is joined from the left or the right. */
  readonly side: "left" | "right";
}

/** Whether exchange and markets are paused. */
export interface Paused {
  /** Whether the exchange is paused. */
  readonly paused: boolean;
  /** The same as `paused`. */
  readonly exchange: boolean;
  /** Whether trading is paused, market by market. */
  readonly markets: readonly MarketPaused[];
  /** When the figures were made; unix seconds, UTC. */
  readonly asOf: number;
}

/** P&L of a wallet without its deposits and withdrawals. */
export interface Performance {
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** Points in ascending order of time. */
  readonly points: readonly PerformancePoint[];
  /** What made the change, part by part. */
  readonly parts: PnlParts;
}

/** P&L and return since the beginning of the window. */
export interface PerformancePoint {
  /** Moment of the point; unix seconds, UTC. */
  readonly timestamp: number;
  /** Change of the P&L since the beginning of the window; USD, signed, 6 decimals. */
  readonly pnl: string;
  /** `pnl` ÷ capital at the beginning and deposits since, rounded down; decimal. */
  readonly returnOnCapital: string;
}

/** An order that waits, for its owner alone. */
export interface PerpOrder {
  /** Order, by its number. */
  readonly orderId: number;
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Market, by its number. */
  readonly marketId: number;
  /** What makes the order trade. */
  readonly orderType: "auction" | "limit" | "stop" | "takeProfit" | "trailing";
  /** Price that is compared with the trigger: the index, or the market price with the skew. */
  readonly triggerBy: "index" | "market";
  /** Direction of the position or trade. */
  readonly side: "long" | "short";
  /** Whether the order may only make the position smaller. */
  readonly reduceOnly: boolean;
  /** Whether the order closes all of the position there is when it trades. */
  readonly wholePosition: boolean;
  /** Area that the order still trades, below 0 when it sells; area, signed, 6 decimals. */
  readonly size: string;
  /** Price at which a limit, stop or target begins, USD with 8 decimals; null of other orders. */
  readonly triggerPrice: string | null;
  /**
   * Distance of a trailing stop from the best price, a part of that price; null of other orders;
   * decimal.
   */
  readonly trailRate: string | null;
  /** Best price since the trailing order was placed; null of other orders; USD, 8 decimals. */
  readonly bestPrice: string | null;
  /** Worst fill price that is accepted, USD with 8 decimals. */
  readonly acceptablePrice: string | null;
  /** Orders of one group other than 0 cancel each other: the first to trade ends the rest. */
  readonly group: number;
  /** When the order ends unless it was filled; unix seconds, UTC. */
  readonly expiresAt: number;
  /** Index price at which the bracket closes the position at a loss, USD with 8 decimals. */
  readonly stopPrice: string | null;
  /** Index price at which the bracket closes the position at a profit, USD with 8 decimals. */
  readonly targetPrice: string | null;
  /** Whether it takes part in an auction that has begun. */
  readonly isLocked: boolean;
  /** Whether the trigger was reached, so that the next step tries it. */
  readonly isDue: boolean;
  /** Code of the reason why a due order waits; null when nothing holds it up. */
  readonly deferredReason: string | null;
  /** Words of `deferredReason`; null without one. */
  readonly deferredText: string | null;
  /** Delegate that placed the order; null when the owner did; base58 of 32 bytes. */
  readonly delegate: string | null;
}

/** An order that waits for its price (rules/orders.md); `user` only on the alias paths. */
export interface PerpOrderBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Market, by its number. */
  readonly marketId: number;
  /** What makes the order trade. */
  readonly orderType: "auction" | "limit" | "stop" | "takeProfit" | "trailing";
  /** Direction of the position or trade. */
  readonly side?: "long" | "short" | null;
  /** Amount of the order, as `inputKind` says; not with `wholePosition`. */
  readonly input?: string | number | null;
  /**
   * Unit of `input`: an area (`sizeDelta`), or USD converted at the index price (`notionalDelta`);
   * default "sizeDelta".
   */
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  /**
   * Price that is compared with the trigger: the index, or the market price with the skew; default
   * "index".
   */
  readonly triggerBy?: "index" | "market";
  /** Whether the order may only make the position smaller; default false. */
  readonly reduceOnly?: boolean;
  /** Whether the order closes all of the position there is when it trades; default false. */
  readonly wholePosition?: boolean;
  /** Price at which a limit, stop or target begins, USD with 8 decimals; null of other orders. */
  readonly triggerPrice?: string | number | null;
  /**
   * Distance of a trailing stop from the best price, a part of that price; null of other orders;
   * decimal above 0 and below 1, at most 6 fraction digits.
   */
  readonly trailRate?: string | null;
  /** Worst fill price that is accepted, USD with 8 decimals. */
  readonly acceptablePrice?: string | number | null;
  /**
   * How much worse than the quoted fill the price may be, where there is no `acceptablePrice`;
   * default "0.01".
   */
  readonly slippageRate?: string | number;
  /**
   * Orders of one group other than 0 cancel each other: the first to trade ends the rest; default
   * 0.
   */
  readonly group?: number;
  /** When the order ends unless it was filled, unix seconds. */
  readonly expiresAt?: number | null;
  /** Index price at which the bracket closes the position at a loss, USD with 8 decimals. */
  readonly stopPrice?: string | number | null;
  /** Index price at which the bracket closes the position at a profit, USD with 8 decimals. */
  readonly targetPrice?: string | number | null;
  /** Wallet of the quote, on paths without one; base58 of exactly 32 bytes. */
  readonly user?: string | null;
}

/** What happened to a waiting order; fields without a meaning there are null. */
export interface PerpOrderEvent {
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
  /**
   * Area that the event is about, below 0 when sold; null of events without one; area, signed, 6
   * decimals.
   */
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
  /** Average price of the pool's part; null of other events; USD, 8 decimals. */
  readonly fillPrice: string | null;
  /** Maker and taker fee of the trade, rounded up; USD, 6 decimals. */
  readonly tradeFee: string | null;
  /** What the trade pays beyond the fee while the index moves fast, rounded up; USD, 6 decimals. */
  readonly surcharge: string | null;
  /** What the fill left of the order; null of other events; area, signed, 6 decimals. */
  readonly leftSize: string | null;
  /** Why the order ended; null of other events. */
  readonly endReason: "filled" | "canceled" | "group" | "expired" | "rejected" | "noPosition" | "liquidation" | "marketSettled" | null;
  /** Code of the reason of a deferral or rejection; null of other events. */
  readonly code: string | null;
  /** Words of `code`; null without one. */
  readonly text: string | null;
}

/** Quote of place-perp-order. */
export interface PerpOrderQuote {
  /** Whether the order would be accepted now. */
  readonly isPlaceable: boolean;
  /** Codes of what refuses the order, in the order in which they are found. */
  readonly placingReasons: readonly string[];
  /** Margin that each waiting order holds back; USD, 6 decimals. */
  readonly orderMargin: string;
  /**
   * Area that would trade with the position of now, below 0 when sold; area, signed, 6 decimals.
   */
  readonly size: string;
  /** Price at which a limit, stop or target begins, USD with 8 decimals; null of other orders. */
  readonly triggerPrice: string | null;
  /** Worst fill price that is accepted, USD with 8 decimals. */
  readonly acceptablePrice: string | null;
  /** When the order ends unless it was filled; unix seconds, UTC. */
  readonly expiresAt: number;
  /** Quote of the order at the index at which it begins; null when there is nothing to trade. */
  readonly atTrigger: PositionQuote | null;
  /** Quote of the same trade now; null when there is nothing to trade. */
  readonly now: PositionQuote | null;
  /** The next auction, for an auction order; null of other orders. */
  readonly auction: AuctionCosts | null;
  /**
   * P&L from the fill to `stopPrice` less the fees of both; null without a stop; USD, signed, 6
   * decimals.
   */
  readonly lossToStop: string | null;
}

/** Whether a wallet takes part in the perpetual programme, and its place there. */
export interface PerpetualStatus {
  /** Whether the wallet takes part. */
  readonly isParticipating: boolean;
  /** When it joined; null when it did not; unix seconds, UTC. */
  readonly participatedAt: number | null;
  /** Place from 1; ties share the lower number; null when not ranked. */
  readonly rank: number | null;
}

/** Points of the perpetual programme; `perDay` is what the wallet's holdings earn, boosted. */
export interface PerpetualSummary {
  /** Points for open positions, before boosts, 6 decimals. */
  readonly tradingPoints: string;
  /** Points for liquidity, before boosts, 6 decimals. */
  readonly lpPoints: string;
  /** Points for the wallets that used the code, 6 decimals. */
  readonly referralPoints: string;
  /** Sum of all boosts; decimal. */
  readonly boosts: string;
  /** Points after boosts, 6 decimals. */
  readonly points: string;
  /** Points that it earns in a day, with boosts, 6 decimals. */
  readonly perDay: string;
}

/** How last year's change foretold the next year's; errors are mean absolute ones. */
export interface PersistenceSchema {
  /** Forecasts that count. */
  readonly count: number;
  /** Mean absolute error of the forecast; decimal. */
  readonly meanError: string;
  /** Mean absolute error of the forecast of no change; decimal. */
  readonly unchangedError: string;
  /** Part of the forecasts with the right sign; decimal. */
  readonly rightDirection: string;
}

/** Costs of owning, and the rent. */
export interface PhysicalCosts {
  /** Closing costs of buyer and seller; USD, 6 decimals. */
  readonly closing: string;
  /** Commission of agents at the sale; USD, 6 decimals. */
  readonly commission: string;
  /** Property tax while owning; USD, 6 decimals. */
  readonly propertyTax: string;
  /** Home insurance while owning; USD, 6 decimals. */
  readonly insurance: string;
  /** Upkeep while owning; USD, 6 decimals. */
  readonly maintenance: string;
  /** Fee of a property manager while owning; USD, 6 decimals. */
  readonly management: string;
  /** Mortgage interest while owning; USD, 6 decimals. */
  readonly interest: string;
  /** Rent received while owning, no cost; USD, 6 decimals. */
  readonly rent: string;
}

/** Place a waiting order by a transaction. */
export interface PlacePerpOrderBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Market, by its number. */
  readonly marketId: number;
  /** What makes the order trade. */
  readonly orderType: "auction" | "limit" | "stop" | "takeProfit" | "trailing";
  /** Direction of the position or trade. */
  readonly side?: "long" | "short" | null;
  /** Amount of the order, as `inputKind` says; not with `wholePosition`. */
  readonly input?: string | number | null;
  /**
   * Unit of `input`: an area (`sizeDelta`), or USD converted at the index price (`notionalDelta`);
   * default "sizeDelta".
   */
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  /**
   * Price that is compared with the trigger: the index, or the market price with the skew; default
   * "index".
   */
  readonly triggerBy?: "index" | "market";
  /** Whether the order may only make the position smaller; default false. */
  readonly reduceOnly?: boolean;
  /** Whether the order closes all of the position there is when it trades; default false. */
  readonly wholePosition?: boolean;
  /** Price at which a limit, stop or target begins, USD with 8 decimals; null of other orders. */
  readonly triggerPrice?: string | number | null;
  /**
   * Distance of a trailing stop from the best price, a part of that price; null of other orders;
   * decimal above 0 and below 1, at most 6 fraction digits.
   */
  readonly trailRate?: string | null;
  /** Worst fill price that is accepted, USD with 8 decimals. */
  readonly acceptablePrice?: string | number | null;
  /**
   * How much worse than the quoted fill the price may be, where there is no `acceptablePrice`;
   * default "0.01".
   */
  readonly slippageRate?: string | number;
  /**
   * Orders of one group other than 0 cancel each other: the first to trade ends the rest; default
   * 0.
   */
  readonly group?: number;
  /** When the order ends unless it was filled, unix seconds. */
  readonly expiresAt?: number | null;
  /** Index price at which the bracket closes the position at a loss, USD with 8 decimals. */
  readonly stopPrice?: string | number | null;
  /** Index price at which the bracket closes the position at a profit, USD with 8 decimals. */
  readonly targetPrice?: string | number | null;
  /** Wallet of the quote, on paths without one; base58 of exactly 32 bytes. */
  readonly user?: string | null;
  /**
   * Wallet whose account it is, where a delegate or another wallet signs; without it the signing
   * wallet; base58 of exactly 32 bytes.
   */
  readonly owner?: string | null;
}

/** An order of a prediction market. */
export interface PlacedOrder {
  /** Order, by its number. */
  readonly orderId: number;
  /** Id of the client's own, unique among open orders and those of 24 hours. */
  readonly clientOrderId: string | null;
  /** Prediction market, by its number. */
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
  /** Outcome of the question that is bought or held. */
  readonly side: "no" | "yes";
  /** Points for one contract of the side, 1 to 99. */
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
  /** What became of the order. */
  readonly status: "canceled" | "expired" | "filled" | "open" | "partiallyFilled";
  /** Points that the rest of the order holds, 6 decimals. */
  readonly reservedPoints: string;
  /** Contracts with an earlier place; ahead of it at its price; null when it does not rest. */
  readonly queueContracts: number | null;
  /** When it was made; unix seconds, UTC. */
  readonly createdAt: number;
  /** When the order changed last; unix seconds, UTC. */
  readonly updatedAt: number;
}

/** Profit and loss in its parts. */
export interface PnlInfo {
  /** Unrealized P&L: price and funding. */
  readonly totalPnl: Change;
  /** Unrealized P&L by the price. */
  readonly priceComponent: Change;
  /** Funding and holding charge since the last change, below 0 when paid. */
  readonly accruedFunding: Change;
}

/** The parts of a wallet's P&L from its first command on; they sum to `pnl`. */
export interface PnlParts {
  /** Capital less net deposits, since the wallet's first command; USD, signed, 6 decimals. */
  readonly pnl: string;
  /** P&L of closed parts of positions; USD, signed, 6 decimals. */
  readonly realized: string;
  /** P&L that is still open; USD, signed, 6 decimals. */
  readonly unrealized: string;
  /** Funding of closed parts of positions; USD, signed, 6 decimals. */
  readonly funding: string;
  /** Fees that the wallet has paid for trades; USD, 6 decimals. */
  readonly tradingFees: string;
  /** Fees that the wallet has paid for liquidations; USD, 6 decimals. */
  readonly liquidationFees: string;
  /** Result of deposits into the pool: worth and taken out less put in; USD, signed, 6 decimals. */
  readonly liquidity: string;
  /** What no other part counts; USD, signed, 6 decimals. */
  readonly other: string;
  /** All that the wallet has brought; USD, 6 decimals. */
  readonly deposited: string;
  /** All that the wallet has taken; USD, 6 decimals. */
  readonly withdrawn: string;
}

/** Points of the wallet, and what trading brought. */
export interface PointsAnswer {
  /** Points of the wallet in prediction markets. */
  readonly portfolio: PredictionPortfolio;
  /** Points won or lost with closed positions, 6 decimals. */
  readonly realizedPnl: string;
  /** Points that the contracts would win or lose at the last price, 6 decimals. */
  readonly unrealizedPnl: string;
}

/** A row with its last 30 days, oldest first. */
export interface PointsBreakdown {
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** Points after boosts, 6 decimals. */
  readonly points: string;
  /** Points for open positions, before boosts, 6 decimals. */
  readonly tradingPoints: string;
  /** Points for liquidity, before boosts, 6 decimals. */
  readonly lpPoints: string;
  /** Points for the wallets that used the code, 6 decimals. */
  readonly referralPoints: string;
  /** Boost for having used a code, added to the others; decimal. */
  readonly referredBoost: string;
  /** Boost for the first membership badge; decimal. */
  readonly firstHoaBoost: string;
  /** Boost for further membership badges, for ten at most; decimal. */
  readonly additionalHoaBoost: string;
  /** Boosts of announced snapshots. */
  readonly snapshotBoosts: readonly SnapshotBoost[];
  /** Place from 1; ties share the lower number; null when not ranked. */
  readonly rank: number | null;
  /** The last 30 days, oldest first. */
  readonly daily: readonly DailyPoints[];
}

/** Participants by rank; `total` of them, at `updatedAt`. */
export interface PointsLeaderboard {
  /** Participants by rank. */
  readonly leaderboard: readonly RankedPointsRow[];
  /** Rows in all, of which the answer has a part. */
  readonly total: number;
  /** When the rows were computed; unix seconds, UTC. */
  readonly updatedAt: number;
  /**
   * Names of those wallets among the rows that have one; of the wallets of these rows that have
   * one, by address.
   */
  readonly usernames: readonly Username[];
}

/** Points per day the trade or deposit would earn a participant. */
export interface PointsQuote {
  /** Points that it earns in a day, with boosts, 6 decimals. */
  readonly perDay: string;
  /** 1 + the boosts that are in `perDay`; decimal. */
  readonly multiplier: string;
}

/** Components of the pool's P&L; they sum to the change of its value without deposits. */
export interface PoolParts {
  /** The pool's part of the trade fees; USD, 6 decimals. */
  readonly fees: string;
  /** Surcharges of trades that the pool got; USD, 6 decimals. */
  readonly surcharge: string;
  /** Funding that the pool got, below 0 when it paid; USD, signed, 6 decimals. */
  readonly funding: string;
  /** Holding charges that the pool got; USD, 6 decimals. */
  readonly holding: string;
  /** What traders lost to the pool by prices, below 0 when they won; USD, signed, 6 decimals. */
  readonly trading: string;
  /** Liquidations, bad debt and what the operator moved; USD, signed, 6 decimals. */
  readonly other: string;
}

/** The pool between two times: end less start is deposited less withdrawn plus the total. */
export interface PoolReturn {
  /** The pool at the beginning of the window. */
  readonly start: PoolStanding;
  /** The pool at the end of the window. */
  readonly end: PoolStanding;
  /** Liquidity that came within the window; USD, 6 decimals. */
  readonly deposited: string;
  /** Liquidity that left within the window; USD, 6 decimals. */
  readonly withdrawn: string;
  /** What made the change, part by part. */
  readonly parts: PoolParts;
  /** Sum of the parts, the change of the pool's value without deposits; USD, signed, 6 decimals. */
  readonly total: string;
  /** Change of the share price; null without a price above 0 before; decimal. */
  readonly sharePriceChange: string | null;
}

/** The pool if indexes moved by `move`; changes are against now. */
export interface PoolScenario {
  /** Move of the index price; decimal. */
  readonly move: string;
  /** Value of the pool: its balance less the traders' P&L; USD, signed, 6 decimals. */
  readonly value: string;
  /** Change of the pool's value; USD, signed, 6 decimals. */
  readonly change: string;
  /** Price of one share; USD, signed, 8 decimals. */
  readonly sharePrice: string;
  /** Change of the share price; null without a price above 0 before; decimal. */
  readonly sharePriceChange: string | null;
}

/** Every index by the same move, then each market with open positions by itself. */
export interface PoolScenarios {
  /** When the figures were made; unix seconds, UTC. */
  readonly asOf: number;
  /** Value of the pool: its balance less the traders' P&L; USD, signed, 6 decimals. */
  readonly value: string;
  /** Price of one share; USD, signed, 8 decimals. */
  readonly sharePrice: string;
  /** The pool when all indexes move alike. */
  readonly allMarkets: readonly PoolScenario[];
  /** The pool when one index moves alone. */
  readonly markets: readonly MarketScenarios[];
}

/** The pool at a time: value is lpBalance less the traders' open profit. */
export interface PoolStanding {
  /** Moment of the point; unix seconds, UTC. */
  readonly timestamp: number;
  /** Value of the pool: its balance less the traders' P&L; USD, signed, 6 decimals. */
  readonly value: string;
  /** Open P&L of all traders, above 0 when the pool owes it; USD, signed, 6 decimals. */
  readonly unrealizedPnl: string;
  /** Shares of the pool; token amount, 6 decimals. */
  readonly shares: string;
  /** Price of one share; USD, signed, 8 decimals. */
  readonly sharePrice: string;
}

/**
 * Everything a wallet has; of long lists the first page.
 *
 * The cursors lead on at `/api/v1/user/{user}/lp-positions` and `.../settlement-requests`.
 */
export interface Portfolio {
  /** Margin, LP positions, requested payouts and unrealized P&L; USD, signed, 6 decimals. */
  readonly accountValue: string;
  /** Margin accounts of the wallet. */
  readonly marginAccounts: readonly MarginAccount[];
  /** LP positions of the wallet by maturity, the first page. */
  readonly lpPositions: readonly LpPosition[];
  /** Requested payouts by maturity, the first page. */
  readonly settlementRequests: readonly SettlementRequest[];
  /** Stake of the wallet. */
  readonly staking: Staking;
  /** Points of the wallet in prediction markets. */
  readonly predictions: PredictionPortfolio;
  /** Sums over the wallet. */
  readonly totals: Totals;
  /** `cursor` of the next page of `lpPositions`; null on the last one. */
  readonly lpPositionsNextCursor: string | null;
  /** `cursor` of the next page of `settlementRequests`; null on the last one. */
  readonly settlementRequestsNextCursor: string | null;
}

/** An open position of a margin account. */
export interface Position {
  /** Market, by its number. */
  readonly marketId: number;
  /** Direction of the position or trade. */
  readonly side: "long" | "short";
  /** Size of the position without its sign, and its notional at the index price. */
  readonly openInterest: Amounts;
  /** Unrealized P&L and its parts. */
  readonly pnlInfo: PnlInfo;
  /** Index price at the last change of the position; USD, 8 decimals. */
  readonly lastInteractionPrice: string;
  /** Funding sum of its side at the last change of the position; USD, signed, 8 decimals. */
  readonly lastInteractionFundingPerUnit: string;
  /** Initial margin of the position, a part of its notional; decimal. */
  readonly initialMarginRatio: string;
  /** Maintenance margin of the position, a part of its notional; decimal. */
  readonly maintenanceMarginRatio: string;
  /**
   * Funding of the next hour at the present rate, below 0 when the position pays; USD, signed, 6
   * decimals.
   */
  readonly accruedFundingEstimateOneHour: string;
  /** Maintenance margin of the position, rounded up; USD, 6 decimals. */
  readonly totalRequiredMargin: string;
  /**
   * Index price at which the account can be liquidated when no other index moves; null when none
   * does; USD, 8 decimals.
   */
  readonly liquidationPrice: string | null;
  /** Initial margin of the position, rounded up; USD, 6 decimals. */
  readonly initialMargin: string;
  /** Notional ÷ available margin of the account; null when no margin is available; decimal. */
  readonly leverageMultiple: string | null;
  /** Unrealized P&L ÷ initial margin; decimal. */
  readonly returnOnMargin: string;
}

/** A change of a position; `user` only on the alias paths. */
export interface PositionBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Market, by its number. */
  readonly marketId: number;
  /** Direction of the position or trade. */
  readonly side: "long" | "short";
  /**
   * Amount of the change: area or USD with 6 decimals, as `inputKind` says; the size is rounded
   * down.
   */
  readonly input: string | number;
  /**
   * Unit of `input`: an area (`sizeDelta`), or USD converted at the index price (`notionalDelta`);
   * default "sizeDelta".
   */
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  /** Wallet of the quote, on paths without one; base58 of exactly 32 bytes. */
  readonly user?: string | null;
}

/** Quote of modify-position and close-position. */
export interface PositionQuote {
  /** Change of the position by the trade. */
  readonly openInterestDelta: SignedAmounts;
  /** Initial margin of the position after the trade, a part of its notional; decimal. */
  readonly positionInitialMarginRatio: string;
  /** Maintenance margin after the trade, a part of its notional; decimal. */
  readonly positionMaintenanceMarginRatio: string;
  /** Average price of the trade, for one unit of area; USD, 8 decimals. */
  readonly fillPrice: string;
  /** Index price of the quote; of a waiting order that at which it begins; USD, 8 decimals. */
  readonly indexPrice: string;
  /** (fill price - index price) ÷ index price; decimal. */
  readonly priceImpact: string;
  /** Maker and taker fee of the trade, rounded up; USD, 6 decimals. */
  readonly tradeFee: string;
  /**
   * Index price at which the account can be liquidated when no other index moves; null when none
   * does; USD, 8 decimals.
   */
  readonly liquidationPrice: string | null;
  /** Notional ÷ available margin of the account; null when no margin is available; decimal. */
  readonly leverageMultiple: string | null;
  /**
   * Funding of the next hour at the present rate, below 0 when the position pays; USD, signed, 6
   * decimals.
   */
  readonly accruedFundingEstimateOneHour: string;
  /** Points for which the change counts. */
  readonly pointsQuote: PointsQuote;
  /** Whether the trade would be executed now. */
  readonly isExecutable: boolean;
  /** Codes of what prevents it, in the order in which the engine checks. */
  readonly reasons: readonly string[];
  /** What the trade pays beyond the fee while the index moves fast, rounded up; USD, 6 decimals. */
  readonly surcharge: string;
  /** Drift, crowding and spread, whose sum is the funding rate. */
  readonly fundingParts: FundingParts;
  /** Holding charge of a day, a part of the notional; decimal. */
  readonly holdingRate: string;
  /** What the trade and its holding cost this side, below 0 when paid. */
  readonly costOfHolding: CostOfHolding;
  /** Index price at which the position pays for its costs of 30 days; USD, 8 decimals. */
  readonly breakEvenPrice: string;
  /** Collateral of the account after the trade; USD, signed, 6 decimals. */
  readonly marginCollateralAfter: string;
  /** Collateral and P&L of the account after the trade; USD, signed, 6 decimals. */
  readonly availableMarginAfter: string;
  /** Initial margin that the account needs after the trade; USD, 6 decimals. */
  readonly totalRequiredMarginAfter: string;
  /**
   * Change of the margin that is free, below 0 when the order sets margin aside; USD, signed, 6
   * decimals.
   */
  readonly freeMarginChange: string;
  /** P&L of the position that the trade realizes, without fees; USD, signed, 6 decimals. */
  readonly realizedPnl: string;
  /** Change of the available margin after moves of the index. */
  readonly ifMoved: IfMoved;
}

/** YES prices of a market's trades by interval, as equal-length columns. */
export interface PredictionHistory {
  /** Prediction market, by its number. */
  readonly marketId: number;
  /** Span of one bar. */
  readonly interval: "1d" | "1h" | "1w" | "4h" | "5m";
  /** Beginning of each bar, ascending. */
  readonly timestamp: readonly number[];
  /** First price of each bar. */
  readonly open: readonly number[];
  /** Highest price of each bar. */
  readonly high: readonly number[];
  /** Lowest price of each bar. */
  readonly low: readonly number[];
  /** Last price of each bar. */
  readonly close: readonly number[];
  /** Contracts that were traded in each bar. */
  readonly volumeContracts: readonly number[];
}

/** A prediction market. */
export interface PredictionMarket {
  /** Prediction market, by its number. */
  readonly marketId: number;
  /** The question. */
  readonly title: string;
  /** What the question is about. */
  readonly description: string;
  /** Subject of the question. */
  readonly category: string;
  /** How the question is decided. */
  readonly rules: string;
  /** Area that the question is about; null without one. */
  readonly acreId: number | null;
  /** Index price that the question asks about; null without one; USD, 8 decimals. */
  readonly strike: string | null;
  /** When orders are taken first; unix seconds, UTC. */
  readonly opensAt: number;
  /** When trading ends; unix seconds, UTC. */
  readonly closesAt: number;
  /** When the price that decides is due; unix seconds, UTC. */
  readonly resolvesAt: number;
  /** Where the question is on its way to its resolution. */
  readonly status: "closed" | "open" | "resolved" | "upcoming" | "voided";
  /** Whether it is decided and paid. */
  readonly isResolved: boolean;
  /** How it was decided; null before. */
  readonly outcome: "no" | "void" | "yes" | null;
  /** Points for YES in the last trade; null before the first. */
  readonly lastYesPrice: number | null;
  /** Contracts that were traded. */
  readonly volumeContracts: number;
  /** Pairs of contracts that are held. */
  readonly openInterestContracts: number;
  /** How it was decided; null before. */
  readonly resolution: Resolution | null;
}

/** One public fill of a market. */
export interface PredictionMarketTrade {
  /** Trade, by its number. */
  readonly tradeId: number;
  /** Prediction market, by its number. */
  readonly marketId: number;
  /** Outcome that the coming order bought. */
  readonly takerSide: "no" | "yes";
  /** Points for one YES contract, 1 to 99. */
  readonly yesPrice: number;
  /** Number of contracts, each pays 100 points when its side wins. */
  readonly contracts: number;
  /** When it happened, engine time; unix seconds, UTC. */
  readonly timestamp: number;
}

/** Points of the prediction programme; none before participating. */
export interface PredictionPortfolio {
  /** Points that can be spent, 6 decimals. */
  readonly availablePoints: string;
  /** Points that orders hold and contracts cost, 6 decimals. */
  readonly openInterestPoints: string;
}

/** Contracts of one side of a market. */
export interface PredictionPosition {
  /** Prediction market, by its number. */
  readonly marketId: number;
  /** Outcome of the question that is bought or held. */
  readonly side: "no" | "yes";
  /** Number of contracts, each pays 100 points when its side wins. */
  readonly contracts: number;
  /** Average price of the traded contracts, in points; decimal. */
  readonly averagePrice: string;
  /** Points that the contracts have cost, 6 decimals. */
  readonly costPoints: string;
  /** Price of the last trade, in points of the side. */
  readonly currentPrice: number;
  /** Points that the contracts would win or lose at the last price, 6 decimals. */
  readonly unrealizedPnl: string;
  /** Points that were paid for the position; null before, 6 decimals. */
  readonly payoutPoints: string | null;
}

/** The wallet's positions. */
export interface PredictionPositions {
  /** Contracts that the wallet holds, by market and side. */
  readonly positions: readonly PredictionPosition[];
}

/** One fill from the wallet's side. */
export interface PredictionTrade {
  /** Trade, by its number. */
  readonly tradeId: number;
  /** Order, by its number. */
  readonly orderId: number;
  /** Prediction market, by its number. */
  readonly marketId: number;
  /** Outcome of the question that is bought or held. */
  readonly side: "no" | "yes";
  /** Points for one contract of the side, 1 to 99. */
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

/** Index change over several spans; null where the history is too short. */
export interface PriceChange {
  /** Change within a day; null without an older price; decimal. */
  readonly oneDay: string | null;
  /** Change within a month; null without an older price; decimal. */
  readonly oneMonth: string | null;
  /** Change within a year; null without an older price; decimal. */
  readonly oneYear: string | null;
}

/** The index of one market over a window. */
export interface PriceFeed {
  /** Symbol of the market, unique. */
  readonly symbol: string;
  /** Points in ascending order of time. */
  readonly points: readonly PricePoint[];
}

/** Index changes over a window; prices are null before the first price update. */
export interface PriceFeedStats {
  /** First price of the window; null before the first price; USD, 8 decimals. */
  readonly open: string | null;
  /** Last price of the window; null before the first price; USD, 8 decimals. */
  readonly close: string | null;
  /** Highest price of the window; null before the first price; USD, 8 decimals. */
  readonly high: string | null;
  /** Lowest price of the window; null before the first price; USD, 8 decimals. */
  readonly low: string | null;
  /** Last price ÷ first price - 1; null before the first price; decimal. */
  readonly change: string | null;
  /** Standard deviation of daily log returns for a year; null with too few prices; decimal. */
  readonly volatility: string | null;
  /** When the figures were made; unix seconds, UTC. */
  readonly asOf: number;
}

/** A price at a time. */
export interface PricePoint {
  /** Moment of the point; unix seconds, UTC. */
  readonly timestamp: number;
  /** Index price at that moment; USD, 8 decimals. */
  readonly value: string;
}

/** The lowest and the highest index price; null without a market. */
export interface PriceRange {
  /** Lowest index price; null without a market; USD, 8 decimals. */
  readonly min: string | null;
  /** Highest index price; null without a market; USD, 8 decimals. */
  readonly max: string | null;
}

/** Process mature settlement requests. */
export interface ProcessBody {
  /**
   * Wallet whose account it is, where a delegate or another wallet signs; without it the signing
   * wallet; base58 of exactly 32 bytes.
   */
  readonly owner?: string | null;
  /** Requests to process, at most 8; without it the oldest mature ones. */
  readonly settlementRequestIds?: readonly number[] | null;
}

/** Display and default settings of a wallet. */
export interface ProfileSettings {
  /** Name that others see in place of the wallet; null without one. */
  readonly username: string | null;
  /** Leverage that the form begins with; decimal. */
  readonly defaultLeverage: string;
  /** Colors of the web app; `system` follows the device. */
  readonly defaultTheme: "dark" | "light" | "system";
  /** How much the trading form shows. */
  readonly tradeMode: "advanced" | "basic";
  /** Categories and markets that the wallet follows, at most 20. */
  readonly interests: readonly string[];
}

/** Active listings of one type of home. */
export interface PropertyTypeCount {
  /** Kind of home. */
  readonly type: string;
  /** How many. */
  readonly count: number;
}

/** Tokens that came without an accepted command. */
export interface QuarantinedDeposit {
  /** Quarantined deposit, by its number. */
  readonly depositId: number;
  /** Tokens that came; token amount, 6 decimals. */
  readonly amount: string;
  /** Mint of the tokens; base58 of 32 bytes. */
  readonly mint: string;
  /** Signature of the transaction, base58; null for what the engine did by itself. */
  readonly signature: string | null;
  /** Slot of the chain in which it happened. */
  readonly slot: number;
  /** Code of the reason why it was not accepted. */
  readonly reason: string;
  /** Words of `reason`. */
  readonly explanation: string;
  /** Whether its sender has asked for it. */
  readonly claimed: boolean;
}

/** The share of earlier month ends that are below today's value. */
export interface RankSchema {
  /** Part of the earlier values below today's, rounded down; decimal. */
  readonly percentile: string;
  /** Month ends that are compared. */
  readonly months: number;
}

/** A participant's result and rank; equal results share the lower number. */
export interface RankedContestResult {
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** Equity now less equity at the start less net deposits; USD, signed, 6 decimals. */
  readonly tokenChange: string;
  /**
   * `tokenChange` ÷ the larger of starting equity and largest net deposits, rounded down; decimal.
   */
  readonly percentChange: string;
  /** Open positions of the wallet. */
  readonly positionCount: number;
  /** Average collateral of the wallet since the start; USD, 6 decimals. */
  readonly collateralAmount: string;
  /** Notional of the wallet's positions at the index prices; USD, 6 decimals. */
  readonly openInterest: string;
  /** `percentChange` for a year; null until the result is one full day old. */
  readonly annualizedReturn: string | null;
  /** Whether the wallet came by the partner's application; joined by the partner application. */
  readonly assetDash: boolean;
  /** Place from 1; ties share the lower number. */
  readonly rank: number;
}

/** A row with its place: 1-based, ties share the lower number; null for an unranked user. */
export interface RankedPointsRow {
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** Points after boosts, 6 decimals. */
  readonly points: string;
  /** Points for open positions, before boosts, 6 decimals. */
  readonly tradingPoints: string;
  /** Points for liquidity, before boosts, 6 decimals. */
  readonly lpPoints: string;
  /** Points for the wallets that used the code, 6 decimals. */
  readonly referralPoints: string;
  /** Boost for having used a code, added to the others; decimal. */
  readonly referredBoost: string;
  /** Boost for the first membership badge; decimal. */
  readonly firstHoaBoost: string;
  /** Boost for further membership badges, for ten at most; decimal. */
  readonly additionalHoaBoost: string;
  /** Boosts of announced snapshots. */
  readonly snapshotBoosts: readonly SnapshotBoost[];
  /** Place from 1; ties share the lower number; null when not ranked. */
  readonly rank: number | null;
}

/** A ratio at a time. */
export interface RatioPoint {
  /** Moment of the point; unix seconds, UTC. */
  readonly timestamp: number;
  /** Distance from the highest month end so far; decimal. */
  readonly value: string;
}

/** The newest event that was read. */
export interface ReadAlertsBody {
  /** Newest event that was read; it and those before it are marked. */
  readonly eventId: number;
}

/** The process can serve, part by part; without database or journal it is 503. */
export interface Ready {
  /** `ready` while it can do its work. */
  readonly status: "ready";
  /** `ok` while the database answers. */
  readonly database: "ok";
  /** `ok` while the journal takes commands. */
  readonly journal: "ok";
  /** Age of the newest flush of the journal, milliseconds. */
  readonly journalAgeMs: number;
  /** Whether the chain node answers. */
  readonly node: "ok" | "down";
  /** Whether commands of the chain come in. */
  readonly follower: "ok" | "stuck";
  /** Parts that are not ready yet. */
  readonly waiting: readonly string[];
  /** When the figures were made; unix seconds, UTC. */
  readonly asOf: number;
}

/** What an open position realized since it was opened from flat. */
export interface RealizedPosition {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Market, by its number. */
  readonly marketId: number;
  /** P&L that the position has realized; USD, signed, 6 decimals. */
  readonly realized: string;
  /** Realized P&L by the price; USD, signed, 6 decimals. */
  readonly price: string;
  /** Funding of closed parts of the position; USD, signed, 6 decimals. */
  readonly funding: string;
  /** Fees that the position has paid; USD, 6 decimals. */
  readonly fees: string;
}

/** Realized P&L of a wallet's open positions. */
export interface RealizedPositions {
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** Open positions, by account and market. */
  readonly positions: readonly RealizedPosition[];
}

/** The referrer of a wallet, and the time of the code's use. */
export interface Referral {
  /** Wallet whose code was used; null without one; base58 of 32 bytes. */
  readonly referredBy: string;
  /** Code that was used; null without one. */
  readonly referredByCode: string;
  /** When the code was used; null without one; unix seconds, UTC. */
  readonly referredAt: number;
}

/** The code of a wallet, as it was typed. */
export interface ReferralCode {
  /** Referral code as its owner typed it. */
  readonly code: string;
}

/** A wallet's place among the referrals, with what they brought. */
export interface ReferralUser {
  /** Wallet that the answer is about; base58 of 32 bytes. */
  readonly userId: string;
  /** When it joined; null when it did not; unix seconds, UTC. */
  readonly participatedAt: number | null;
  /** Referral code of the wallet; null without one. */
  readonly code: string | null;
  /** Wallets that used the code. */
  readonly referralList: readonly string[];
  /** When the code was used; null without one; unix seconds, UTC. */
  readonly referredAt: number | null;
  /** Wallet whose code was used; null without one; base58 of 32 bytes. */
  readonly referredBy: string | null;
  /** Code that was used; null without one. */
  readonly referredByCode: string | null;
  /** Points for the wallets that used the code, 6 decimals. */
  readonly referralPoints: string;
  /** How many wallets used the code. */
  readonly referredCount: number;
}

/** The referrer of a wallet, and the time of the code's use; null: none yet. */
export interface ReferredBy {
  /** Wallet whose code was used; null without one; base58 of 32 bytes. */
  readonly referredBy: string | null;
  /** Code that was used; null without one. */
  readonly referredByCode: string | null;
  /** When the code was used; null without one; unix seconds, UTC. */
  readonly referredAt: number | null;
}

/** A refresh token. */
export interface RefreshBody {
  /** Token that gets the next pair, once. */
  readonly refreshToken: string;
}

/** Margin accounts that shall not be shown any more: one, or several. */
export interface RemoveAccountsBody {
  /** One margin account that is hidden from now on. */
  readonly marginAccountId?: number | null;
  /** Margin accounts that are hidden from now on. */
  readonly marginAccountIds?: readonly number[] | null;
}

/** The alert to remove. */
export interface RemoveAlertBody {
  /** Alert to remove, by its number. */
  readonly alertId: number;
}

/** Remove shares of a position from the pool. */
export interface RemoveLiquidityBody {
  /** LP position of the wallet, by its number. */
  readonly lpPositionId: number;
  /** Shares that leave the pool, with 6 decimals. */
  readonly shares: string | number;
  /**
   * Reward for the keeper that processes the payout, USD with 6 decimals, part of the amount;
   * default "0".
   */
  readonly keeperTip?: string | number;
}

/** Current payout of shares, and the points per day lost with them. */
export interface RemoveLiquidityQuote {
  /** What would be paid for the shares, rounded down; USD, 6 decimals. */
  readonly liquidity: string;
  /** Shares of the pool; token amount, 6 decimals. */
  readonly shares: string;
  /** Price of one share on exit; USD, 8 decimals. */
  readonly sharePrice: string;
  /** Points for which the change counts. */
  readonly pointsQuote: PointsQuote;
}

/** Marks prices as a replay of published history, with its publisher. */
export interface Replay {
  /** Name of the data set whose history is replayed. */
  readonly source: string;
  /** Whom the data set is from, and its terms. */
  readonly attribution: string;
  /** Day of the data set that is replayed now. */
  readonly date: string;
  /** Last day of the data set. */
  readonly historyEnds: string;
}

/** Real seconds in which the replay passes a day. */
export interface ReplaySpeedBody {
  /** Real seconds in which a day of the demo passes. */
  readonly secondsPerDay: 2 | 10 | 60;
}

/** The value that decides a market; until it is paid an operator may correct it. */
export interface Resolution {
  /** How it was decided; null before. */
  readonly outcome: "no" | "yes";
  /** Price that decided; null of a void question; USD, 8 decimals. */
  readonly value: string | null;
  /** When the price that decides was published; null when none did; unix seconds, UTC. */
  readonly publishedAt: number | null;
  /** When points are paid; unix seconds, UTC. */
  readonly paysAt: number;
}

/** Whether the wallet is high risk. */
export interface RiskScreening {
  /** Whether the screening forbids the wallet to add exposure. */
  readonly isHighRisk: boolean;
}

/** Open interest still available, by side, in collateral. */
export interface Room {
  /** What can still be opened long in all markets; USD, 6 decimals. */
  readonly long: string;
  /** What can still be opened short in all markets; USD, 6 decimals. */
  readonly short: string;
}

/** Sales by month. */
export interface SalesHistory {
  /** Points in ascending order of time. */
  readonly points: readonly SalesPoint[];
  /** Where each figure is from. */
  readonly sources: readonly Source[];
}

/** Closed sales of a month; `timestamp` is the month's first instant. */
export interface SalesPoint {
  /** First instant of the month; unix seconds, UTC. */
  readonly timestamp: number;
  /** Homes sold in the month; null when not known. */
  readonly sales: number | null;
  /** Median sale price of the month; null when not known; USD, 6 decimals. */
  readonly medianSalePrice: string | null;
  /** Median price of one unit of area; null when not known; USD, 8 decimals. */
  readonly pricePerUnit: string | null;
}

/** A page of markets and how many match. */
export interface SearchResult {
  /** Markets of the page in the order of `sort`. */
  readonly markets: readonly Summary[];
  /** `cursor` of the next page; null on the last one. */
  readonly nextCursor: string | null;
  /** Rows in all, of which the answer has a part. */
  readonly total: number;
}

/** The changes in one quarter of the year. */
export interface SeasonSchema {
  /** Months of the quarter. */
  readonly season: "Dec-Feb" | "Mar-May" | "Jun-Aug" | "Sep-Nov";
  /** Quarters that count. */
  readonly count: number;
  /** Mean change of the quarter, rounded down; decimal. */
  readonly mean: string;
  /** Part of the quarters with a rise; decimal. */
  readonly rises: string;
}

/** The quarters of the year, and the share of the variance that they explain. */
export interface SeasonalitySchema {
  /** Part of the variance that is explained; null without variance; decimal. */
  readonly strength: string | null;
  /** The four quarters of the year. */
  readonly seasons: readonly SeasonSchema[];
}

/** A refresh token, else the wallet whose cookie holds one. */
export interface SessionBody {
  /** Token that gets the next pair, once. */
  readonly refreshToken?: string;
  /** Wallet that signs in or is signed in; base58 of exactly 32 bytes. */
  readonly address?: string;
}

/** Tokens of a login. */
export interface SessionInfo {
  /** Bearer token for `Authorization`, of minutes. */
  readonly accessToken: string;
  /** Token that gets the next pair, once; absent where a cookie holds it (`useCookie`). */
  readonly refreshToken?: string;
  /** When the access token ends; unix seconds, UTC. */
  readonly accessTokenExpirationTime: number;
  /** When the refresh token ends; unix seconds, UTC. */
  readonly refreshTokenExpirationTime: number;
  /** Wallet that is signed in; base58 of 32 bytes. */
  readonly address: string;
  /** Whether the wallet signs in for the first time. */
  readonly isNewUser: boolean;
}

/** The active sessions of a wallet, newest first. */
export interface SessionList {
  /** Sessions of the wallet, newest first. */
  readonly sessions: readonly OwnSession[];
}

/** Settings to change: what is absent is kept, null brings the default back. */
export interface SettingsBody {
  /** Name that others see in place of the wallet; null without one; unique, ignoring case. */
  readonly username?: string | null;
  /**
   * Leverage that the form begins with, 1 to the largest of a market; from 1 to the largest
   * leverage of any market.
   */
  readonly defaultLeverage?: unknown | null;
  /** Colors of the web app; `system` follows the device. */
  readonly defaultTheme?: "dark" | "light" | "system" | null;
  /** How much the trading form shows. */
  readonly tradeMode?: "advanced" | "basic" | null;
  /**
   * Categories and markets that the wallet follows, at most 20; categories and symbols of markets.
   */
  readonly interests?: readonly string[] | null;
}

/** A requested payout. */
export interface SettlementRequest {
  /** Account of the request on the chain; base58 of 32 bytes. */
  readonly address: string;
  /** Number of the row among those of its owner. */
  readonly id: number;
  /** When it can be removed or paid; unix seconds, UTC. */
  readonly maturity: number;
  /** What is paid, with the tip; USD, 6 decimals. */
  readonly amount: string;
  /** Reward for the keeper that processes the payout, USD with 6 decimals, part of the amount. */
  readonly keeperTip: string;
  /** Account of the exchange on the chain; base58 of 32 bytes. */
  readonly exchange: string;
  /** Wallet that gets the payout; base58 of 32 bytes. */
  readonly owner: string;
  /** Token account that the payout goes to; base58 of 32 bytes. */
  readonly ownerTokenAccount: string;
  /** How far the payout is, from `pending` to `settled`. */
  readonly status: "pending" | "mature" | "payable" | "authorised" | "settled";
  /** Wallet that processed the request and got the tip; null before; base58 of 32 bytes. */
  readonly processor: string | null;
  /** Signature of the payout, base58; null before. */
  readonly signature: string | null;
  /** Mint of the tokens; base58 of 32 bytes. */
  readonly mint: string;
}

/** One side of an open-interest distribution. */
export interface SideShare {
  /** Area, in square feet or meters as `metric` of the market says, 6 decimals. */
  readonly size: string;
  /** Size x index price; USD, 6 decimals. */
  readonly notional: string;
  /** Part of both sides; decimal. */
  readonly percent: string;
}

/** The fields of a sign-in message. */
export interface SignInFields {
  /** Host that asks, from the service's settings. */
  readonly domain: string;
  /** Wallet that signs, as in the message. */
  readonly address: string;
  /** Sentence that the wallet shows. */
  readonly statement: string;
  /** Address of the site that asks. */
  readonly uri: string;
  /** Version of the message's format. */
  readonly version: string;
  /** Name of the chain. */
  readonly chainId: string;
  /** Random text that can be used once, with a key of the service. */
  readonly nonce: string;
  /** When the message was made, ISO 8601. */
  readonly issuedAt: string;
  /** When the message ends, ISO 8601. */
  readonly expirationTime: string;
  /** Not used, always null. */
  readonly notBefore: string | null;
  /** Id of this sign-in, a UUID. */
  readonly requestId: string;
  /** Addresses of the terms. */
  readonly resources: readonly string[];
}

/** A signed size and its notional. */
export interface SignedAmounts {
  /** Area, in square feet or meters as `metric` of the market says; area, signed, 6 decimals. */
  readonly size: string;
  /** Size x index price; USD, signed, 6 decimals. */
  readonly notional: string;
}

/** Long minus short. */
export interface Skew {
  /** Area, in square feet or meters as `metric` of the market says; area, signed, 6 decimals. */
  readonly size: string;
  /** Size x index price; USD, signed, 6 decimals. */
  readonly notional: string;
  /** Skew ÷ open interest; decimal. */
  readonly percent: string;
}

/** A user's grant of one announced snapshot. */
export interface SnapshotBoost {
  /** Name of the snapshot. */
  readonly id: string;
  /** Tier of the snapshot's boost. */
  readonly name: string;
  /** Boost that the snapshot gave; decimal. */
  readonly boost: string;
}

/** Vault balance, liabilities, and the root that commits to them. */
export interface Solvency {
  /** Collateral in the vault on the chain; USD, 6 decimals. */
  readonly vaultBalance: string;
  /** What the exchange owes, by kind. */
  readonly claims: Liabilities;
  /** Vault less claims, never below 0 unless something is missing; USD, signed, 6 decimals. */
  readonly difference: string;
  /** ACRE tokens in the vault on the chain; token amount, 6 decimals. */
  readonly tokenVaultBalance: string;
  /** ACRE tokens that the exchange owes; token amount, 6 decimals. */
  readonly tokenClaims: string;
  /** Number of the last command that is in it. */
  readonly sequence: number;
  /** Hash of the whole state, hexadecimal. */
  readonly stateHash: string;
  /**
   * Root of the tree over all that is owed; hash:leaves:collateral:tokens of a node of the tree.
   */
  readonly stateRoot: string;
  /** Slot in which the newest root was put on the chain; null before the first. */
  readonly rootSlot: number | null;
  /** Transaction that put it there, base58; null before the first. */
  readonly rootSignature: string | null;
  /** When the figures were made; unix seconds, UTC. */
  readonly asOf: number;
  /** Proofs of what one wallet is owed; only with `user`. */
  readonly proofs?: readonly InclusionProof[];
}

/**
 * Where a figure of the answer is from; one to come has a future `firstPublishedAt`.
 *
 * `figure` is its field, `series` the metric; a figure made of several has a row for each.
 */
export interface Source {
  /** Field of the answer. */
  readonly figure: string;
  /** Name of the series in the data. */
  readonly series: string;
  /** Who published it; null when the file does not say. */
  readonly publisher: string | null;
  /** Area of the figure; null: all areas. */
  readonly area: string | null;
  /** Name of that area for people. */
  readonly areaName: string;
  /** When the first value of the series was out; null when not known; unix seconds, UTC. */
  readonly firstPublishedAt: number | null;
}

/** An amount of stake. */
export interface StakeAmountBody {
  /** ACRE tokens, with 6 decimals. */
  readonly amount: string | number;
}

/** Stake ACRE tokens. */
export interface StakeBody {
  /** ACRE tokens, with 6 decimals. */
  readonly amount: string | number;
  /** Whether to make the stake account first; default false. */
  readonly createAccount?: boolean;
}

/** When an amount of stake can be withdrawn. */
export interface StakeSchedule {
  /** Tokens that can be withdrawn from the epoch on; token amount, 6 decimals. */
  readonly amount: string;
  /** Epoch from whose start the amount can be withdrawn. */
  readonly epoch: number;
}

/** The stake of a wallet by state. */
export interface Staking {
  /** Tokens that lock with the next epoch; token amount, 6 decimals. */
  readonly locking: string;
  /** Tokens that are locked and earn; token amount, 6 decimals. */
  readonly locked: string;
  /** Tokens that wait after an unstake; token amount, 6 decimals. */
  readonly unlocking: string;
  /** Tokens that can be withdrawn; token amount, 6 decimals. */
  readonly unlocked: string;
  /** Waiting amounts by the epoch that ends the wait, ascending. */
  readonly unlockingSchedule: readonly StakeSchedule[];
  /** Part of the stake that is not vested, by state. */
  readonly unvested: Unvested;
  /** Whether the stake has no room for another amount in wait. */
  readonly isAccountFull: boolean;
  /** Whether the wallet has a stake account. */
  readonly hasAccount: boolean;
  /**
   * Tokens that begin to unlock with the next epoch, part of `unlocking`; token amount, 6 decimals.
   */
  readonly preunlocking: string;
}

/** A wallet's stake account address, whether it staked or not. */
export interface StakingAddresses {
  /** Account on the chain that holds the stake of the wallet; base58 of 32 bytes. */
  readonly stakeAccount: string;
  /** Token account of the stake; base58 of 32 bytes. */
  readonly custody: string;
  /** Account of the stake's positions; base58 of 32 bytes. */
  readonly positionsAccount: string;
  /** Mint of the tokens; base58 of 32 bytes. */
  readonly mint: string;
}

/**
 * Total stake of all wallets; `totalUnlocking` is the whole wait.
 *
 * Rewards of staking are points, no tokens, so the yield in tokens is 0.
 */
export interface StakingTotals {
  /** Tokens that are locked, of all wallets; token amount, 6 decimals. */
  readonly totalLocked: string;
  /** Tokens that lock with the next epoch, of all wallets; token amount, 6 decimals. */
  readonly totalLocking: string;
  /** Tokens that wait to be withdrawn, of all wallets; token amount, 6 decimals. */
  readonly totalUnlocking: string;
  /** Wallets with a stake. */
  readonly stakers: number;
  /** Number of the running epoch of staking. */
  readonly epoch: number;
  /** Length of an epoch of staking, seconds. */
  readonly epochDuration: number;
  /** When the epoch ends; unix seconds, UTC. */
  readonly epochEnd: number;
  /** Rewards of the stake; decimal. */
  readonly apr: string;
}

/** The state of the service: chain, exchange, clock, journal. */
export interface Status {
  /** Environment; tokens are valid in one alone. */
  readonly env: "mainnet" | "staging" | "dev" | "local";
  /** Version of the program. */
  readonly version: string;
  /** State of the service as a whole. */
  readonly status: "ok" | "degraded" | "maintenance";
  /** State of the exchange: `paused` allows to reduce, `halted` nothing. */
  readonly exchange: "active" | "paused" | "halted";
  /** Number of the last command that is in it. */
  readonly sequence: number;
  /** Newest slot of the chain; null while the node is away. */
  readonly chainSlot: number | null;
  /** Newest slot whose commands were applied. */
  readonly followedSlot: number;
  /** Number of the last command that histories show. */
  readonly projectedSequence: number;
  /** When the newest price update was published; null before the first; unix seconds, UTC. */
  readonly lastPrintAt: number | null;
  /** Engine time and how fast it runs. */
  readonly clock: Clock;
  /** When the figures were made; unix seconds, UTC. */
  readonly asOf: number;
  /** History that the demo replays; null where prices are real. */
  readonly replay: Replay | null;
}

/** The status of an order. */
export interface StatusAnswer {
  /** What became of the order. */
  readonly status: "canceled" | "expired" | "filled" | "open" | "partiallyFilled";
}

/** The public view of a trade. */
export interface StreamTrade {
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
  /** P&L that the trade realized, without fees; USD, signed, 6 decimals. */
  readonly pnl: string;
  /** Part of `pnl` that the price made; USD, signed, 6 decimals. */
  readonly pricePerformance: string;
  /** Part of `pnl` that funding made, below 0 when paid; USD, signed, 6 decimals. */
  readonly fundingPerformance: string;
}

/** A market in a list. */
export interface Summary {
  /** Name of the market's feed in the metadata. */
  readonly market: string;
  /** Market, by its number. */
  readonly marketId: number | null;
  /** Name for people. */
  readonly name: string;
  /** State or region of the area; null where there is none. */
  readonly state: string | null;
  /** Country of the area, two letters (ISO 3166). */
  readonly country: string;
  /** Number of the area behind the market. */
  readonly acreId: number;
  /** Whether the market is open for trading. */
  readonly tradable: boolean;
  /** Symbol of the market, unique. */
  readonly symbol: string;
  /** Kind of area, from city to index. */
  readonly category: string;
  /** Currency of the price, `USD`. */
  readonly currency: string;
  /** Unit of area of the index: square feet or square meters. */
  readonly metric: string;
  /** Feed of the price at Pyth; null of a source of its own. */
  readonly pythTokenId: string | null;
  /** Degrees north of the area's middle; null when not known. */
  readonly latitude: number | null;
  /** Degrees east of the area's middle; null when not known. */
  readonly longitude: number | null;
  /** Price of the index for one unit of area; USD, 8 decimals. */
  readonly indexPrice: string;
  /** Change of the index price within a day; null without an older price; decimal. */
  readonly change1d: string | null;
  /** Change of the index price within a year; null without an older price; decimal. */
  readonly change1y: string | null;
  /** Traded notional of the last 24 hours; USD, 6 decimals. */
  readonly volume24h: string;
  /** Notional of all open positions, long and short together; USD, 6 decimals. */
  readonly openInterest: string;
  /** Largest leverage of a small position, 1 ÷ `minInitialMarginRatio`; decimal. */
  readonly maxLeverageMultiple: string;
  /** Tags of the market. */
  readonly tags: readonly string[];
  /** Whether increases of positions are refused. */
  readonly paused: boolean;
}

/** Markets in the order asked. */
export interface SummaryList {
  /** Markets in the order of the request. */
  readonly markets: readonly Summary[];
}

/** How the index moved with that of another market, by quarters. */
export interface TogetherSchema {
  /** Symbol of the market, unique. */
  readonly symbol: string;
  /** Name for people. */
  readonly name: string;
  /** Whether it is the index of the market's country. */
  readonly isCountry: boolean;
  /** Correlation of the changes by quarter; decimal. */
  readonly correlation: string;
  /** Change for one unit of the other's change; decimal. */
  readonly beta: string;
  /** Quarters that both have. */
  readonly quarters: number;
}

/** Tokens of a refresh. */
export interface TokenPair {
  /** Bearer token for `Authorization`, of minutes. */
  readonly accessToken: string;
  /** Token that gets the next pair, once; absent where a cookie holds it (`useCookie`). */
  readonly refreshToken?: string;
  /** When the access token ends; unix seconds, UTC. */
  readonly accessTokenExpirationTime: number;
  /** When the refresh token ends; unix seconds, UTC. */
  readonly refreshTokenExpirationTime: number;
}

/** The parts of a wallet's account value. */
export interface Totals {
  /** Margin accounts with their unrealized P&L; USD, signed, 6 decimals. */
  readonly margin: string;
  /** LP positions at the exit price; USD, 6 decimals. */
  readonly lp: string;
  /** Requested payouts that are not yet paid, with tips; USD, 6 decimals. */
  readonly pendingSettlement: string;
  /** Unrealized P&L of all positions with funding; USD, signed, 6 decimals. */
  readonly pnl: string;
}

/** A trade with its margin account, and the waiting order that made it. */
export interface Trade {
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
  /** P&L that the trade realized, without fees; USD, signed, 6 decimals. */
  readonly pnl: string;
  /** Part of `pnl` that the price made; USD, signed, 6 decimals. */
  readonly pricePerformance: string;
  /** Part of `pnl` that funding made, below 0 when paid; USD, signed, 6 decimals. */
  readonly fundingPerformance: string;
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Waiting order that traded; null of a trade by a transaction. */
  readonly orderId: number | null;
}

/** An unsigned transaction. */
export interface Transaction {
  /** Unsigned transaction, base64; the wallet signs it and sends it to `/rpc`. */
  readonly tx: string;
  /** Block hash in the transaction, base58. */
  readonly blockhash: string;
  /** Block height after which the chain refuses the transaction. */
  readonly lastValidBlockHeight: number;
}

/** The trend of the last months, a year; strength is R squared. */
export interface TrendSchema {
  /** Month ends of the trend, at most 60. */
  readonly months: number;
  /** Growth of a year along the trend; decimal. */
  readonly perYear: string;
  /** Part of the variance that is explained; null without variance; decimal. */
  readonly strength: string | null;
}

/** The body of an answer with status 401; `expiredToken`: a refresh and one retry may help. */
export interface Unauthorized {
  /** Text for people. */
  readonly message: string;
  /** Reason for programs, from the list of the operation. */
  readonly code: string;
  /** Figures of the refusal by name, for programs; empty without any. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Id of the request, as in `X-Request-Id`. */
  readonly requestId: string;
  /** Whether the token is genuine and past its expiry, so that a refresh helps. */
  readonly expiredToken: boolean;
}

/** Unvested stake by state. */
export interface Unvested {
  /** Stake that is not vested; token amount, 6 decimals. */
  readonly total: string;
  /** Tokens that lock with the next epoch; token amount, 6 decimals. */
  readonly locking: string;
  /** Tokens that are locked and earn; token amount, 6 decimals. */
  readonly locked: string;
  /** Unvested tokens that begin to unlock with the next epoch; token amount, 6 decimals. */
  readonly preunlocking: string;
  /** Tokens that wait after an unstake; token amount, 6 decimals. */
  readonly unlocking: string;
  /** Tokens that can be withdrawn; token amount, 6 decimals. */
  readonly unlocked: string;
}

/** The code of another wallet. */
export interface UseCodeBody {
  /** Code of letters, digits, `_` and `-`; 3 to 20 characters; spaces around it are cut off. */
  readonly referralCode: string;
}

/** The participating wallet, from the token. */
export interface UserBody {
  /** Wallet that takes part; base58 of exactly 32 bytes. */
  readonly user?: string | null;
}

/** All points of a user. */
export interface UserPoints {
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** Points after boosts, 6 decimals. */
  readonly points: string;
}

/** A wallet and its username. */
export interface Username {
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** Name that others see in place of the wallet; null without one. */
  readonly username: string;
  /** Whether it trades by itself. */
  readonly isDemo: boolean;
}

/** A value of a filter and how many markets have it. */
export interface ValueCount {
  /** What the markets have in common. */
  readonly value: string;
  /** How many. */
  readonly count: number;
}

/** A wallet's equity history, as its portfolio's `accountValue`. */
export interface ValueHistory {
  /** Wallet that the row is of; base58 of 32 bytes. */
  readonly user: string;
  /** Points in ascending order of time. */
  readonly points: readonly AmountPoint[];
}

/** Traded notional and number of trades. */
export interface Volume {
  /** Traded size x fill price, both directions; USD, 6 decimals. */
  readonly notional: string;
  /** Trades of the span, both directions. */
  readonly trades: number;
}

/** Volume over several spans. */
export interface Volumes {
  /** Trades of the last 24 hours. */
  readonly oneDay: Volume;
  /** Trades of the last 7 days. */
  readonly oneWeek: Volume;
  /** Trades of the last 30 days. */
  readonly oneMonth: Volume;
  /** Trades since the market began. */
  readonly allTime: Volume;
}

/** One wallet, which has to be named. */
export interface WalletBody {
  /** Wallet that signs in or is signed in; base58 of exactly 32 bytes. */
  readonly address: string;
}

/** Withdraw margin. */
export interface WithdrawMarginBody {
  /** Margin account of the wallet, by its number. */
  readonly marginAccountId: number;
  /** Collateral that leaves the account, with the tip, USD with 6 decimals. */
  readonly margin: string | number;
  /**
   * Reward for the keeper that processes the payout, USD with 6 decimals, part of the amount;
   * default "0".
   */
  readonly keeperTip?: string | number;
}

/** The currently withdrawable amount. */
export interface WithdrawMarginQuote {
  /**
   * Most that can be withdrawn now, rounded down; unrealized profit is not in it; USD, 6 decimals.
   */
  readonly maxWithdrawableAmount: string;
}

/** The change of the last 365 days among those of a year to each month end. */
export interface YearRankSchema {
  /** Part of the earlier values below today's, rounded down; decimal. */
  readonly percentile: string;
  /** Month ends that are compared. */
  readonly months: number;
  /** Change of the last 365 days; decimal. */
  readonly change: string;
}

/** Fee APR of the pool's depositors, annualized. */
export interface Yield {
  /** Fee income of 30 days ÷ average value x 365 ÷ 30; decimal. */
  readonly apr: string;
  /** (1 + `apr` ÷ 365) ^ 365 - 1; decimal. */
  readonly apy: string;
}

/** Calls below `/api/v1`. */
export interface MainCalls {
  /** Return the health of the chain node. */
  readonly "GET /account/cluster-health": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: ClusterHealth };
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the exchange. */
  readonly "GET /account/exchange": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Number of the exchange; there is one, 0. */
      readonly exchangeId?: number;
    };
    readonly body: null;
    readonly answer: { readonly info: Exchange };
    readonly code: "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return what changed the pool's value over a range of days. */
  readonly "GET /account/lp-return": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** Number of the exchange; there is one, 0. */
      readonly exchangeId?: number;
    };
    readonly body: null;
    readonly answer: { readonly info: PoolReturn };
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the pool's value if every index, or one, stood elsewhere: no forecast. */
  readonly "GET /account/lp-scenarios": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Number of the exchange; there is one, 0. */
      readonly exchangeId?: number;
    };
    readonly body: null;
    readonly answer: { readonly info: PoolScenarios };
    readonly code: "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return one market by id, address or symbol. */
  readonly "GET /account/market/{market}": {
    readonly path: {
      /** Id, address or symbol of a market. */
      readonly market: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: Market };
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return markets by id. */
  readonly "GET /account/markets": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Number of the exchange; there is one, 0. */
      readonly exchangeId?: number;
      /** Numbers to choose, separated by commas; absent: all of them; empty: none of them. */
      readonly ids?: readonly number[];
    };
    readonly body: null;
    readonly answer: { readonly info: readonly Market[] };
    readonly code: "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return whether the exchange or a market is paused. */
  readonly "GET /account/paused": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Number of the exchange; there is one, 0. */
      readonly exchangeId?: number;
      /** Whether to read past the cache of two seconds, at most once a second. */
      readonly refresh?: boolean;
    };
    readonly body: null;
    readonly answer: { readonly info: Paused };
    readonly code: "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return whether the bearer token belongs to the wallet; 401 only when it has expired. */
  readonly "POST /auth/challenge": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: WalletBody;
    readonly answer: Challenge;
    readonly code: "BAD_JSON" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Exchange a signed memo transaction, which is never sent, for tokens. */
  readonly "POST /auth/hardware-wallet-login": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: HardwareLoginBody;
    readonly answer: { readonly info: SessionInfo };
    readonly code: "BAD_JSON" | "HARDWARE_TX_NOT_MEMO_ONLY" | "HARDWARE_TX_NOT_SIGNED" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MESSAGE_EXPIRED" | "MESSAGE_NOT_ISSUED" | "MISSING_ADDRESS" | "ORIGIN_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Exchange a signed message for tokens. */
  readonly "POST /auth/login": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: LoginBody;
    readonly answer: { readonly info: SessionInfo };
    readonly code: "BAD_JSON" | "BAD_SIGNATURE_LENGTH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_SIGNATURE" | "MAINTENANCE" | "MESSAGE_EXPIRED" | "MESSAGE_NOT_ISSUED" | "MISSING_ADDRESS" | "ORIGIN_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Exchange a signed memo transaction, which is never sent, for tokens. */
  readonly "POST /auth/login/hardware-wallet": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: HardwareLoginBody;
    readonly answer: { readonly info: SessionInfo };
    readonly code: "BAD_JSON" | "HARDWARE_TX_NOT_MEMO_ONLY" | "HARDWARE_TX_NOT_SIGNED" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MESSAGE_EXPIRED" | "MESSAGE_NOT_ISSUED" | "MISSING_ADDRESS" | "ORIGIN_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the message that a wallet signs to log in. */
  readonly "GET /auth/login/message": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that asks for a message to sign; base58 of exactly 32 bytes. */
      readonly address: string;
    };
    readonly body: null;
    readonly answer: LoginMessage;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** End the session of a refresh token. */
  readonly "POST /auth/logout": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: SessionBody;
    readonly answer: null;
    readonly code: "BAD_JSON" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "ORIGIN_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** End all of the wallet's sessions, or all but the one that asks. */
  readonly "POST /auth/logout-all": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: LogoutAllBody;
    readonly answer: { readonly info: EndedSessions };
    readonly code: "BAD_JSON" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Exchange a refresh token for the next pair. */
  readonly "POST /auth/refresh-token": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: SessionBody;
    readonly answer: TokenPair;
    readonly code: "BAD_JSON" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "ORIGIN_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "REFRESH_FAILED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the wallet's active sessions, newest first. */
  readonly "GET /auth/sessions": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: SessionList };
    readonly code: "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** End one of the wallet's sessions; a repeat changes nothing. */
  readonly "POST /auth/sessions/{sessionId}/revoke": {
    readonly path: {
      /** `id` of a session of the same wallet. */
      readonly sessionId: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: null;
    readonly code: "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NOT_FOUND" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** Return the metadata of a collection's markets, ranked. */
  readonly "GET /collections/{collection}": {
    readonly path: {
      /**
       * Name of a ranked list: `all`, `trending`, `new`, `united-states`, `international`, `most-
       * traded`, `top-gainers`, `top-losers` or `tradable`.
       */
      readonly collection: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Collection;
    readonly code: "COLLECTION_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a part of the leaderboard of a contest. */
  readonly "GET /contest/{contestName}/leaderboard": {
    readonly path: {
      /** Slug of a contest. */
      readonly contestName: string;
    };
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** Rows of the ranking to skip before the first one of the answer. */
      readonly offset?: number;
    };
    readonly body: null;
    readonly answer: { readonly info: ContestLeaderboard };
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a participant's result and rank. */
  readonly "GET /contest/{contestName}/leaderboard/user/{user}": {
    readonly path: {
      /** Slug of a contest. */
      readonly contestName: string;
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: RankedContestResult };
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NOT_PARTICIPATING" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return whether a wallet has joined a contest. */
  readonly "GET /contest/{contestName}/participate": {
    readonly path: {
      /** Slug of a contest. */
      readonly contestName: string;
    };
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: ContestEntry };
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Join a contest, before it is over. */
  readonly "POST /contest/{contestName}/participate": {
    readonly path: {
      /** Slug of a contest. */
      readonly contestName: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ContestUserBody;
    readonly answer: { readonly info: ContestEntry };
    readonly code: "BAD_JSON" | "CONTEST_CLOSED" | "CONTEST_NOT_FOUND" | "EXCHANGE_HALTED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the prizes of a contest. */
  readonly "GET /contest/{contestName}/prizes": {
    readonly path: {
      /** Slug of a contest. */
      readonly contestName: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: ContestPrizes };
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return OK while the service answers. */
  readonly "GET /health": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Health;
    readonly code: "INTERNAL" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the metadata of one area. */
  readonly "GET /metadata/acre": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Number of an area, as in `acreId`. */
      readonly id: number;
    };
    readonly body: null;
    readonly answer: { readonly info: Metadata };
    readonly code: "ACRE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the ids of every area with metadata. */
  readonly "GET /metadata/acre-ids": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: readonly number[] };
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return this document. */
  readonly "GET /openapi.json": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Readonly<Record<string, unknown>>;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the points of all participants of the perpetual programme. */
  readonly "GET /perpetual-points/grand-total-points": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: GrandTotal };
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the participants of the perpetual programme by points. */
  readonly "GET /perpetual-points/leaderboard": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** Rows of the ranking to skip before the first one of the answer. */
      readonly offset?: number;
    };
    readonly body: null;
    readonly answer: { readonly info: PointsLeaderboard };
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a wallet's points in the perpetual programme, and its rank. */
  readonly "GET /perpetual-points/leaderboard/user/{user}": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: RankedPointsRow };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return whether a wallet takes part in the perpetual programme. */
  readonly "GET /perpetual-points/participate": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: Participation };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Take part in the perpetual programme. */
  readonly "POST /perpetual-points/participate": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: UserBody;
    readonly answer: { readonly info: Participation };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "SEASON_CLOSED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Return a wallet's points in the perpetual programme, and its points per day. */
  readonly "GET /perpetual-points/points-summary": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: PerpetualSummary };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Make the wallet's one referral code. */
  readonly "POST /perpetual-points/referrals/generate-code": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: GenerateCodeBody;
    readonly answer: { readonly info: ReferralCode };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_REFERRAL_CODE" | "INVALID_TOKEN" | "MAINTENANCE" | "NOT_PARTICIPATING" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "REFERRAL_CODE_EXISTS" | "REFERRAL_CODE_TAKEN" | "REFERRAL_CODE_TOO_LONG" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Use the referral code of another wallet, once and for all; at most ten failures an hour. */
  readonly "POST /perpetual-points/referrals/use-code": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: UseCodeBody;
    readonly answer: { readonly info: Referral };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "REFERRAL_ALREADY_USED" | "REFERRAL_CODE_NOT_FOUND" | "REFERRAL_CODE_TOO_LONG" | "REFERRAL_CYCLE" | "REFERRAL_WINDOW_CLOSED" | "SELF_REFERRAL" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the wallet's place among the referrals, and what its referees brought. */
  readonly "GET /perpetual-points/referrals/user-info": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: ReferralUser };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return whose code the wallet used. */
  readonly "GET /perpetual-points/referrals/user-referred-by": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: ReferredBy };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return whether a wallet takes part in the perpetual programme, and its rank there. */
  readonly "GET /perpetual-points/user-status": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: PerpetualStatus };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a wallet's points over all seasons. */
  readonly "GET /points/balance": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: UserPoints };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the points of every participant over all seasons, by address. */
  readonly "GET /points/balances": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
    };
    readonly body: null;
    readonly answer: { readonly info: readonly UserPoints[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the participants of all seasons by the sum of their points. */
  readonly "GET /points/leaderboard": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** Rows of the ranking to skip before the first one of the answer. */
      readonly offset?: number;
    };
    readonly body: null;
    readonly answer: { readonly info: PointsLeaderboard };
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a wallet's sum over the seasons, and its rank. */
  readonly "GET /points/leaderboard/user/{user}": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: RankedPointsRow };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return whether a wallet takes part in the season that runs, or in the perpetual programme. */
  readonly "GET /points/participate": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
      /** Whether the perpetual programme is meant instead of the current season. */
      readonly isForPerpetualPoints?: boolean;
    };
    readonly body: null;
    readonly answer: { readonly info: Participation };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Take part in the season that runs, or in the perpetual programme. */
  readonly "POST /points/participate": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: ParticipateBody;
    readonly answer: { readonly info: Participation };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "SEASON_CLOSED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Make the wallet's one referral code. */
  readonly "POST /points/referrals/generate-code": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: GenerateCodeBody;
    readonly answer: { readonly info: ReferralCode };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_REFERRAL_CODE" | "INVALID_TOKEN" | "MAINTENANCE" | "NOT_PARTICIPATING" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "REFERRAL_CODE_EXISTS" | "REFERRAL_CODE_TAKEN" | "REFERRAL_CODE_TOO_LONG" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Use the referral code of another wallet, once and for all; at most ten failures an hour. */
  readonly "POST /points/referrals/use-code": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: UseCodeBody;
    readonly answer: { readonly info: Referral };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "REFERRAL_ALREADY_USED" | "REFERRAL_CODE_NOT_FOUND" | "REFERRAL_CODE_TOO_LONG" | "REFERRAL_CYCLE" | "REFERRAL_WINDOW_CLOSED" | "SELF_REFERRAL" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the wallet's place among the referrals, and what its referees brought. */
  readonly "GET /points/referrals/user-info": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: ReferralUser };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return whose code the wallet used. */
  readonly "GET /points/referrals/user-referred-by": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: ReferredBy };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /**
   * Return the shares a deposit into the pool would mint now.
   * @deprecated since 2026-11-28, may end on 2027-12-01: use
   * `/user/{user}/quote/add-liquidity`.
   */
  readonly "GET /quote/add-liquidity": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /**
       * Amount that would go into the pool, in USD with 6 decimals; raw integer above 0, without
       * leading zeros.
       */
      readonly liquidity: string;
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: AddLiquidityQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AMOUNT_TOO_SMALL" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "POOL_INSOLVENT" | "PRICE_BAND" | "RATE_LIMITED" | "STALE_PRICE" | "VALIDATION";
  };
  /**
   * Return a quote for closing a position.
   * @deprecated since 2026-11-28, may end on 2027-12-01: use
   * `/user/{user}/quote/close-position`.
   */
  readonly "POST /quote/close-position": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user?: string;
    };
    readonly body: ClosePositionBody;
    readonly answer: { readonly info: PositionQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /**
   * Return a quote for changing a position.
   * @deprecated since 2026-11-28, may end on 2027-12-01: use
   * `/user/{user}/quote/modify-position`.
   */
  readonly "POST /quote/modify-position": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user?: string;
    };
    readonly body: PositionBody;
    readonly answer: { readonly info: PositionQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /**
   * Return a quote for changing several positions in one order.
   * @deprecated since 2026-11-28, may end on 2027-12-01: use
   * `/user/{user}/quote/modify-positions`.
   */
  readonly "POST /quote/modify-positions": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user?: string;
    };
    readonly body: BasketBody;
    readonly answer: { readonly info: BasketQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /**
   * Return what a waiting order would do: at its price, now, and what waiting saves.
   * @deprecated since 2026-11-28, may end on 2027-12-01: use
   * `/user/{user}/quote/place-perp-order`.
   */
  readonly "POST /quote/place-perp-order": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user?: string;
    };
    readonly body: PerpOrderBody;
    readonly answer: { readonly info: PerpOrderQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "BAD_PRICE" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /**
   * Return the largest and smallest modification of each market that executes now.
   * @deprecated since 2026-11-28, may end on 2027-12-01: use
   * `/user/{user}/quote/position-modification-limits`.
   */
  readonly "POST /quote/position-modification-limits": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user?: string;
    };
    readonly body: LimitsBody;
    readonly answer: { readonly info: readonly ModificationLimits[] };
    readonly code: "BAD_JSON" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_IDS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /**
   * Return the current payout of shares of an LP position at the exit price.
   * @deprecated since 2026-11-28, may end on 2027-12-01: use
   * `/user/{user}/quote/remove-liquidity`.
   */
  readonly "GET /quote/remove-liquidity": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Number of an LP position of the wallet. */
      readonly lpPositionId: number;
      /**
       * Shares that would be taken out of the pool, with 6 decimals; raw integer above 0, without
       * leading zeros.
       */
      readonly shares: string;
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: RemoveLiquidityQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AMOUNT_TOO_SMALL" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "LP_NOT_MATURE" | "LP_POSITION_NOT_FOUND" | "MAINTENANCE" | "MISSING_ADDRESS" | "PRICE_BAND" | "RATE_LIMITED" | "SHARES_EXCEED_REMOVABLE" | "STALE_PRICE" | "VALIDATION";
  };
  /**
   * Return the withdrawable amount of a margin account.
   * @deprecated since 2026-11-28, may end on 2027-12-01: use
   * `/user/{user}/quote/withdraw-margin`.
   */
  readonly "GET /quote/withdraw-margin": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Account from which margin would be withdrawn. */
      readonly marginAccountId: number;
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: WithdrawMarginQuote };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the ids of every area with data. */
  readonly "GET /real-estate-data/acre-ids": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: readonly number[] };
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return facts and price of one area. */
  readonly "GET /real-estate-data/acre-info": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Number of an area, as in `acreId`. */
      readonly id: number;
    };
    readonly body: null;
    readonly answer: { readonly info: AcreInfo };
    readonly code: "ACRE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return facts and prices of up to ten areas, in the order asked. */
  readonly "POST /real-estate-data/acre-infos": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: AcreInfosBody;
    readonly answer: { readonly info: readonly AcreInfo[] };
    readonly code: "ACRE_NOT_FOUND" | "BAD_JSON" | "INTERNAL" | "MAINTENANCE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_IDS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the index of one area over a window. */
  readonly "GET /real-estate-data/price-feed": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Number of an area, as in `acreId`. */
      readonly id: number;
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
    };
    readonly body: null;
    readonly answer: { readonly info: readonly PricePoint[] };
    readonly code: "ACRE_NOT_FOUND" | "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a referral code as it was typed, if it exists; ten unknown codes an hour at most. */
  readonly "GET /referral-codes/{referralCode}": {
    readonly path: {
      /** Code to look up, in upper or lower case. */
      readonly referralCode: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: ReferralCode };
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "REFERRAL_CODE_NOT_FOUND" | "VALIDATION";
  };
  /** Make the wallet's one referral code. */
  readonly "POST /referrals/generate-code": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: GenerateCodeBody;
    readonly answer: { readonly info: ReferralCode };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_REFERRAL_CODE" | "INVALID_TOKEN" | "MAINTENANCE" | "NOT_PARTICIPATING" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "REFERRAL_CODE_EXISTS" | "REFERRAL_CODE_TAKEN" | "REFERRAL_CODE_TOO_LONG" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Use the referral code of another wallet, once and for all; at most ten failures an hour. */
  readonly "POST /referrals/use-code": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: UseCodeBody;
    readonly answer: { readonly info: Referral };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "REFERRAL_ALREADY_USED" | "REFERRAL_CODE_NOT_FOUND" | "REFERRAL_CODE_TOO_LONG" | "REFERRAL_CYCLE" | "REFERRAL_WINDOW_CLOSED" | "SELF_REFERRAL" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the wallet's place among the referrals, and what its referees brought. */
  readonly "GET /referrals/user-info": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: ReferralUser };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return whose code the wallet used. */
  readonly "GET /referrals/user-referred-by": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly body: null;
    readonly answer: { readonly info: ReferredBy };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the profit and loss of all traders, realized and unrealized. */
  readonly "GET /time-series/aggregate-pnl": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** Number of the exchange; there is one, 0. */
      readonly exchangeId?: number;
      /** Span of one bar or point of the series. */
      readonly interval?: "1d" | "1h" | "1w";
    };
    readonly body: null;
    readonly answer: { readonly info: readonly AmountPoint[] };
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return all fees the pool has earned so far. */
  readonly "GET /time-series/cumulative-lp-fee": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** Number of the exchange; there is one, 0. */
      readonly exchangeId?: number;
      /** Span of one bar or point of the series. */
      readonly interval?: "1d" | "1h" | "1w";
    };
    readonly body: null;
    readonly answer: { readonly info: readonly AmountPoint[] };
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return all notional traded so far. */
  readonly "GET /time-series/cumulative-notional-volume": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** Number of the exchange; there is one, 0. */
      readonly exchangeId?: number;
      /** Span of one bar or point of the series. */
      readonly interval?: "1d" | "1h" | "1w";
    };
    readonly body: null;
    readonly answer: { readonly info: readonly AmountPoint[] };
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the price of a pool share. */
  readonly "GET /time-series/lp-share-price": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** Number of the exchange; there is one, 0. */
      readonly exchangeId?: number;
      /** Span of one bar or point of the series. */
      readonly interval?: "1d" | "1h" | "1w";
    };
    readonly body: null;
    readonly answer: { readonly info: readonly PricePoint[] };
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's collateral. */
  readonly "GET /user/{user}/collateral-balance": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: Balance };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the outcomes of the wallet's commands. */
  readonly "GET /user/{user}/commands": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
      /** Only commands with this outcome. */
      readonly status?: "applied" | "ignored" | "rejected";
    };
    readonly body: null;
    readonly answer: { readonly info: readonly CommandRow[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's airdrop, and whether it was claimed. */
  readonly "GET /user/{user}/event/airdrop_claim": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: AirdropClaim };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the pieces of the wallet's positions that liquidations closed. */
  readonly "GET /user/{user}/history/liquidation": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
      /** Only rows of this margin account; without it those of all accounts. */
      readonly marginAccountId?: number;
      /** Only rows of this market; without it those of all markets. */
      readonly marketId?: number;
    };
    readonly body: null;
    readonly answer: { readonly info: readonly Liquidation[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's deposits into and removals from the pool. */
  readonly "GET /user/{user}/history/lp": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
    };
    readonly body: null;
    readonly answer: { readonly info: readonly LpEvent[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's margin deposits and withdrawals. */
  readonly "GET /user/{user}/history/margin-transfer": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
      /** Only rows of this margin account; without it those of all accounts. */
      readonly marginAccountId?: number;
      /** Only rows of this market; without it those of all markets. */
      readonly marketId?: number;
    };
    readonly body: null;
    readonly answer: { readonly info: readonly MarginTransfer[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return what happened to the wallet's waiting orders. */
  readonly "GET /user/{user}/history/perp-order": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
      /** Only rows of this margin account; without it those of all accounts. */
      readonly marginAccountId?: number;
      /** Only rows of this market; without it those of all markets. */
      readonly marketId?: number;
    };
    readonly body: null;
    readonly answer: { readonly info: readonly PerpOrderEvent[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the wallet's trades. */
  readonly "GET /user/{user}/history/trade": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
      /** Only rows of this margin account; without it those of all accounts. */
      readonly marginAccountId?: number;
      /** Only rows of this market; without it those of all markets. */
      readonly marketId?: number;
    };
    readonly body: null;
    readonly answer: { readonly info: readonly Trade[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the legacy LP account; null for whom the operator granted none. */
  readonly "GET /user/{user}/lp-account": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: LpAccount | null };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return one LP position, closed or not. */
  readonly "GET /user/{user}/lp-position": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Number of an LP position of the wallet. */
      readonly lpPositionId: number;
    };
    readonly body: null;
    readonly answer: { readonly info: LpPosition };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "LP_POSITION_NOT_FOUND" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the LP positions by maturity. */
  readonly "GET /user/{user}/lp-positions": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** Whether positions that are closed are listed, too. */
      readonly includeClosed?: boolean;
    };
    readonly body: null;
    readonly answer: { readonly info: readonly LpPosition[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return one margin account, the lowest open one without an id. */
  readonly "GET /user/{user}/margin-account": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Account to show; without it the open one of the lowest number. */
      readonly marginAccountId?: number;
    };
    readonly body: null;
    readonly answer: { readonly info: MarginAccount };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the open margin accounts by id. */
  readonly "GET /user/{user}/margin-accounts": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Numbers to choose, separated by commas; absent: all of them; empty: none of them. */
      readonly ids?: readonly number[];
    };
    readonly body: null;
    readonly answer: { readonly info: readonly MarginAccount[] };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's waiting orders, newest first; without an account of its first 20. */
  readonly "GET /user/{user}/perp-orders": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Only rows of this margin account; without it those of all accounts. */
      readonly marginAccountId?: number;
      /** Only rows of this market; without it those of all markets. */
      readonly marketId?: number;
    };
    readonly body: null;
    readonly answer: { readonly info: readonly PerpOrder[] };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the wallet's ACRE tokens. */
  readonly "GET /user/{user}/prcl-balance": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: Balance };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the alerts of the wallet and what they reported, newest first. */
  readonly "GET /user/{user}/profile/alerts": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: Alerts };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Set an alert; one that is set already is active again. */
  readonly "POST /user/{user}/profile/alerts": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: AlertBody;
    readonly answer: { readonly info: Alerts };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "TOO_MANY_ALERTS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Mark the events up to this one as read. */
  readonly "POST /user/{user}/profile/alerts/read": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ReadAlertsBody;
    readonly answer: { readonly info: Alerts };
    readonly code: "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Remove an alert; a repeat changes nothing. */
  readonly "POST /user/{user}/profile/alerts/remove": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: RemoveAlertBody;
    readonly answer: { readonly info: Alerts };
    readonly code: "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the contact details of the wallet's owner. */
  readonly "GET /user/{user}/profile/communication-methods": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: CommunicationMethods };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Change contact details: absent ones are kept, null removes one. */
  readonly "PUT /user/{user}/profile/communication-methods": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: CommunicationBody;
    readonly answer: { readonly info: CommunicationMethods };
    readonly code: "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the margin accounts that are shown. */
  readonly "GET /user/{user}/profile/margin-account-ids": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: readonly number[] };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Hide empty margin accounts, and return which are still shown. */
  readonly "POST /user/{user}/profile/margin-account-ids/remove": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: RemoveAccountsBody;
    readonly answer: { readonly info: readonly number[] };
    readonly code: "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_EMPTY" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Return whether the wallet's owner accepted the terms. */
  readonly "GET /user/{user}/profile/onboard": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: Onboarding };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Accept the terms; a repeat changes nothing. */
  readonly "POST /user/{user}/profile/onboard": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: OnboardBody;
    readonly answer: { readonly info: Onboarding };
    readonly code: "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TERMS_NOT_ACCEPTED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "USERNAME_TAKEN" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the settings of the wallet. */
  readonly "GET /user/{user}/profile/settings": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: ProfileSettings };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Change settings: absent ones are kept, null brings the default back. */
  readonly "PUT /user/{user}/profile/settings": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: SettingsBody;
    readonly answer: { readonly info: ProfileSettings };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "USERNAME_TAKEN" | "VALIDATION" | "WRONG_USER";
  };
  /** Return tokens that came without an accepted command. */
  readonly "GET /user/{user}/quarantined-deposits": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: readonly QuarantinedDeposit[] };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the shares a deposit into the pool would mint now. */
  readonly "GET /user/{user}/quote/add-liquidity": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /**
       * Amount that would go into the pool, in USD with 6 decimals; raw integer above 0, without
       * leading zeros.
       */
      readonly liquidity: string;
    };
    readonly body: null;
    readonly answer: { readonly info: AddLiquidityQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AMOUNT_TOO_SMALL" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "POOL_INSOLVENT" | "PRICE_BAND" | "RATE_LIMITED" | "STALE_PRICE" | "VALIDATION";
  };
  /** Return a quote for closing a position. */
  readonly "POST /user/{user}/quote/close-position": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ClosePositionBody;
    readonly answer: { readonly info: PositionQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return a quote for changing a position. */
  readonly "POST /user/{user}/quote/modify-position": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: PositionBody;
    readonly answer: { readonly info: PositionQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return a quote for changing several positions in one order. */
  readonly "POST /user/{user}/quote/modify-positions": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: BasketBody;
    readonly answer: { readonly info: BasketQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return what a waiting order would do: at its price, now, and what waiting saves. */
  readonly "POST /user/{user}/quote/place-perp-order": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: PerpOrderBody;
    readonly answer: { readonly info: PerpOrderQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "BAD_PRICE" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the largest and smallest modification of each market that executes now. */
  readonly "POST /user/{user}/quote/position-modification-limits": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: LimitsBody;
    readonly answer: { readonly info: readonly ModificationLimits[] };
    readonly code: "BAD_JSON" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_IDS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the current payout of shares of an LP position at the exit price. */
  readonly "GET /user/{user}/quote/remove-liquidity": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Number of an LP position of the wallet. */
      readonly lpPositionId: number;
      /**
       * Shares that would be taken out of the pool, with 6 decimals; raw integer above 0, without
       * leading zeros.
       */
      readonly shares: string;
    };
    readonly body: null;
    readonly answer: { readonly info: RemoveLiquidityQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AMOUNT_TOO_SMALL" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "LP_NOT_MATURE" | "LP_POSITION_NOT_FOUND" | "MAINTENANCE" | "MISSING_ADDRESS" | "PRICE_BAND" | "RATE_LIMITED" | "SHARES_EXCEED_REMOVABLE" | "STALE_PRICE" | "VALIDATION";
  };
  /** Return the withdrawable amount of a margin account. */
  readonly "GET /user/{user}/quote/withdraw-margin": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Account from which margin would be withdrawn. */
      readonly marginAccountId: number;
    };
    readonly body: null;
    readonly answer: { readonly info: WithdrawMarginQuote };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return whether the wallet is high risk. */
  readonly "GET /user/{user}/risk-screening": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: RiskScreening };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the settlement requests by maturity. */
  readonly "GET /user/{user}/settlement-requests": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** Whether requests that are paid are listed, too. */
      readonly includeSettled?: boolean;
    };
    readonly body: null;
    readonly answer: { readonly info: readonly SettlementRequest[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's SOL. */
  readonly "GET /user/{user}/sol-balance": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: Balance };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the addresses of the wallet's stake, which exist before anything is staked. */
  readonly "GET /user/{user}/staking-addresses": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: StakingAddresses };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Build the transaction that deposits into the pool. */
  readonly "POST /user/{user}/transaction/add-liquidity": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: AddLiquidityBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AMOUNT_TOO_SMALL" | "BAD_JSON" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "POOL_INSOLVENT" | "PRICE_BAND" | "RATE_LIMITED" | "STALE_PRICE" | "TOO_MANY_LP_POSITIONS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that amends a waiting order; what is left out stays as it is. */
  readonly "POST /user/{user}/transaction/amend-perp-order": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: AmendPerpOrderBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_EXPIRY" | "BAD_JSON" | "BAD_PRICE" | "DELEGATE_EXPIRED" | "DELEGATE_MARKET" | "EXCHANGE_HALTED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_MARGIN" | "INTERNAL" | "INVALID_ADDRESS" | "IN_LIQUIDATION" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MARKET_PAUSED" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "NO_POSITION" | "ORDER_LOCKED" | "ORDER_NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_OPEN_ORDERS" | "TRIGGER_PASSED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that cancels a waiting order. */
  readonly "POST /user/{user}/transaction/cancel-perp-order": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: CancelPerpOrderBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "DELEGATE_EXPIRED" | "DELEGATE_MARKET" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "ORDER_LOCKED" | "ORDER_NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /**
   * Build the transaction that cancels the waiting orders of an account, or those of one market.
   */
  readonly "POST /user/{user}/transaction/cancel-perp-orders": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: CancelPerpOrdersBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "DELEGATE_EXPIRED" | "DELEGATE_MARKET" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that claims a quarantined deposit. */
  readonly "POST /user/{user}/transaction/claim-deposit": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ClaimBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "DEPOSIT_NOT_FOUND" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_SETTLEMENT_REQUESTS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that closes a drained LP position. */
  readonly "POST /user/{user}/transaction/close-lp-position": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: LpPositionBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "LP_POSITION_NOT_EMPTY" | "LP_POSITION_NOT_FOUND" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that closes an empty margin account. */
  readonly "POST /user/{user}/transaction/close-margin-account": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: AccountBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_EMPTY" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that closes a position. */
  readonly "POST /user/{user}/transaction/close-position": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: CloseTransactionBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AUCTION_ONLY" | "BAD_JSON" | "BAD_PRICE" | "CLOSE_EXCEEDS_POSITION" | "DELEGATE_EXPIRED" | "DELEGATE_LIMIT" | "DELEGATE_MARKET" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_MARGIN" | "INTERNAL" | "INVALID_ADDRESS" | "IN_LIQUIDATION" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MARKET_PAUSED" | "MAX_SIDE_SIZE" | "MISSING_ADDRESS" | "NET_EXPOSURE_CAP" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "NO_POSITION" | "PAYLOAD_TOO_LARGE" | "POOL_CAPACITY" | "POSITION_TOO_SMALL" | "PRICE_BAND" | "RATE_LIMITED" | "SLIPPAGE_EXCEEDED" | "STALE_PRICE" | "TOO_MANY_POSITIONS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that opens a margin account. */
  readonly "POST /user/{user}/transaction/create-margin-account": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: CreateMarginAccountBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_EXISTS" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_MARGIN_ACCOUNTS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that deposits margin. */
  readonly "POST /user/{user}/transaction/deposit-margin": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: DepositMarginBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AMOUNT_TOO_SMALL" | "BAD_JSON" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that liquidates another wallet's margin account. */
  readonly "POST /user/{user}/transaction/liquidate": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: LiquidateBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "LIQUIDATION_CAPACITY" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "NOT_LIQUIDATABLE" | "PAYLOAD_TOO_LARGE" | "PRICE_BAND" | "RATE_LIMITED" | "STALE_PRICE" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that changes a position. */
  readonly "POST /user/{user}/transaction/modify-position": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ModifyPositionBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AUCTION_ONLY" | "BAD_JSON" | "BAD_PRICE" | "CLOSE_EXCEEDS_POSITION" | "DELEGATE_EXPIRED" | "DELEGATE_LIMIT" | "DELEGATE_MARKET" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_MARGIN" | "INTERNAL" | "INVALID_ADDRESS" | "IN_LIQUIDATION" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MARKET_PAUSED" | "MAX_SIDE_SIZE" | "MISSING_ADDRESS" | "NET_EXPOSURE_CAP" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "NO_POSITION" | "PAYLOAD_TOO_LARGE" | "POOL_CAPACITY" | "POSITION_TOO_SMALL" | "PRICE_BAND" | "RATE_LIMITED" | "SLIPPAGE_EXCEEDED" | "STALE_PRICE" | "TOO_MANY_OPEN_ORDERS" | "TOO_MANY_POSITIONS" | "TRIGGER_PASSED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that changes several positions in one order, all or none. */
  readonly "POST /user/{user}/transaction/modify-positions": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ModifyPositionsBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AUCTION_ONLY" | "BAD_JSON" | "BAD_PRICE" | "CLOSE_EXCEEDS_POSITION" | "DELEGATE_EXPIRED" | "DELEGATE_LIMIT" | "DELEGATE_MARKET" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_MARGIN" | "INTERNAL" | "INVALID_ADDRESS" | "IN_LIQUIDATION" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MARKET_PAUSED" | "MAX_SIDE_SIZE" | "MISSING_ADDRESS" | "NET_EXPOSURE_CAP" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "NO_POSITION" | "PAYLOAD_TOO_LARGE" | "POOL_CAPACITY" | "POSITION_TOO_SMALL" | "PRICE_BAND" | "RATE_LIMITED" | "SLIPPAGE_EXCEEDED" | "STALE_PRICE" | "TOO_MANY_POSITIONS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that places a waiting order. */
  readonly "POST /user/{user}/transaction/place-perp-order": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: PlacePerpOrderBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_EXPIRY" | "BAD_JSON" | "BAD_PRICE" | "DELEGATE_EXPIRED" | "DELEGATE_MARKET" | "EXCHANGE_HALTED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_MARGIN" | "INTERNAL" | "INVALID_ADDRESS" | "IN_LIQUIDATION" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MARKET_PAUSED" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "NO_POSITION" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_OPEN_ORDERS" | "TRIGGER_PASSED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that processes mature settlement requests. */
  readonly "POST /user/{user}/transaction/process-settlement-requests": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ProcessBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "NOTHING_TO_SETTLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that requests the worth of shares of the pool. */
  readonly "POST /user/{user}/transaction/remove-liquidity": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: RemoveLiquidityBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AMOUNT_TOO_SMALL" | "BAD_JSON" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "KEEPER_TIP_TOO_HIGH" | "LP_NOT_MATURE" | "LP_POSITION_NOT_FOUND" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "PRICE_BAND" | "RATE_LIMITED" | "SHARES_EXCEED_REMOVABLE" | "STALE_PRICE" | "TOO_MANY_SETTLEMENT_REQUESTS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that names, or with null removes, the delegate and its limits. */
  readonly "POST /user/{user}/transaction/set-delegate": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: DelegateBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that turns the legacy LP account into a position. */
  readonly "POST /user/{user}/transaction/upgrade-lp-account": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: Transaction };
    readonly code: "CANNOT_UPGRADE" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "RATE_LIMITED" | "TOO_MANY_LP_POSITIONS" | "VALIDATION";
  };
  /** Build the transaction that requests a withdrawal of margin. */
  readonly "POST /user/{user}/transaction/withdraw-margin": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: WithdrawMarginBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AMOUNT_TOO_SMALL" | "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "IN_LIQUIDATION" | "KEEPER_TIP_TOO_HIGH" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_SETTLEMENT_REQUESTS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WITHDRAW_EXCEEDS_MAX";
  };
}

/** Calls below `/express/v1`. */
export interface ExpressCalls {
  /** Return the AsyncAPI document of the websocket. */
  readonly "GET /asyncapi.json": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Readonly<Record<string, unknown>>;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return whether the bearer token belongs to the wallet; 401 only when it has expired. */
  readonly "POST /auth/challenge": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: WalletBody;
    readonly answer: Challenge;
    readonly code: "BAD_JSON" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Exchange a signed memo transaction, which is never sent, for tokens. */
  readonly "POST /auth/hardware-wallet-login": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: HardwareLoginBody;
    readonly answer: SessionInfo;
    readonly code: "BAD_JSON" | "HARDWARE_TX_NOT_MEMO_ONLY" | "HARDWARE_TX_NOT_SIGNED" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MESSAGE_EXPIRED" | "MESSAGE_NOT_ISSUED" | "MISSING_ADDRESS" | "ORIGIN_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the message that a wallet signs to log in, with its fields. */
  readonly "GET /auth/login": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that asks for a message to sign; base58 of exactly 32 bytes. */
      readonly address: string;
    };
    readonly body: null;
    readonly answer: LoginMessageFields;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Exchange a signed message for tokens. */
  readonly "POST /auth/login": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: LoginBody;
    readonly answer: SessionInfo;
    readonly code: "BAD_JSON" | "BAD_SIGNATURE_LENGTH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_SIGNATURE" | "MAINTENANCE" | "MESSAGE_EXPIRED" | "MESSAGE_NOT_ISSUED" | "MISSING_ADDRESS" | "ORIGIN_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Exchange a signed memo transaction, which is never sent, for tokens. */
  readonly "POST /auth/login/hardware-wallet": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: HardwareLoginBody;
    readonly answer: SessionInfo;
    readonly code: "BAD_JSON" | "HARDWARE_TX_NOT_MEMO_ONLY" | "HARDWARE_TX_NOT_SIGNED" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MESSAGE_EXPIRED" | "MESSAGE_NOT_ISSUED" | "MISSING_ADDRESS" | "ORIGIN_NOT_ALLOWED" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** End the session of a refresh token. */
  readonly "POST /auth/logout": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: RefreshBody;
    readonly answer: null;
    readonly code: "BAD_JSON" | "INTERNAL" | "MAINTENANCE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** End all of the wallet's sessions, or all but the one that asks. */
  readonly "POST /auth/logout-all": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: LogoutAllBody;
    readonly answer: EndedSessions;
    readonly code: "BAD_JSON" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Exchange a refresh token for the next pair. */
  readonly "POST /auth/refresh-token": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: RefreshBody;
    readonly answer: TokenPair;
    readonly code: "BAD_JSON" | "INTERNAL" | "MAINTENANCE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "REFRESH_FAILED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the wallet's active sessions, newest first. */
  readonly "GET /auth/sessions": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: SessionList;
    readonly code: "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** End one of the wallet's sessions; a repeat changes nothing. */
  readonly "POST /auth/sessions/{sessionId}/revoke": {
    readonly path: {
      /** `id` of a session of the same wallet. */
      readonly sessionId: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: null;
    readonly code: "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NOT_FOUND" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** Return contests: those of every kind that is asked for, or all of them. */
  readonly "GET /contest": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Contests that have begun and not ended. */
      readonly live?: boolean;
      /** Contests that have not begun. */
      readonly upcoming?: boolean;
      /** Contests that have ended. */
      readonly finished?: boolean;
      /** Contests that the wallet takes part in; by `user`, which is then needed. */
      readonly joined?: boolean;
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user?: string;
    };
    readonly body: null;
    readonly answer: ContestsAnswer;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the numbers of live, upcoming, finished and joined contests. */
  readonly "GET /contest/filter": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user?: string;
    };
    readonly body: null;
    readonly answer: ContestCounts;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the ids of all contests. */
  readonly "GET /contest/ids": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: ContestIds;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return one contest. */
  readonly "GET /contest/{contestId}": {
    readonly path: {
      /** Slug of a contest. */
      readonly contestId: string;
    };
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user?: string;
    };
    readonly body: null;
    readonly answer: ContestView;
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Join a contest, before it is over. */
  readonly "POST /contest/{contestId}": {
    readonly path: {
      /** Slug of a contest. */
      readonly contestId: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ContestAddressBody;
    readonly answer: JoinedContest;
    readonly code: "BAD_JSON" | "CONTEST_CLOSED" | "CONTEST_NOT_FOUND" | "EXCHANGE_HALTED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Return a part of the leaderboard of a contest, and whether it is final. */
  readonly "GET /contest/{contestId}/leaderboard": {
    readonly path: {
      /** Slug of a contest. */
      readonly contestId: string;
    };
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** Rows of the ranking to skip before the first one of the answer. */
      readonly offset?: number;
    };
    readonly body: null;
    readonly answer: ExpressContestLeaderboard;
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a participant's result and rank. */
  readonly "GET /contest/{contestId}/leaderboard/{user}": {
    readonly path: {
      /** Slug of a contest. */
      readonly contestId: string;
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: RankedContestResult;
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NOT_PARTICIPATING" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the number of participants of a contest. */
  readonly "GET /contest/{contestId}/participants-count": {
    readonly path: {
      /** Slug of a contest. */
      readonly contestId: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: ParticipantsCount;
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Compare a deal on Acre with the same deal in bricks, on history. */
  readonly "GET /deal-analysis/{symbol}": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: {
      /** How long the deal was held until now; in any case of letters. */
      readonly timeframe?: "1m" | "3m" | "6m" | "1y" | "2y" | "3y" | "4y" | "5y" | "6y" | "7y" | "8y" | "9y" | "10y";
      /** Notional ÷ own money; 1 to the market's largest leverage. */
      readonly leverage?: string;
      /**
       * Area of the deal in square feet; not together with `notional`; 1,800 without a notional.
       */
      readonly sqft?: number;
      /**
       * Size of the deal in USD at the entry price; instead of `sqft`; raw collateral, above 0, 6
       * decimals.
       */
      readonly notional?: string;
      /** Direction of the trade on Acre. */
      readonly side?: "long" | "short";
      /**
       * Own money in the purchase of a home, a part of its price; decimal, at most 12 fraction
       * digits, without leading zeros.
       */
      readonly downPaymentRate?: string;
      /**
       * Interest of the mortgage for a year; decimal, at most 12 fraction digits, without leading
       * zeros.
       */
      readonly mortgageRate?: string;
      /**
       * Closing costs of the buyer, a part of the purchase price; decimal, at most 12 fraction
       * digits, without leading zeros.
       */
      readonly closingCostRate?: string;
      /**
       * Commission of agents at the sale, a part of the sale price; decimal, at most 12 fraction
       * digits, without leading zeros.
       */
      readonly agentCommissionRate?: string;
      /**
       * Closing costs of the seller, a part of the sale price; decimal, at most 12 fraction digits,
       * without leading zeros.
       */
      readonly sellerClosingRate?: string;
      /**
       * Property tax of a year, a part of the price; decimal, at most 12 fraction digits, without
       * leading zeros.
       */
      readonly propertyTaxRate?: string;
      /**
       * Home insurance of a year, a part of the price; decimal, at most 12 fraction digits, without
       * leading zeros.
       */
      readonly insuranceRate?: string;
      /**
       * Upkeep of a year, a part of the purchase price; decimal, at most 12 fraction digits,
       * without leading zeros.
       */
      readonly maintenanceRate?: string;
      /**
       * Gross rent of a year, a part of the purchase price; decimal, at most 12 fraction digits,
       * without leading zeros.
       */
      readonly rentYield?: string;
      /**
       * Part of the year without a tenant; decimal, at most 12 fraction digits, without leading
       * zeros.
       */
      readonly vacancyRate?: string;
      /**
       * Fee of a property manager, a part of the gross rent; decimal, at most 12 fraction digits,
       * without leading zeros.
       */
      readonly managementRate?: string;
    };
    readonly body: null;
    readonly answer: DealAnalysis;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_LEVERAGE" | "BAD_TIMEFRAME" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_HISTORY" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the same deal held for each whole number of years; `timeframe` is not used. */
  readonly "GET /deal-analysis/{symbol}/horizons": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: {
      /** How long the deal was held until now; in any case of letters. */
      readonly timeframe?: "1m" | "3m" | "6m" | "1y" | "2y" | "3y" | "4y" | "5y" | "6y" | "7y" | "8y" | "9y" | "10y";
      /** Notional ÷ own money; 1 to the market's largest leverage. */
      readonly leverage?: string;
      /**
       * Area of the deal in square feet; not together with `notional`; 1,800 without a notional.
       */
      readonly sqft?: number;
      /**
       * Size of the deal in USD at the entry price; instead of `sqft`; raw collateral, above 0, 6
       * decimals.
       */
      readonly notional?: string;
      /** Direction of the trade on Acre. */
      readonly side?: "long" | "short";
      /**
       * Own money in the purchase of a home, a part of its price; decimal, at most 12 fraction
       * digits, without leading zeros.
       */
      readonly downPaymentRate?: string;
      /**
       * Interest of the mortgage for a year; decimal, at most 12 fraction digits, without leading
       * zeros.
       */
      readonly mortgageRate?: string;
      /**
       * Closing costs of the buyer, a part of the purchase price; decimal, at most 12 fraction
       * digits, without leading zeros.
       */
      readonly closingCostRate?: string;
      /**
       * Commission of agents at the sale, a part of the sale price; decimal, at most 12 fraction
       * digits, without leading zeros.
       */
      readonly agentCommissionRate?: string;
      /**
       * Closing costs of the seller, a part of the sale price; decimal, at most 12 fraction digits,
       * without leading zeros.
       */
      readonly sellerClosingRate?: string;
      /**
       * Property tax of a year, a part of the price; decimal, at most 12 fraction digits, without
       * leading zeros.
       */
      readonly propertyTaxRate?: string;
      /**
       * Home insurance of a year, a part of the price; decimal, at most 12 fraction digits, without
       * leading zeros.
       */
      readonly insuranceRate?: string;
      /**
       * Upkeep of a year, a part of the purchase price; decimal, at most 12 fraction digits,
       * without leading zeros.
       */
      readonly maintenanceRate?: string;
      /**
       * Gross rent of a year, a part of the purchase price; decimal, at most 12 fraction digits,
       * without leading zeros.
       */
      readonly rentYield?: string;
      /**
       * Part of the year without a tenant; decimal, at most 12 fraction digits, without leading
       * zeros.
       */
      readonly vacancyRate?: string;
      /**
       * Fee of a property manager, a part of the gross rent; decimal, at most 12 fraction digits,
       * without leading zeros.
       */
      readonly managementRate?: string;
    };
    readonly body: null;
    readonly answer: DealHorizons;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_LEVERAGE" | "BAD_TIMEFRAME" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_HISTORY" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the same deal at other leverages and exit prices. */
  readonly "GET /deal-analysis/{symbol}/sensitivity": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: {
      /** How long the deal was held until now; in any case of letters. */
      readonly timeframe?: "1m" | "3m" | "6m" | "1y" | "2y" | "3y" | "4y" | "5y" | "6y" | "7y" | "8y" | "9y" | "10y";
      /** Notional ÷ own money; 1 to the market's largest leverage. */
      readonly leverage?: string;
      /**
       * Area of the deal in square feet; not together with `notional`; 1,800 without a notional.
       */
      readonly sqft?: number;
      /**
       * Size of the deal in USD at the entry price; instead of `sqft`; raw collateral, above 0, 6
       * decimals.
       */
      readonly notional?: string;
      /** Direction of the trade on Acre. */
      readonly side?: "long" | "short";
      /**
       * Own money in the purchase of a home, a part of its price; decimal, at most 12 fraction
       * digits, without leading zeros.
       */
      readonly downPaymentRate?: string;
      /**
       * Interest of the mortgage for a year; decimal, at most 12 fraction digits, without leading
       * zeros.
       */
      readonly mortgageRate?: string;
      /**
       * Closing costs of the buyer, a part of the purchase price; decimal, at most 12 fraction
       * digits, without leading zeros.
       */
      readonly closingCostRate?: string;
      /**
       * Commission of agents at the sale, a part of the sale price; decimal, at most 12 fraction
       * digits, without leading zeros.
       */
      readonly agentCommissionRate?: string;
      /**
       * Closing costs of the seller, a part of the sale price; decimal, at most 12 fraction digits,
       * without leading zeros.
       */
      readonly sellerClosingRate?: string;
      /**
       * Property tax of a year, a part of the price; decimal, at most 12 fraction digits, without
       * leading zeros.
       */
      readonly propertyTaxRate?: string;
      /**
       * Home insurance of a year, a part of the price; decimal, at most 12 fraction digits, without
       * leading zeros.
       */
      readonly insuranceRate?: string;
      /**
       * Upkeep of a year, a part of the purchase price; decimal, at most 12 fraction digits,
       * without leading zeros.
       */
      readonly maintenanceRate?: string;
      /**
       * Gross rent of a year, a part of the purchase price; decimal, at most 12 fraction digits,
       * without leading zeros.
       */
      readonly rentYield?: string;
      /**
       * Part of the year without a tenant; decimal, at most 12 fraction digits, without leading
       * zeros.
       */
      readonly vacancyRate?: string;
      /**
       * Fee of a property manager, a part of the gross rent; decimal, at most 12 fraction digits,
       * without leading zeros.
       */
      readonly managementRate?: string;
    };
    readonly body: null;
    readonly answer: DealSensitivity;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_LEVERAGE" | "BAD_TIMEFRAME" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_HISTORY" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Send play money to a wallet; only where the environment is local. */
  readonly "POST /faucet": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: WalletBody;
    readonly answer: FaucetDrop;
    readonly code: "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return OK while the service answers. */
  readonly "GET /health": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Health;
    readonly code: "INTERNAL" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the picture of the wallet's membership badge, and how many it holds. */
  readonly "GET /hoa-staking/{user}": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: MembershipBadge;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the pieces of positions that liquidations closed, of all wallets. */
  readonly "GET /liquidations": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
      /** Only rows of this market; without it those of all markets. */
      readonly marketId?: number;
    };
    readonly body: null;
    readonly answer: { readonly liquidations: readonly Liquidation[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the margin accounts that can be liquidated now, worst health first. */
  readonly "GET /liquidations/candidates": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Candidates;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the state of a market over a window. */
  readonly "GET /market-time-series/{marketId}": {
    readonly path: {
      /** Number of a market, or of a prediction market below `/predictions`. */
      readonly marketId: number;
    };
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
    };
    readonly body: null;
    readonly answer: MarketSeries;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return up to five indexes from a time on, rebased to 100. */
  readonly "GET /market/compare": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Symbols of markets, separated by commas, each once. */
      readonly symbols: readonly string[];
      /**
       * First moment of the comparison, unix seconds; without it the first day on which all indexes
       * have a print.
       */
      readonly start?: number;
    };
    readonly body: null;
    readonly answer: Comparison;
    readonly code: "INSUFFICIENT_HISTORY" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return how the indexes of all markets move together. */
  readonly "GET /market/correlations": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Correlations;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the number of filtered markets per value. */
  readonly "GET /market/market-filter-distribution": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Words to find in symbol, name and place of a market, at most 64 characters. */
      readonly q?: string;
      /** Tags, separated by commas; a market needs all of them. */
      readonly tags?: readonly string[];
      /** Only markets of this state or region. */
      readonly state?: string;
      /** Only markets of this country, by its two letters (ISO 3166). */
      readonly country?: string;
      /** Only markets of this kind of area. */
      readonly category?: string;
      /** Only markets that are open for trading, or only others. */
      readonly tradable?: boolean;
      /**
       * Lowest index price of the search, USD with 8 decimals, inclusive; raw integer without
       * leading zeros.
       */
      readonly minPrice?: string;
      /**
       * Highest index price of the search, USD with 8 decimals, inclusive; raw integer without
       * leading zeros.
       */
      readonly maxPrice?: string;
    };
    readonly body: null;
    readonly answer: FilterDistribution;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Find markets by text, tags, place and price. */
  readonly "GET /market/search": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Words to find in symbol, name and place of a market, at most 64 characters. */
      readonly q?: string;
      /** Tags, separated by commas; a market needs all of them. */
      readonly tags?: readonly string[];
      /** Only markets of this state or region. */
      readonly state?: string;
      /** Only markets of this country, by its two letters (ISO 3166). */
      readonly country?: string;
      /** Only markets of this kind of area. */
      readonly category?: string;
      /** Only markets that are open for trading, or only others. */
      readonly tradable?: boolean;
      /**
       * Lowest index price of the search, USD with 8 decimals, inclusive; raw integer without
       * leading zeros.
       */
      readonly minPrice?: string;
      /**
       * Highest index price of the search, USD with 8 decimals, inclusive; raw integer without
       * leading zeros.
       */
      readonly maxPrice?: string;
      /** Most rows of the answer. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Figure by which the markets are ordered. */
      readonly sort?: "change1d" | "change1y" | "name" | "openInterest" | "price" | "volume";
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
    };
    readonly body: null;
    readonly answer: SearchResult;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_CURSOR" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return markets by symbol, in the order asked. */
  readonly "GET /market/symbols": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Symbols of markets, separated by commas, each once. */
      readonly symbols: readonly string[];
    };
    readonly body: null;
    readonly answer: SummaryList;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return one market. */
  readonly "GET /market/{symbol}": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: MarketDetail;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the absorption rate by month. */
  readonly "GET /market/{symbol}/absorption-rate-history": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
    };
    readonly body: null;
    readonly answer: AbsorptionHistory;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the market's next auction: its time and, in two digits, its imbalance. */
  readonly "GET /market/{symbol}/auction": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: ComingAuction;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the auctions that the market held. */
  readonly "GET /market/{symbol}/auctions": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
    };
    readonly body: null;
    readonly answer: { readonly auctions: readonly Auction[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return candles as columns; the last one may still change. */
  readonly "GET /market/{symbol}/candles": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** Span of one bar or point of the series. */
      readonly interval?: "1d" | "1h" | "1w" | "4h" | "5m";
      /** Price of the candles: the index, or the market price with the skew. */
      readonly source?: "index" | "market";
    };
    readonly body: null;
    readonly answer: Candles;
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the homes for sale. */
  readonly "GET /market/{symbol}/current-inventory": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: CurrentInventory;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the demographics. */
  readonly "GET /market/{symbol}/demographics": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Demographics;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return home prices and rents. */
  readonly "GET /market/{symbol}/financials": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Financials;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return funding over a window. */
  readonly "GET /market/{symbol}/funding-history": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** Span of one bar or point of the series. */
      readonly interval?: "1d" | "1h";
    };
    readonly body: null;
    readonly answer: FundingHistory;
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return listings by month. */
  readonly "GET /market/{symbol}/listings-history": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
    };
    readonly body: null;
    readonly answer: ListingsHistory;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return what the published prints of an index say about its past. */
  readonly "GET /market/{symbol}/past": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: MarketPast;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the index over a window. */
  readonly "GET /market/{symbol}/price-feed": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
    };
    readonly body: null;
    readonly answer: PriceFeed;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the index change over a window. */
  readonly "GET /market/{symbol}/price-feed-stats": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
    };
    readonly body: null;
    readonly answer: PriceFeedStats;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return closed sales by month. */
  readonly "GET /market/{symbol}/sales-history": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
    };
    readonly body: null;
    readonly answer: SalesHistory;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the traded volumes over several spans. */
  readonly "GET /market/{symbol}/volumes": {
    readonly path: {
      /** Symbol of a market, in upper or lower case. */
      readonly symbol: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Volumes;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return this document. */
  readonly "GET /openapi.json": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Readonly<Record<string, unknown>>;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a user's row of season 2 with its last 30 days. */
  readonly "GET /points/breakdown/{key}": {
    readonly path: {
      /** Wallet or username of a participant. */
      readonly key: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: PointsBreakdown;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the participants of season 2 by points. */
  readonly "GET /points/leaderboard": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** Rows of the ranking to skip before the first one of the answer. */
      readonly offset?: number;
    };
    readonly body: null;
    readonly answer: PointsLeaderboard;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a user's row of season 2. */
  readonly "GET /points/leaderboard/{key}": {
    readonly path: {
      /** Wallet or username of a participant. */
      readonly key: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: RankedPointsRow;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Take part in season 2; once it is over only its participants are answered. */
  readonly "POST /points/participants": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: AddressBody;
    readonly answer: Participant;
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "SEASON_CLOSED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Return whether a user takes part in season 2. */
  readonly "GET /points/participants/{key}": {
    readonly path: {
      /** Wallet or username of a participant. */
      readonly key: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Participant;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the final leaderboard of season 1. */
  readonly "GET /points/ppps1-final": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** Rows of the ranking to skip before the first one of the answer. */
      readonly offset?: number;
    };
    readonly body: null;
    readonly answer: FinalPointsLeaderboard;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "SEASON_NOT_FINAL" | "VALIDATION";
  };
  /** Return the final leaderboard of season 2. */
  readonly "GET /points/ppps2/final-leaderboard": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** Rows of the ranking to skip before the first one of the answer. */
      readonly offset?: number;
    };
    readonly body: null;
    readonly answer: FinalPointsLeaderboard;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "SEASON_NOT_FINAL" | "VALIDATION";
  };
  /** Return a user's final row of season 2. */
  readonly "GET /points/ppps2/final-leaderboard/{key}": {
    readonly path: {
      /** Wallet or username of a participant. */
      readonly key: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: RankedPointsRow;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "SEASON_NOT_FINAL" | "VALIDATION";
  };
  /** Return everything a wallet has. */
  readonly "GET /portfolio/{user}": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Portfolio;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the pieces of the wallet's positions that liquidations closed. */
  readonly "GET /portfolio/{user}/history/liquidation": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
      /** Only rows of this margin account; without it those of all accounts. */
      readonly marginAccountId?: number;
      /** Only rows of this market; without it those of all markets. */
      readonly marketId?: number;
    };
    readonly body: null;
    readonly answer: { readonly events: readonly Liquidation[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's deposits into and removals from the pool. */
  readonly "GET /portfolio/{user}/history/lp": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
    };
    readonly body: null;
    readonly answer: { readonly events: readonly LpEvent[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's margin deposits and withdrawals. */
  readonly "GET /portfolio/{user}/history/margin-transfer": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
      /** Only rows of this margin account; without it those of all accounts. */
      readonly marginAccountId?: number;
      /** Only rows of this market; without it those of all markets. */
      readonly marketId?: number;
    };
    readonly body: null;
    readonly answer: { readonly events: readonly MarginTransfer[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's P&L and return over a window, and the parts of all its P&L. */
  readonly "GET /portfolio/{user}/history/performance": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
    };
    readonly body: null;
    readonly answer: Performance;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return what happened to the wallet's waiting orders. */
  readonly "GET /portfolio/{user}/history/perp-order": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
      /** Only rows of this margin account; without it those of all accounts. */
      readonly marginAccountId?: number;
      /** Only rows of this market; without it those of all markets. */
      readonly marketId?: number;
    };
    readonly body: null;
    readonly answer: { readonly events: readonly PerpOrderEvent[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the wallet's trades. */
  readonly "GET /portfolio/{user}/history/trade": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
      /** Only rows of this margin account; without it those of all accounts. */
      readonly marginAccountId?: number;
      /** Only rows of this market; without it those of all markets. */
      readonly marketId?: number;
    };
    readonly body: null;
    readonly answer: { readonly events: readonly Trade[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's equity history; the last point is the current value. */
  readonly "GET /portfolio/{user}/history/value": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
    };
    readonly body: null;
    readonly answer: ValueHistory;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return what each open position of a wallet realized since it was opened from flat. */
  readonly "GET /portfolio/{user}/positions/realized": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: RealizedPositions;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a user's row of season 3 with its last 30 days. */
  readonly "GET /ppps3/breakdown/{key}": {
    readonly path: {
      /** Wallet or username of a participant. */
      readonly key: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: PointsBreakdown;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the participants of season 3 by points. */
  readonly "GET /ppps3/leaderboard": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** Rows of the ranking to skip before the first one of the answer. */
      readonly offset?: number;
    };
    readonly body: null;
    readonly answer: PointsLeaderboard;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a user's row of season 3. */
  readonly "GET /ppps3/leaderboard/{key}": {
    readonly path: {
      /** Wallet or username of a participant. */
      readonly key: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: RankedPointsRow;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Take part in season 3. */
  readonly "POST /ppps3/participants": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: AddressBody;
    readonly answer: Participant;
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "SEASON_CLOSED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Return whether a user takes part in season 3. */
  readonly "GET /ppps3/participants/{key}": {
    readonly path: {
      /** Wallet or username of a participant. */
      readonly key: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Participant;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the prediction markets, newest first. */
  readonly "GET /predictions/markets": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Only questions of this category. */
      readonly marketCategoryFilter?: string;
      /** Only questions that are resolved and paid, or only others. */
      readonly isResolvedFilter?: boolean;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
    };
    readonly body: null;
    readonly answer: { readonly markets: readonly PredictionMarket[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return one prediction market. */
  readonly "GET /predictions/markets/{marketId}": {
    readonly path: {
      /** Number of a market, or of a prediction market below `/predictions`. */
      readonly marketId: number;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: MarketAnswer;
    readonly code: "INTERNAL" | "MAINTENANCE" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the probability of YES from a market's trades, as bars. */
  readonly "GET /predictions/markets/{marketId}/history": {
    readonly path: {
      /** Number of a market, or of a prediction market below `/predictions`. */
      readonly marketId: number;
    };
    readonly query: {
      /**
       * Span that ends now, in upper or lower case; default one month, `1y` for monthly figures,
       * unless a range is given.
       */
      readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** Span of one bar or point of the series; absent: the finest that fits the span. */
      readonly interval?: "1d" | "1h" | "1w" | "4h" | "5m";
    };
    readonly body: null;
    readonly answer: PredictionHistory;
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the resting bids of both sides of a market, best first. */
  readonly "GET /predictions/markets/{marketId}/order-book": {
    readonly path: {
      /** Number of a market, or of a prediction market below `/predictions`. */
      readonly marketId: number;
    };
    readonly query: {
      /** Price levels of each side. */
      readonly depth?: number;
    };
    readonly body: null;
    readonly answer: BookAnswer;
    readonly code: "INTERNAL" | "MAINTENANCE" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Place an order. */
  readonly "POST /predictions/markets/{marketId}/orders": {
    readonly path: {
      /** Number of a market, or of a prediction market below `/predictions`. */
      readonly marketId: number;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: OrderBody;
    readonly answer: OrderAnswer;
    readonly code: "BAD_CONTRACTS" | "BAD_EXPIRY" | "BAD_JSON" | "BAD_PRICE" | "DUPLICATE_CLIENT_ORDER_ID" | "EXCHANGE_HALTED" | "FOK_NOT_FILLED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_POINTS" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "MARKET_NOT_OPEN" | "NO_LIQUIDITY" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "POST_ONLY_WOULD_CROSS" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "TOO_MANY_OPEN_ORDERS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return all trades in a market, newest first. */
  readonly "GET /predictions/markets/{marketId}/trades": {
    readonly path: {
      /** Number of a market, or of a prediction market below `/predictions`. */
      readonly marketId: number;
    };
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
    };
    readonly body: null;
    readonly answer: { readonly trades: readonly PredictionMarketTrade[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "MAINTENANCE" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's orders, newest first; the open ones unless asked otherwise. */
  readonly "GET /predictions/orders": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Only orders in this state. */
      readonly orderStatusFilter?: "all" | "canceled" | "expired" | "filled" | "open";
      /** Only rows of this market; without it those of all markets. */
      readonly marketId?: number;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
    };
    readonly body: null;
    readonly answer: { readonly orders: readonly PlacedOrder[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** Place up to fifteen orders one after the other; each is placed or refused on its own. */
  readonly "POST /predictions/orders/batch": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: BatchBody;
    readonly answer: BatchAnswer;
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the wallet's newest order of a client order id. */
  readonly "GET /predictions/orders/by-client-id/{id}": {
    readonly path: {
      /** The client's own id of an order, or the wallet of a frozen season, as the path says. */
      readonly id: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: OrderAnswer;
    readonly code: "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "ORDER_NOT_FOUND" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** Cancel all open orders after so many seconds unless this is called again; 0: never. */
  readonly "POST /predictions/orders/cancel-after": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: CancelAfterBody;
    readonly answer: CancelAt;
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Cancel the wallet's open orders, of one market or of all. */
  readonly "POST /predictions/orders/cancel-all": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: CancelAllBody;
    readonly answer: Canceled;
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Change the price of an open order, or how many contracts of it remain. */
  readonly "POST /predictions/orders/{orderId}/amend": {
    readonly path: {
      /** Number of an order, as `orderId` of its answer. */
      readonly orderId: number;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: AmendBody;
    readonly answer: OrderAnswer;
    readonly code: "BAD_CONTRACTS" | "BAD_JSON" | "BAD_PRICE" | "EXCHANGE_HALTED" | "FOK_NOT_FILLED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_POINTS" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "MARKET_NOT_OPEN" | "NO_LIQUIDITY" | "NO_TOKEN" | "ORDER_NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "POST_ONLY_WOULD_CROSS" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "TOO_MANY_OPEN_ORDERS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Cancel an order; its status afterwards, also when there is nothing left to cancel. */
  readonly "POST /predictions/orders/{orderId}/cancel": {
    readonly path: {
      /** Number of an order, as `orderId` of its answer. */
      readonly orderId: number;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: StatusAnswer;
    readonly code: "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "ORDER_NOT_FOUND" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** Return the wallet's points; the first read of a participant grants them. */
  readonly "GET /predictions/portfolio": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: PointsAnswer;
    readonly code: "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** Return the wallet's positions; those of paid markets with what they were paid. */
  readonly "GET /predictions/positions": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Only questions that are resolved and paid, or only others. */
      readonly isResolvedFilter?: boolean;
    };
    readonly body: null;
    readonly answer: PredictionPositions;
    readonly code: "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** Return the wallet's fills, newest first. */
  readonly "GET /predictions/trades": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** Only rows of this market; without it those of all markets. */
      readonly marketId?: number;
    };
    readonly body: null;
    readonly answer: { readonly trades: readonly PredictionTrade[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** Return readiness; a 503 names the failed required parts. */
  readonly "GET /ready": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Ready;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Set how fast the demo replays history; only where the environment is local. */
  readonly "POST /replay-speed": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: ReplaySpeedBody;
    readonly answer: Clock;
    readonly code: "BAD_JSON" | "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the unsettled requests of all wallets, oldest first. */
  readonly "GET /settlement-requests": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Most rows of the answer. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Only requests that can be processed now; `false`: the others, too. */
      readonly mature?: boolean;
    };
    readonly body: null;
    readonly answer: { readonly settlementRequests: readonly SettlementRequest[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return vault and claims, the last state root on the chain, and a wallet's proofs of it. */
  readonly "GET /solvency": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Wallet that the request is about; base58 of exactly 32 bytes. */
      readonly user?: string;
    };
    readonly body: null;
    readonly answer: Solvency;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the total stake and the epoch. */
  readonly "GET /staking": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: StakingTotals;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the epoch that runs now. */
  readonly "GET /staking/epoch-period": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: EpochPeriod;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the time until an unstaked amount can be withdrawn. */
  readonly "GET /staking/locked-epoch-period": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Epoch from whose start the amount can be withdrawn. */
      readonly unlockingEpoch: number;
    };
    readonly body: null;
    readonly answer: LockedEpochPeriod;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the time until an amount unstaked now could be withdrawn. */
  readonly "GET /staking/locked-epoch-period-estimate": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Whether the unstake is made one epoch later. */
      readonly addOneEpoch?: boolean;
    };
    readonly body: null;
    readonly answer: LockedEpochPeriod;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's stake by state. */
  readonly "GET /staking/{user}/balance": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Staking;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Build the transaction that opens the wallet's stake account. */
  readonly "POST /staking/{user}/create-account": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Transaction;
    readonly code: "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "RATE_LIMITED" | "STAKE_ACCOUNT_EXISTS" | "VALIDATION";
  };
  /** Return the epoch that runs now. */
  readonly "GET /staking/{user}/epoch-period": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: EpochPeriod;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the time until an unstaked amount can be withdrawn. */
  readonly "GET /staking/{user}/locked-epoch-period": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Epoch from whose start the amount can be withdrawn. */
      readonly unlockingEpoch: number;
    };
    readonly body: null;
    readonly answer: LockedEpochPeriod;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the time until an amount unstaked now could be withdrawn. */
  readonly "GET /staking/{user}/locked-epoch-period-estimate": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: {
      /** Whether the unstake is made one epoch later. */
      readonly addOneEpoch?: boolean;
    };
    readonly body: null;
    readonly answer: LockedEpochPeriod;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Build the transaction that stakes ACRE tokens. */
  readonly "POST /staking/{user}/stake": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: StakeBody;
    readonly answer: Transaction;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "EXCHANGE_HALTED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_TOKEN" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "STAKE_ACCOUNT_EXISTS" | "STAKE_ACCOUNT_FULL" | "STAKE_ACCOUNT_MISSING" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that takes back or starts to unlock an amount of stake. */
  readonly "POST /staking/{user}/unstake": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: StakeAmountBody;
    readonly answer: Transaction;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_TOKEN" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "STAKE_ACCOUNT_FULL" | "STAKE_ACCOUNT_MISSING" | "UNSTAKE_EXCEEDS_STAKED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that requests unlocked tokens. */
  readonly "POST /staking/{user}/withdraw": {
    readonly path: {
      /** Wallet that the request is about; a wallet: base58 of exactly 32 bytes. */
      readonly user: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: StakeAmountBody;
    readonly answer: Transaction;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_TOKEN" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "STAKE_ACCOUNT_FULL" | "STAKE_ACCOUNT_MISSING" | "TOO_MANY_SETTLEMENT_REQUESTS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WITHDRAW_EXCEEDS_UNLOCKED";
  };
  /** Return the platform's health, the progress of each part, and the rate of engine time. */
  readonly "GET /status": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Status;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the trades of all wallets. */
  readonly "GET /trade-stream": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
      /** Only trades of this direction. */
      readonly direction?: "all" | "long" | "short";
    };
    readonly body: null;
    readonly answer: { readonly trades: readonly StreamTrade[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the trades of all wallets in one market. */
  readonly "GET /trade-stream/{marketId}": {
    readonly path: {
      /** Number of a market, or of a prediction market below `/predictions`. */
      readonly marketId: number;
    };
    readonly query: {
      /** Most rows of the answer; at most 200 unless format is csv. */
      readonly limit?: number;
      /** as `nextCursor` of an answer to the same query gave it. */
      readonly cursor?: string;
      /** Direction of time, or of `sort`: descending or ascending. */
      readonly order?: "asc" | "desc";
      /** First moment of the range, inclusive, unix seconds; with `to` instead of `window`. */
      readonly from?: number;
      /** End of the range, exclusive, unix seconds; not before `from`. */
      readonly to?: number;
      /** `csv` answers with the same rows as a text table of exact decimals and ISO times. */
      readonly format?: "csv" | "json";
      /** Only trades of this direction. */
      readonly direction?: "all" | "long" | "short";
    };
    readonly body: null;
    readonly answer: { readonly trades: readonly StreamTrade[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a user's final row of season 1. */
  readonly "GET /user/{id}/ppps1": {
    readonly path: {
      /** The client's own id of an order, or the wallet of a frozen season, as the path says. */
      readonly id: string;
    };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: RankedPointsRow;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "SEASON_NOT_FINAL" | "VALIDATION";
  };
}
