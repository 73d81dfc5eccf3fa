// Generated from edge/http/openapi/document.py by edge/generate; do not edit.
// Types alone: nothing of this file is in the bundle.

/** Absorption by month. */
export interface AbsorptionHistory {
  readonly points: readonly AbsorptionPoint[];
  readonly sources: readonly Source[];
}

/** Sales of a month by the listings at its end; `timestamp` is the month's first instant. */
export interface AbsorptionPoint {
  readonly timestamp: number;
  readonly absorptionRate: string | null;
  readonly monthsOfSupply: string | null;
}

/** One margin account. */
export interface AccountBody {
  readonly marginAccountId: number;
}

/** Costs of the trade; funding is net paid, below 0 when received. */
export interface AcreCosts {
  readonly tradeFees: string;
  readonly priceImpact: string;
  readonly funding: string;
  readonly liquidatedAt: number | null;
}

/** Facts about one region (API 4.7). */
export interface AcreInfo {
  readonly id: number;
  readonly name: string;
  readonly state: string | null;
  readonly country: string;
  readonly category: string;
  readonly metric: string;
  readonly currency: string;
  readonly price: string | null;
  readonly priceAsOf: number | null;
  readonly change: PriceChange;
  readonly population: number | null;
  readonly medianSqft: number | null;
}

/** Up to ten areas. */
export interface AcreInfosBody {
  readonly ids: readonly number[];
}

/** Deposit into the pool. */
export interface AddLiquidityBody {
  readonly liquidity: string | number;
}

/** Shares for a deposit made now. */
export interface AddLiquidityQuote {
  readonly shares: string;
  readonly maturity: number;
  readonly pointsQuote: PointsQuote;
}

/** One wallet. */
export interface AddressBody {
  readonly address?: string | null;
}

/** Payments of a 30-year mortgage on the median home, as a share of the median income. */
export interface Affordability {
  readonly monthlyPayment: string;
  readonly incomeShare: string;
  readonly downPaymentRate: string;
  readonly medianHouseholdIncome: string;
  readonly incomeYear: number;
}

/** A wallet's row of the operator's table (API 4.9). */
export interface AirdropClaim {
  readonly isEligible: boolean;
  readonly amount: string;
  readonly claimed: boolean;
  readonly claimedAt: number | null;
  readonly signature: string | null;
}

/** An alert; the fields of other kinds are null. */
export interface Alert {
  readonly id: number;
  readonly kind: "healthBelow" | "orders" | "paid" | "priceAbove" | "priceBelow" | "priceMove" | "questionClosing";
  readonly isActive: boolean;
  readonly createdAt: number;
  readonly marketId: number | null;
  readonly price: string | null;
  readonly moveBp: number | null;
  readonly marginAccountId: number | null;
  readonly health: string | null;
  readonly predictionMarketId: number | null;
  readonly leadS: number | null;
}

/** An alert to set; each kind needs its own fields. */
export interface AlertBody {
  readonly kind: "healthBelow" | "orders" | "paid" | "price" | "priceMove" | "questionClosing";
  readonly marketId?: number | null;
  readonly price?: string | number | null;
  readonly moveBp?: number | null;
  readonly marginAccountId?: number | null;
  readonly health?: string | number | null;
  readonly predictionMarketId?: number | null;
  readonly leadS?: number | null;
}

/** What an alert reported, at which engine time; the fields of other kinds are null. */
export interface AlertEvent {
  readonly id: number;
  readonly kind: "healthBelow" | "orders" | "paid" | "priceAbove" | "priceBelow" | "priceMove" | "questionClosing";
  readonly timestamp: number;
  readonly isRead: boolean;
  readonly marketId: number | null;
  readonly price: string | null;
  readonly indexPrice: string | null;
  readonly moveBp: number | null;
  readonly marginAccountId: number | null;
  readonly health: string | null;
  readonly healthNow: string | null;
  readonly predictionMarketId: number | null;
  readonly leadS: number | null;
  readonly settlementRequestId: number | null;
  readonly amount: string | null;
  readonly orderId: number | null;
  readonly orderEvent: "deferred" | "ended" | "filled" | null;
  readonly orderText: string | null;
}

/** The alerts of a wallet, newest first, and what they reported. */
export interface Alerts {
  readonly alerts: readonly Alert[];
  readonly events: readonly AlertEvent[];
  readonly unread: number;
}

/** A new price, or a new number of contracts that are to remain; what is absent stays. */
export interface AmendBody {
  readonly price?: number;
  readonly contracts?: number;
}

/** Amend a waiting order; what is left out stays as it is. */
export interface AmendPerpOrderBody {
  readonly marginAccountId: number;
  readonly orderId: number;
  readonly side?: "long" | "short" | null;
  readonly input?: string | number | null;
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  readonly triggerPrice?: string | number | null;
  readonly trailRate?: string | null;
  readonly acceptablePrice?: string | number | null;
  readonly expiresAt?: number | null;
  readonly owner?: string | null;
}

/** An amount at a time. */
export interface AmountPoint {
  readonly timestamp: number;
  readonly value: string;
}

/** A size and its notional. */
export interface Amounts {
  readonly size: string;
  readonly notional: string;
}

/** The assumptions of the answer, including defaults. */
export interface Assumptions {
  readonly timeframe: string;
  readonly leverage: string;
  readonly sqft: number;
  readonly side: string;
  readonly downPaymentRate: string;
  readonly mortgageRate: string;
  readonly closingCostRate: string;
  readonly agentCommissionRate: string;
  readonly sellerClosingRate: string;
  readonly propertyTaxRate: string;
  readonly insuranceRate: string;
  readonly maintenanceRate: string;
  readonly rentYield: string;
  readonly vacancyRate: string;
  readonly managementRate: string;
}

/** A call auction that was held; sizes are sums. */
export interface Auction {
  readonly timestamp: number;
  readonly marketId: number;
  readonly indexPrice: string;
  readonly orderCount: number;
  readonly bought: string;
  readonly sold: string;
  readonly matched: string;
  readonly poolSize: string;
  readonly poolPrice: string | null;
}

/** Fee, surcharge and impact of an order now, and in the auction at the index of now. */
export interface AuctionCosts {
  readonly timestamp: number;
  readonly locksAt: number;
  readonly costNow: string;
  readonly costMatched: string;
  readonly costWithPool: string;
  readonly saving: string;
  readonly savingMatched: string;
}

/** A balance at the chain; raw units of the asked token. */
export interface Balance {
  readonly balance: string;
}

/** Changes of 2 to 8 positions of one account, each in another market, in their order. */
export interface BasketBody {
  readonly marginAccountId: number;
  readonly legs: readonly LegBody[];
  readonly user?: string | null;
}

/** One leg; figures of the account and the liquidation price are those after all legs. */
export interface BasketLegQuote {
  readonly marketId: number;
  readonly quote: PositionQuote;
}

/** Quote of modify-positions: the legs in their order, and all of them together. */
export interface BasketQuote {
  readonly legs: readonly BasketLegQuote[];
  readonly isExecutable: boolean;
  readonly reasons: readonly string[];
  readonly tradeFee: string;
  readonly surcharge: string;
  readonly realizedPnl: string;
  readonly marginCollateralAfter: string;
  readonly availableMarginAfter: string;
  readonly totalRequiredMarginAfter: string;
  readonly requiredMaintenanceAfter: string;
  readonly freeMarginChange: string;
  readonly leverageMultiple: string | null;
  readonly healthRatio: string | null;
  readonly liquidationMove: string | null;
  readonly pointsQuote: PointsQuote;
}

/** Outcomes of the orders of a batch, in request order. */
export interface BatchAnswer {
  readonly results: readonly BatchResult[];
}

/** Orders that are placed one after the other. */
export interface BatchBody {
  readonly orders: readonly BatchOrderBody[];
}

/** Why an order of a batch was refused. */
export interface BatchError {
  readonly message: string;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** An order of a batch; its market is required too. */
export interface BatchOrderBody {
  readonly type: "limit" | "market";
  readonly side: "yes" | "no";
  readonly price?: number | null;
  readonly contracts: number;
  readonly timeInForce?: "gtc" | "gtd" | "ioc" | "fok";
  readonly expiresAt?: number | null;
  readonly postOnly?: boolean;
  readonly selfTradePrevention?: "cancelResting" | "cancelIncoming" | "both";
  readonly clientOrderId?: string | null;
  readonly marketId: number;
}

/** The outcome of one order of a batch: one of the two fields. */
export interface BatchResult {
  readonly order?: PlacedOrder;
  readonly error?: BatchError;
}

/** The order book of a market. */
export interface BookAnswer {
  readonly orderBook: OrderBook;
}

/** The parts of both costs. */
export interface Breakdown {
  readonly acre: AcreCosts;
  readonly physical: PhysicalCosts;
}

/** After how many seconds all orders are cancelled; 0 switches that off. */
export interface CancelAfterBody {
  readonly timeoutSeconds: number;
}

/** Scope of a cancel-all: one market or all. */
export interface CancelAllBody {
  readonly marketId?: number | null;
}

/** The time at which all orders will be cancelled; null: never. */
export interface CancelAt {
  readonly cancelAt: number | null;
}

/** One waiting order. */
export interface CancelPerpOrderBody {
  readonly marginAccountId: number;
  readonly orderId: number;
  readonly owner?: string | null;
}

/** The waiting orders of an account, or those of one market. */
export interface CancelPerpOrdersBody {
  readonly marginAccountId: number;
  readonly marketId?: number | null;
  readonly owner?: string | null;
}

/** The orders that were cancelled. */
export interface Canceled {
  readonly canceled: readonly number[];
  readonly count: number;
}

/** A margin account that can be liquidated now. */
export interface Candidate {
  readonly owner: string;
  readonly marginAccountId: number;
  readonly healthRatio: string;
  readonly inLiquidation: boolean;
  readonly openInterest: string;
}

/** Margin accounts that can be liquidated now, worst health first. */
export interface Candidates {
  readonly accounts: readonly Candidate[];
}

/** Candles as equal-length columns. */
export interface Candles {
  readonly symbol: string;
  readonly interval: "5m" | "1h" | "4h" | "1d" | "1w";
  readonly source: "index" | "market";
  readonly timestamp: readonly number[];
  readonly open: readonly string[];
  readonly high: readonly string[];
  readonly low: readonly string[];
  readonly close: readonly string[];
  readonly volume: readonly string[];
}

/** Income less payments while holding. */
export interface CashFlow {
  readonly acre: string;
  readonly physical: string;
}

/** Whether the bearer is the wallet. */
export interface Challenge {
  readonly isAuthenticated: boolean;
}

/** An amount and its share of the margin or the entry notional. */
export interface Change {
  readonly value: string;
  readonly percentChange: string;
}

/** A quarantined deposit. */
export interface ClaimBody {
  readonly depositId: number;
}

/** Engine time and how fast it runs. */
export interface Clock {
  readonly now: number;
  readonly rate: number;
}

/** A close of a position; without input all of it. */
export interface ClosePositionBody {
  readonly marginAccountId: number;
  readonly marketId: number;
  readonly input?: string | number | null;
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  readonly user?: string | null;
}

/** Close a position by a transaction. */
export interface CloseTransactionBody {
  readonly marginAccountId: number;
  readonly marketId: number;
  readonly input?: string | number | null;
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  readonly user?: string | null;
  readonly owner?: string | null;
  readonly acceptablePrice?: string | number | null;
  readonly slippageRate?: string | number;
}

/** How new the newest block of the chain is (API 4.1). */
export interface ClusterHealth {
  readonly status: "healthy" | "degraded" | "down";
  readonly slot: number;
  readonly blockTime: number;
  readonly tps: number;
  readonly latencyMs: number;
  readonly asOf: number;
}

/** Markets in the order of the collection's ranking. */
export interface Collection {
  readonly marketMetadata: readonly Metadata[];
}

/** The next auction at the index of now; count and size rounded to two digits. */
export interface ComingAuction {
  readonly marketId: number;
  readonly timestamp: number;
  readonly locksAt: number;
  readonly orderCount: number;
  readonly side: "long" | "short" | null;
  readonly size: string;
}

/** The outcome of a command that a wallet put on the chain. */
export interface CommandRow {
  readonly signature: string | null;
  readonly slot: number;
  readonly name: string | null;
  readonly nonce: number | null;
  readonly status: "applied" | "rejected" | "ignored";
  readonly code: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly timestamp: number;
}

/** Contact details to change: what is absent is kept, null removes it. */
export interface CommunicationBody {
  readonly email?: string | null;
  readonly discord?: string | null;
  readonly twitter?: string | null;
}

/** Contact details of a wallet's owner; null where missing. */
export interface CommunicationMethods {
  readonly email: string | null;
  readonly discord: string | null;
  readonly twitter: string | null;
}

/** One index, rebased to 100 at the start. */
export interface ComparedMarket {
  readonly symbol: string;
  readonly name: string;
  readonly values: readonly string[];
}

/** Indexes at the start, each month end after it, and now; columns of equal length. */
export interface Comparison {
  readonly start: number;
  readonly earliest: number;
  readonly timestamp: readonly number[];
  readonly markets: readonly ComparedMarket[];
}

/** The joining wallet, from the token (express base). */
export interface ContestAddressBody {
  readonly address: string;
}

/** The number of contests of each kind; `joined` counts the user's contests, else 0. */
export interface ContestCounts {
  readonly live: number;
  readonly upcoming: number;
  readonly finished: number;
  readonly joined: number;
}

/** Whether a wallet has joined a contest, and since when (main base). */
export interface ContestEntry {
  readonly user: string;
  readonly isParticipating: boolean;
  readonly participatedAt: number | null;
}

/** The ids of all contests, the newest start first. */
export interface ContestIds {
  readonly contestIds: readonly string[];
}

/** A part of a leaderboard, by rank and then by address (main base). */
export interface ContestLeaderboard {
  readonly leaderboard: readonly RankedContestResult[];
  readonly total: number;
  readonly updatedAt: number;
  readonly usernames: readonly Username[];
}

/** The prize of a range of places among the eligible. */
export interface ContestPrize {
  readonly rankFrom: number;
  readonly rankTo: number;
  readonly amount: string;
  readonly token: string;
  readonly description: string;
}

/** The prizes of a contest (main base). */
export interface ContestPrizes {
  readonly prizes: readonly ContestPrize[];
  readonly total: string;
  readonly raffle: string | null;
}

/** A participant's result (API 3.7). */
export interface ContestResult {
  readonly user: string;
  readonly tokenChange: string;
  readonly percentChange: string;
  readonly positionCount: number;
  readonly collateralAmount: string;
  readonly openInterest: string;
  readonly annualizedReturn: string | null;
  readonly assetDash: boolean;
}

/** The joining wallet, from the token (main base). */
export interface ContestUserBody {
  readonly user: string;
}

/** A contest (API 5.1). */
export interface ContestView {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly status: "finished" | "live" | "upcoming";
  readonly startsAt: number;
  readonly endsAt: number;
  readonly metric: "percentChange" | "tokenChange";
  readonly minCollateral: string;
  readonly prizes: readonly ContestPrize[];
  readonly participantsCount: number;
  readonly isJoined: boolean | null;
  readonly winners: readonly ContestResult[] | null;
}

/** Contests, the newest start first. */
export interface ContestsAnswer {
  readonly contests: readonly ContestView[];
}

/** A row and a column of the table. */
export interface CorrelatedMarket {
  readonly symbol: string;
  readonly name: string;
}

/** Correlations of the changes by quarter, row by row; null: too few quarters in common. */
export interface Correlations {
  readonly asOf: number | null;
  readonly quarters: number;
  readonly markets: readonly CorrelatedMarket[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Fee, surcharge, impact, funding and holding charge over a span; negative = will be paid. */
export interface CostOfHolding {
  readonly oneDay: string;
  readonly sevenDays: string;
  readonly thirtyDays: string;
}

/** Create a margin account. */
export interface CreateMarginAccountBody {
  readonly marginAccountId?: number | null;
  readonly margin?: string | number | null;
  readonly name?: string | null;
}

/** Homes for sale; `newListings30d` counts the newest published month. */
export interface CurrentInventory {
  readonly activeListings: number | null;
  readonly newListings30d: number | null;
  readonly pending: number | null;
  readonly medianDaysOnMarket: number | null;
  readonly monthsOfSupply: string | null;
  readonly byPropertyType: readonly PropertyTypeCount[];
  readonly asOf: number | null;
  readonly sources: readonly Source[];
}

/** Points of one UTC day before boosts; `date` is its midnight, the last day is partial. */
export interface DailyPoints {
  readonly date: number;
  readonly tradingPoints: string;
  readonly lpPoints: string;
  readonly referralPoints: string;
}

/** A deal on Acre against the same deal in bricks (API 5.4, 7.7). */
export interface DealAnalysis {
  readonly dealsizeSqft: string;
  readonly dealsizeNotional: string;
  readonly netReturn: NetReturn;
  readonly cashFlow: CashFlow;
  readonly acreTotalCosts: string;
  readonly physicalTotalCosts: string;
  readonly breakdown: Breakdown;
  readonly assumptions: Assumptions;
  readonly entry: DealPoint;
  readonly exit: DealPoint;
  readonly recommendation: "physical" | "similar" | "slight_acre" | "strong_acre";
}

/** Both returns at one leverage, with the exit price changed by a ratio. */
export interface DealCell {
  readonly leverage: string;
  readonly exitChange: string;
  readonly acrePercentage: string;
  readonly physicalPercentage: string;
  readonly recommendation: "physical" | "similar" | "slight_acre" | "strong_acre";
}

/** Both returns of the deal held for the last so many years. */
export interface DealHorizon {
  readonly years: number;
  readonly acrePercentage: string;
  readonly physicalPercentage: string;
  readonly acreDollars: string;
  readonly physicalDollars: string;
  readonly liquidatedAt: number | null;
}

/** The same deal by holding time, from one year on, as far as the index goes back. */
export interface DealHorizons {
  readonly horizons: readonly DealHorizon[];
}

/** The index at one end of the deal. */
export interface DealPoint {
  readonly timestamp: number;
  readonly price: string;
}

/** The same deal at other leverages and exit prices: by leverage, then by change. */
export interface DealSensitivity {
  readonly cells: readonly DealCell[];
}

/** The wallet that may trade for the user (null: none), its limits, SOL for its fees. */
export interface DelegateBody {
  readonly delegate: string | null;
  readonly expiresAt?: number | null;
  readonly notionalPerDay?: string | number | null;
  readonly markets?: readonly number[] | null;
  readonly delegateTopUp?: string | number | null;
}

/** Limits of a delegate; `usedToday` counts only under a limit. No markets: all. */
export interface DelegateTerms {
  readonly expiresAt: number | null;
  readonly notionalPerDay: string | null;
  readonly usedToday: string;
  readonly markets: readonly number[];
}

/** Demographics; `asOf` is the publication time of the newest figure. */
export interface Demographics {
  readonly population: number | null;
  readonly households: number | null;
  readonly medianHouseholdIncome: string | null;
  readonly medianAge: string | null;
  readonly ownerOccupiedRate: string | null;
  readonly unemploymentRate: string | null;
  readonly populationGrowth: string | null;
  readonly asOf: number | null;
  readonly sources: readonly Source[];
  readonly fallbacks: readonly Fallback[];
}

/** Deposit margin. */
export interface DepositMarginBody {
  readonly marginAccountId: number;
  readonly margin: string | number;
  readonly owner?: string | null;
}

/** Open interest by side. */
export interface Distribution {
  readonly long: SideShare;
  readonly short: SideShare;
}

/** The number of ended sessions. */
export interface EndedSessions {
  readonly endedCount: number;
}

/** Seconds around the scheduled price update without position increases. */
export interface EntryWindow {
  readonly before: number;
  readonly after: number;
}

/** The epoch of staking that runs now. */
export interface EpochPeriod {
  readonly epoch: number;
  readonly start: number;
  readonly end: number;
  readonly duration: number;
  readonly secondsRemaining: number;
}

/** The body of every answer with a status from 400 on. */
export interface Error {
  readonly message: string;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string;
}

/** The exchange: vault, pool, open interest, parameters (API 3.1). */
export interface Exchange {
  readonly address: string;
  readonly balance: string;
  readonly reserveBalance: string;
  readonly protocolFeeBalance: string;
  readonly unsettledBalance: string;
  readonly quarantinedBalance: string;
  readonly marginBalance: string;
  readonly lpBalance: string;
  readonly tvl: string;
  readonly lpShares: string;
  readonly unrealizedPnl: string;
  readonly sharePrice: string;
  readonly requiredMinimumBalance: string;
  readonly requiredMinimumBalancePercent: string;
  readonly openInterest: string;
  readonly availableOpenInterest: Room;
  readonly openInterestDistribution: Distribution;
  readonly minLpDuration: number;
  readonly settlementDelay: number;
  readonly protocolFeeRate: string;
  readonly cumulativeNotionalVolume: string;
  readonly cumulativeLpFee: string;
  readonly lpYield: Yield;
  readonly specification: ExchangeSpecification;
}

/** Parameters of the exchange in force, its mints and keys. */
export interface ExchangeSpecification {
  readonly id: number;
  readonly collateralMint: string;
  readonly collateralVault: string;
  readonly collateralExpo: number;
  readonly tokenMint: string;
  readonly status: "active" | "paused" | "halted";
  readonly paused: boolean;
  readonly marketIds: readonly number[];
  readonly admin: string;
  readonly authorizedSettler: string;
  readonly netExposureCap: string;
  readonly netExposureCapRate: string;
  readonly lockedOpenInterestRatio: string;
  readonly protocolFeeRate: string;
  readonly reserveFeeShare: string;
  readonly minLiquidationFee: string;
  readonly maxLiquidationFee: string;
  readonly liquidationTargetHealth: string;
  readonly minTradeNotional: string;
  readonly maxPositionsPerAccount: number;
  readonly maxMarginAccountsPerUser: number;
  readonly maxMarkets: number;
  readonly minLpDuration: number;
  readonly settlementDelay: number;
  readonly minLiquidity: string;
  readonly minSettlementAmount: string;
  readonly maxKeeperTipRate: string;
  readonly outflowHourlyRate: string;
  readonly outflowDailyRate: string;
  readonly outflowFloor: string;
  readonly epochDuration: number;
  readonly unlockingDuration: number;
  readonly orderMargin: string;
  readonly holdKink: string;
  readonly holdRate: string;
}

/** A part of a leaderboard (express base); a final one never changes again. */
export interface ExpressContestLeaderboard {
  readonly leaderboard: readonly RankedContestResult[];
  readonly total: number;
  readonly updatedAt: number;
  readonly usernames: readonly Username[];
  readonly isFinal: boolean;
}

/** The worst and the best change. */
export interface ExtremesSchema {
  readonly worst: MoveSchema;
  readonly best: MoveSchema;
}

/** A fall from a high to a low; months are counted by the calendar. */
export interface FallSchema {
  readonly change: string;
  readonly peak: string;
  readonly peakAt: number;
  readonly trough: string;
  readonly troughAt: number;
  readonly monthsDown: number;
  readonly recoveredAt: number | null;
  readonly monthsUp: number | null;
}

/** A wider area's value of a figure that is null, in that figure's unit. */
export interface Fallback {
  readonly figure: string;
  readonly series: string;
  readonly publisher: string | null;
  readonly area: string | null;
  readonly areaName: string;
  readonly firstPublishedAt: number | null;
  readonly value: string;
}

/** The faucet's transfer. */
export interface FaucetDrop {
  readonly signature: string;
  readonly sol: string;
  readonly collateral: string;
  readonly token: string;
}

/** Result counts of the search filters, by value. */
export interface FilterDistribution {
  readonly states: readonly ValueCount[];
  readonly countries: readonly ValueCount[];
  readonly categories: readonly ValueCount[];
  readonly tags: readonly ValueCount[];
  readonly price: PriceRange;
}

/** The leaderboard of a season that is over; it never changes. */
export interface FinalPointsLeaderboard {
  readonly leaderboard: readonly RankedPointsRow[];
  readonly total: number;
  readonly isFinal: boolean;
  readonly usernames: readonly Username[];
}

/** Prices and rents of homes; `asOf` is the publication time of the newest figure. */
export interface Financials {
  readonly medianPrice: string | null;
  readonly pricePerUnit: string | null;
  readonly medianRentMonthly: string | null;
  readonly grossRentalYield: string | null;
  readonly propertyTaxRate: string | null;
  readonly insuranceRate: string | null;
  readonly mortgageRate30y: string | null;
  readonly priceToRent: string | null;
  readonly affordability: Affordability | null;
  readonly asOf: number | null;
  readonly sources: readonly Source[];
  readonly fallbacks: readonly Fallback[];
}

/** Expected index return per day. */
export interface Forecast {
  readonly fast: string;
  readonly slow: string;
  readonly mid: string;
}

/** The daily funding rate over other spans. */
export interface FundingAprs {
  readonly oneHour: string;
  readonly eightHour: string;
  readonly oneDay: string;
  readonly oneYear: string;
}

/** Funding of one market over a window. */
export interface FundingHistory {
  readonly symbol: string;
  readonly points: readonly FundingPoint[];
}

/** The parts that sum to the funding rate. */
export interface FundingParts {
  readonly drift: string;
  readonly crowding: string;
  readonly spread: string;
}

/** Funding at a time. */
export interface FundingPoint {
  readonly timestamp: number;
  readonly fundingRate: string;
  readonly fundingVelocity: string;
  readonly fundingPerUnit: string;
}

/** The code that the wallet chose; 3 to 20 characters. */
export interface GenerateCodeBody {
  readonly referralCode: string;
}

/** Points of all participants of the perpetual programme. */
export interface GrandTotal {
  readonly points: string;
  readonly participants: number;
  readonly asOf: number;
}

/** A signed memo transaction, base64. */
export interface HardwareLoginBody {
  readonly address: string;
  readonly tx: string;
  readonly useCookie?: boolean;
}

/** The process answers. */
export interface Health {
  readonly status: "ok";
  readonly env: "mainnet" | "staging" | "dev" | "local";
  readonly version: string;
}

/** A price update awaiting confirmation. */
export interface HeldPrint {
  readonly price: string;
  readonly publishedAt: number;
}

/** Change of available margin with the index moved by percents; null: liquidatable there. */
export interface IfMoved {
  readonly down10: string | null;
  readonly down5: string | null;
  readonly down2: string | null;
  readonly up2: string | null;
  readonly up5: string | null;
  readonly up10: string | null;
}

/** That the root counts what one wallet is owed. */
export interface InclusionProof {
  readonly kind: "lpPosition" | "marginAccount" | "quarantine" | "settlementRequest" | "stake";
  readonly address: string;
  readonly amount: string;
  readonly leaf: string;
  readonly path: readonly PathNode[];
}

/** That a wallet has joined a contest, and since when (express base). */
export interface JoinedContest {
  readonly contestId: string;
  readonly address: string;
  readonly joinedAt: number;
}

/** A change of one position of a basket. */
export interface LegBody {
  readonly marketId: number;
  readonly side: "long" | "short";
  readonly input: string | number;
  readonly inputKind?: "notionalDelta" | "sizeDelta";
}

/** A change of one position of a basket, and its worst price. */
export interface LegTransactionBody {
  readonly marketId: number;
  readonly side: "long" | "short";
  readonly input: string | number;
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  readonly acceptablePrice?: string | number | null;
  readonly slippageRate?: string | number;
}

/** The contracts that rest at a price. */
export interface Level {
  readonly price: number;
  readonly contracts: number;
}

/** Collateral liabilities of the vault, by kind; `lp` is negative when the pool has overpaid. */
export interface Liabilities {
  readonly margin: string;
  readonly lp: string;
  readonly reserve: string;
  readonly protocolFees: string;
  readonly unsettled: string;
  readonly quarantined: string;
}

/** Markets whose largest and smallest modification is asked for. */
export interface LimitsBody {
  readonly marginAccountId: number;
  readonly marketIds?: readonly number[] | null;
  readonly marketId?: number | null;
  readonly side?: "long" | "short" | null;
  readonly user?: string | null;
}

/** Liquidate a margin account; the fee goes to the wallet or to an own margin account. */
export interface LiquidateBody {
  readonly owner: string;
  readonly marginAccountId: number;
  readonly feeMarginAccountId?: number | null;
}

/** A piece of a position that a liquidation closed. */
export interface Liquidation {
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

/** How many positions, opened at each month end, would have been liquidated. */
export interface LiquidationCount {
  readonly leverage: string;
  readonly side: "long" | "short";
  readonly yearEntries: number;
  readonly withinYear: number;
  readonly entries: number;
  readonly toDate: number;
}

/** Listings by month. */
export interface ListingsHistory {
  readonly points: readonly ListingsPoint[];
  readonly sources: readonly Source[];
}

/** Listings of a month; `timestamp` is the month's first instant. */
export interface ListingsPoint {
  readonly timestamp: number;
  readonly newListings: number | null;
  readonly activeListings: number | null;
  readonly medianListPrice: string | null;
}

/** The time until an amount in the wait can be withdrawn. */
export interface LockedEpochPeriod {
  readonly unlockingEpoch: number;
  readonly start: number;
  readonly end: number;
  readonly secondsRemaining: number;
}

/** A signed message. */
export interface LoginBody {
  readonly address: string;
  readonly message?: string | null;
  readonly signedMessage?: string | null;
  readonly signature: string;
  readonly useCookie?: boolean;
}

/** The text to sign. */
export interface LoginMessage {
  readonly message: string;
}

/** The text to sign with its fields. */
export interface LoginMessageFields {
  readonly message: string;
  readonly fields: SignInFields;
}

/** Whether the calling session is kept; required. */
export interface LogoutAllBody {
  readonly keepCurrent: boolean;
}

/** The pool account of before there were LP positions (API 3.4). */
export interface LpAccount {
  readonly address: string;
  readonly liquidity: string;
  readonly shares: string;
  readonly stake: string;
  readonly shareValue: string;
  readonly lastAddLiquidityTimestamp: number;
  readonly minLpDurationMaturity: number;
  readonly minLpDurationElapsed: boolean;
  readonly maxRemovableShares: string;
  readonly delegate: string | null;
  readonly delegateTerms: DelegateTerms | null;
  readonly canClose: boolean;
  readonly canUpgrade: boolean;
}

/** A deposit into or a removal from the pool. */
export interface LpEvent {
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

/** LP points of a position for its owner, in all and per day, before boosts. */
export interface LpPoints {
  readonly total: string;
  readonly perDay: string;
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
  readonly isClosed: boolean;
}

/** One LP position. */
export interface LpPositionBody {
  readonly lpPositionId: number;
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
  readonly isClosed: boolean;
}

/** A deposit into or a withdrawal from a margin account. */
export interface MarginTransfer {
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

/** Collateral and margin requirements of an account. */
export interface Margins {
  readonly availableMargin: string;
  readonly totalRequiredMargin: string;
  readonly totalRequiredMarginRatio: string | null;
  readonly requiredInitialMargin: string;
  readonly requiredMaintenanceMargin: string;
  readonly requiredLiquidationFeeMargin: string;
  readonly accumulatedLiquidationFees: string;
}

/** A market: prices, open interest, funding, parameters (API 3.2). */
export interface Market {
  readonly address: string;
  readonly id: number;
  readonly paused: boolean;
  readonly indexPrice: string;
  readonly marketPrice: string;
  readonly openInterest: Amounts;
  readonly skew: Skew;
  readonly openInterestDistribution: Distribution;
  readonly fundingRate: string;
  readonly fundingVelocity: string;
  readonly maxFundingVelocity: string;
  readonly fundingRateAprs: FundingAprs;
  readonly maxLeverageMultiple: string;
  readonly availableOpenInterest: MarketRoom;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly metadata: Metadata;
  readonly specification: MarketSpecification;
  readonly fundingParts: FundingParts;
  readonly holdingRate: string;
  readonly forecast: Forecast;
  readonly levelPrice: string;
  readonly noise: string;
  readonly auctionOnly: boolean;
  readonly indexPriceAt: number;
  readonly nextPrintAt: number;
  readonly increaseBlockedUntil: number | null;
  readonly heldPrint: HeldPrint | null;
}

/** One prediction market. */
export interface MarketAnswer {
  readonly market: PredictionMarket;
}

/** One market of the express base: API 3.2 and the summary's fields. */
export interface MarketDetail {
  readonly address: string;
  readonly id: number;
  readonly paused: boolean;
  readonly indexPrice: string;
  readonly marketPrice: string;
  readonly openInterest: Amounts;
  readonly skew: Skew;
  readonly openInterestDistribution: Distribution;
  readonly fundingRate: string;
  readonly fundingVelocity: string;
  readonly maxFundingVelocity: string;
  readonly fundingRateAprs: FundingAprs;
  readonly maxLeverageMultiple: string;
  readonly availableOpenInterest: MarketRoom;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly metadata: Metadata;
  readonly specification: MarketSpecification;
  readonly fundingParts: FundingParts;
  readonly holdingRate: string;
  readonly forecast: Forecast;
  readonly levelPrice: string;
  readonly noise: string;
  readonly auctionOnly: boolean;
  readonly indexPriceAt: number;
  readonly nextPrintAt: number;
  readonly increaseBlockedUntil: number | null;
  readonly heldPrint: HeldPrint | null;
  readonly market: string;
  readonly marketId: number;
  readonly name: string;
  readonly state: string | null;
  readonly country: string;
  readonly acreId: number;
  readonly tradable: boolean;
  readonly symbol: string;
  readonly category: string;
  readonly currency: string;
  readonly metric: string;
  readonly pythTokenId: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly change1d: string | null;
  readonly change1y: string | null;
  readonly volume24h: string;
  readonly tags: readonly string[];
}

/** What the published prints of one index say about its past. */
export interface MarketPast {
  readonly symbol: string;
  readonly asOf: number | null;
  readonly from: number | null;
  readonly months: number;
  readonly monthsNeeded: number;
  readonly maintenanceRate: string;
  readonly largestFall: FallSchema | null;
  readonly currentFall: FallSchema | null;
  readonly drawdown: readonly RatioPoint[];
  readonly month: ExtremesSchema | null;
  readonly year: ExtremesSchema | null;
  readonly priceRank: RankSchema | null;
  readonly yearRank: YearRankSchema | null;
  readonly liquidations: readonly LiquidationCount[];
  readonly trend: TrendSchema | null;
  readonly seasonality: SeasonalitySchema | null;
  readonly persistence: PersistenceSchema | null;
  readonly together: readonly TogetherSchema[];
}

/** Whether one market is paused. */
export interface MarketPaused {
  readonly marketId: number;
  readonly paused: boolean;
}

/** A market at a time; `volume` is what was traded since the point before. */
export interface MarketPoint {
  readonly timestamp: number;
  readonly indexPrice: string;
  readonly marketPrice: string;
  readonly fundingRate: string;
  readonly openInterestLong: string;
  readonly openInterestShort: string;
  readonly skew: string;
  readonly volume: string;
}

/** Open interest still available in a market, by side. */
export interface MarketRoom {
  readonly long: Amounts;
  readonly short: Amounts;
}

/** The same for the index of one market alone; `skew` is what traders hold, long less short. */
export interface MarketScenarios {
  readonly marketId: number;
  readonly symbol: string;
  readonly name: string;
  readonly skew: string;
  readonly scenarios: readonly PoolScenario[];
}

/** One market over a window. */
export interface MarketSeries {
  readonly marketId: number;
  readonly points: readonly MarketPoint[];
}

/** Parameters of a market in force, and its source of prices. */
export interface MarketSpecification {
  readonly maxSideNotional: string;
  readonly authorizedLiquidator: string | null;
  readonly entryWindow: EntryWindow;
  readonly priceFeed: string;
  readonly minInitialMarginRatio: string;
  readonly maintenanceMarginProportion: string;
  readonly initialMarginRatio: string;
  readonly skewScale: string;
  readonly maxSideSize: string;
  readonly maxSideNotionalRate: string;
  readonly maxFundingVelocity: string;
  readonly fundingDecay: number;
  readonly maxFundingRate: string;
  readonly kDrift: string;
  readonly nFast: number;
  readonly nSlow: number;
  readonly returnClip: string;
  readonly driftMax: string;
  readonly spreadRate: string;
  readonly sRefRate: string;
  readonly levelN: number;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly liquidationFeeRate: string;
  readonly liquidationWindowSeconds: number;
  readonly liquidationCapacityMultiplier: string;
  readonly maxLiquidationPd: string;
  readonly minPositionMargin: string;
  readonly oracleMaxAge: number;
  readonly oracleMaxAgeDecrease: number;
  readonly printBand: string;
  readonly printBandPause: string;
  readonly maxConfidenceRate: string;
  readonly printInterval: number;
  readonly crowdingKnee: string;
  readonly skewScaleRate: string;
  readonly maxNoise: string;
}

/** A wallet's membership badge: the picture of the first, and how many it holds. */
export interface MembershipBadge {
  readonly image: string | null;
  readonly count: number;
}

/** Name and place of the area behind a market (API 3.2). */
export interface Metadata {
  readonly market: string;
  readonly marketId: number | null;
  readonly name: string;
  readonly state: string | null;
  readonly country: string;
  readonly acreId: number;
  readonly tradable: boolean;
  readonly symbol: string;
  readonly category: string;
  readonly currency: string;
  readonly metric: string;
  readonly pythTokenId: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** One end of what can be executed. */
export interface Modification {
  readonly openInterestDelta: SignedAmounts;
  readonly leverageMultiple: string | null;
}

/** Executable sizes on one side of one market; null if none. */
export interface ModificationLimits {
  readonly marketId: number;
  readonly side: "long" | "short";
  readonly maxPositionModification: Modification | null;
  readonly minPositionModification: Modification | null;
}

/** Change a position by a transaction, with a stop and a target on what it leaves. */
export interface ModifyPositionBody {
  readonly marginAccountId: number;
  readonly marketId: number;
  readonly side: "long" | "short";
  readonly input: string | number;
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  readonly user?: string | null;
  readonly owner?: string | null;
  readonly acceptablePrice?: string | number | null;
  readonly slippageRate?: string | number;
  readonly stopPrice?: string | number | null;
  readonly targetPrice?: string | number | null;
}

/** Change 2 to 8 positions by one transaction, all or none. */
export interface ModifyPositionsBody {
  readonly marginAccountId: number;
  readonly legs: readonly LegTransactionBody[];
  readonly owner?: string | null;
}

/** A change between two month ends. */
export interface MoveSchema {
  readonly change: string;
  readonly from: number;
  readonly to: number;
}

/** Returns of both ways. */
export interface NetReturn {
  readonly acrePercentage: string;
  readonly physicalPercentage: string;
  readonly acreDollars: string;
  readonly physicalDollars: string;
}

/** A command without any field. */
export interface NoBody {}

/** First-time profile input; the terms must be accepted. What is absent is kept. */
export interface OnboardBody {
  readonly username?: string | null;
  readonly interests?: readonly string[] | null;
  readonly email?: string | null;
  readonly discord?: string | null;
  readonly twitter?: string | null;
  readonly acceptedTerms: true;
}

/** Whether a wallet's owner accepted the terms, and when (wall clock). */
export interface Onboarding {
  readonly isOnboarded: boolean;
  readonly onboardedAt: number | null;
}

/** One order. */
export interface OrderAnswer {
  readonly order: PlacedOrder;
}

/** An order; type, side and contracts are required, price as well for a limit order. */
export interface OrderBody {
  readonly type: "limit" | "market";
  readonly side: "yes" | "no";
  readonly price?: number | null;
  readonly contracts: number;
  readonly timeInForce?: "gtc" | "gtd" | "ioc" | "fok";
  readonly expiresAt?: number | null;
  readonly postOnly?: boolean;
  readonly selfTradePrevention?: "cancelResting" | "cancelIncoming" | "both";
  readonly clientOrderId?: string | null;
}

/** Resting bids of both sides, best first. */
export interface OrderBook {
  readonly marketId: number;
  readonly sequence: number;
  readonly yes: readonly Level[];
  readonly no: readonly Level[];
  readonly bestYesBid: number | null;
  readonly bestYesAsk: number | null;
  readonly bestNoBid: number | null;
  readonly bestNoAsk: number | null;
}

/** One of a wallet's sessions; nothing is kept of the device it was opened on. */
export interface OwnSession {
  readonly id: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number;
  readonly method: "hardware" | "message" | "signIn" | null;
  readonly isCurrent: boolean;
}

/** The cursor of the next page of a main list. */
export interface Pagination {
  readonly nextCursor: string | null;
  readonly limit: number;
}

/** Whether the user of `key` takes part in a season (express base). */
export interface Participant {
  readonly isParticipating: boolean;
  readonly participatedAt: number | null;
  readonly key: string;
}

/** The number of participants of a contest. */
export interface ParticipantsCount {
  readonly participantsCount: number;
}

/** The programme to join: the current season or the perpetual one. */
export interface ParticipateBody {
  readonly user?: string | null;
  readonly isForPerpetualPoints?: boolean;
}

/** Whether a wallet takes part, and since when (main base). */
export interface Participation {
  readonly isParticipating: boolean;
  readonly participatedAt: number | null;
}

/** A node beside the way from a leaf to the root. */
export interface PathNode {
  readonly hash: string;
  readonly side: "left" | "right";
}

/** Whether exchange and markets are paused (API 4.1). */
export interface Paused {
  readonly paused: boolean;
  readonly exchange: boolean;
  readonly markets: readonly MarketPaused[];
  readonly asOf: number;
}

/** P&L of a wallet without its deposits and withdrawals (API 5.6). */
export interface Performance {
  readonly user: string;
  readonly points: readonly PerformancePoint[];
  readonly parts: PnlParts;
}

/** P&L and return since the beginning of the window. */
export interface PerformancePoint {
  readonly timestamp: number;
  readonly pnl: string;
  readonly returnOnCapital: string;
}

/** An order that waits, for its owner alone. */
export interface PerpOrder {
  readonly orderId: number;
  readonly marginAccountId: number;
  readonly marketId: number;
  readonly orderType: "auction" | "limit" | "stop" | "takeProfit" | "trailing";
  readonly triggerBy: "index" | "market";
  readonly side: "long" | "short";
  readonly reduceOnly: boolean;
  readonly wholePosition: boolean;
  readonly size: string;
  readonly triggerPrice: string | null;
  readonly trailRate: string | null;
  readonly bestPrice: string | null;
  readonly acceptablePrice: string | null;
  readonly group: number;
  readonly expiresAt: number;
  readonly stopPrice: string | null;
  readonly targetPrice: string | null;
  readonly isLocked: boolean;
  readonly isDue: boolean;
  readonly deferredReason: string | null;
  readonly deferredText: string | null;
  readonly delegate: string | null;
}

/** An order that waits for its price (rules/orders.md); `user` only on the alias paths. */
export interface PerpOrderBody {
  readonly marginAccountId: number;
  readonly marketId: number;
  readonly orderType: "auction" | "limit" | "stop" | "takeProfit" | "trailing";
  readonly side?: "long" | "short" | null;
  readonly input?: string | number | null;
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  readonly triggerBy?: "index" | "market";
  readonly reduceOnly?: boolean;
  readonly wholePosition?: boolean;
  readonly triggerPrice?: string | number | null;
  readonly trailRate?: string | null;
  readonly acceptablePrice?: string | number | null;
  readonly slippageRate?: string | number;
  readonly group?: number;
  readonly expiresAt?: number | null;
  readonly stopPrice?: string | number | null;
  readonly targetPrice?: string | number | null;
  readonly user?: string | null;
}

/** What happened to a waiting order; fields without a meaning there are null. */
export interface PerpOrderEvent {
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

/** Quote of place-perp-order. */
export interface PerpOrderQuote {
  readonly isPlaceable: boolean;
  readonly placingReasons: readonly string[];
  readonly orderMargin: string;
  readonly size: string;
  readonly triggerPrice: string | null;
  readonly acceptablePrice: string | null;
  readonly expiresAt: number;
  readonly atTrigger: PositionQuote | null;
  readonly now: PositionQuote | null;
  readonly auction: AuctionCosts | null;
  readonly lossToStop: string | null;
}

/** Whether a wallet takes part in the perpetual programme, and its place there. */
export interface PerpetualStatus {
  readonly isParticipating: boolean;
  readonly participatedAt: number | null;
  readonly rank: number | null;
}

/** Points of the perpetual programme; `perDay` is what the wallet's holdings earn, boosted. */
export interface PerpetualSummary {
  readonly tradingPoints: string;
  readonly lpPoints: string;
  readonly referralPoints: string;
  readonly boosts: string;
  readonly points: string;
  readonly perDay: string;
}

/** How last year's change foretold the next year's; errors are mean absolute ones. */
export interface PersistenceSchema {
  readonly count: number;
  readonly meanError: string;
  readonly unchangedError: string;
  readonly rightDirection: string;
}

/** Costs of owning, and the rent. */
export interface PhysicalCosts {
  readonly closing: string;
  readonly commission: string;
  readonly propertyTax: string;
  readonly insurance: string;
  readonly maintenance: string;
  readonly management: string;
  readonly interest: string;
  readonly rent: string;
}

/** Place a waiting order by a transaction. */
export interface PlacePerpOrderBody {
  readonly marginAccountId: number;
  readonly marketId: number;
  readonly orderType: "auction" | "limit" | "stop" | "takeProfit" | "trailing";
  readonly side?: "long" | "short" | null;
  readonly input?: string | number | null;
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  readonly triggerBy?: "index" | "market";
  readonly reduceOnly?: boolean;
  readonly wholePosition?: boolean;
  readonly triggerPrice?: string | number | null;
  readonly trailRate?: string | null;
  readonly acceptablePrice?: string | number | null;
  readonly slippageRate?: string | number;
  readonly group?: number;
  readonly expiresAt?: number | null;
  readonly stopPrice?: string | number | null;
  readonly targetPrice?: string | number | null;
  readonly user?: string | null;
  readonly owner?: string | null;
}

/** An order of a prediction market (API 5.7). */
export interface PlacedOrder {
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
  readonly reservedPoints: string;
  readonly queueContracts: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Profit and loss in its parts. */
export interface PnlInfo {
  readonly totalPnl: Change;
  readonly priceComponent: Change;
  readonly accruedFunding: Change;
}

/** The parts of a wallet's P&L from its first command on; they sum to `pnl`. */
export interface PnlParts {
  readonly pnl: string;
  readonly realized: string;
  readonly unrealized: string;
  readonly funding: string;
  readonly tradingFees: string;
  readonly liquidationFees: string;
  readonly liquidity: string;
  readonly other: string;
  readonly deposited: string;
  readonly withdrawn: string;
}

/** Points of the wallet, and what trading brought. */
export interface PointsAnswer {
  readonly portfolio: PredictionPortfolio;
  readonly realizedPnl: string;
  readonly unrealizedPnl: string;
}

/** A row with its last 30 days, oldest first. */
export interface PointsBreakdown {
  readonly user: string;
  readonly points: string;
  readonly tradingPoints: string;
  readonly lpPoints: string;
  readonly referralPoints: string;
  readonly referredBoost: string;
  readonly firstHoaBoost: string;
  readonly additionalHoaBoost: string;
  readonly snapshotBoosts: readonly SnapshotBoost[];
  readonly rank: number | null;
  readonly daily: readonly DailyPoints[];
}

/** Participants by rank; `total` of them, at `updatedAt`. */
export interface PointsLeaderboard {
  readonly leaderboard: readonly RankedPointsRow[];
  readonly total: number;
  readonly updatedAt: number;
  readonly usernames: readonly Username[];
}

/** Points per day the trade or deposit would earn a participant. */
export interface PointsQuote {
  readonly perDay: string;
  readonly multiplier: string;
}

/** Components of the pool's P&L; they sum to the change of its value without deposits. */
export interface PoolParts {
  readonly fees: string;
  readonly surcharge: string;
  readonly funding: string;
  readonly holding: string;
  readonly trading: string;
  readonly other: string;
}

/** The pool between two times: end less start is deposited less withdrawn plus the total. */
export interface PoolReturn {
  readonly start: PoolStanding;
  readonly end: PoolStanding;
  readonly deposited: string;
  readonly withdrawn: string;
  readonly parts: PoolParts;
  readonly total: string;
  readonly sharePriceChange: string | null;
}

/** The pool if indexes moved by `move`; changes are against now. */
export interface PoolScenario {
  readonly move: string;
  readonly value: string;
  readonly change: string;
  readonly sharePrice: string;
  readonly sharePriceChange: string | null;
}

/** Every index by the same move, then each market with open positions by itself. */
export interface PoolScenarios {
  readonly asOf: number;
  readonly value: string;
  readonly sharePrice: string;
  readonly allMarkets: readonly PoolScenario[];
  readonly markets: readonly MarketScenarios[];
}

/** The pool at a time: value is lpBalance less the traders' open profit. */
export interface PoolStanding {
  readonly timestamp: number;
  readonly value: string;
  readonly unrealizedPnl: string;
  readonly shares: string;
  readonly sharePrice: string;
}

/**
 * Everything a wallet has (API 5.6); of long lists the first page.
 *
 * The cursors lead on at `/api/v1/user/{user}/lp-positions` and `.../settlement-requests`.
 */
export interface Portfolio {
  readonly accountValue: string;
  readonly marginAccounts: readonly MarginAccount[];
  readonly lpPositions: readonly LpPosition[];
  readonly settlementRequests: readonly SettlementRequest[];
  readonly staking: Staking;
  readonly predictions: PredictionPortfolio;
  readonly totals: Totals;
  readonly lpPositionsNextCursor: string | null;
  readonly settlementRequestsNextCursor: string | null;
}

/** An open position of a margin account (API 3.3). */
export interface Position {
  readonly marketId: number;
  readonly side: "long" | "short";
  readonly openInterest: Amounts;
  readonly pnlInfo: PnlInfo;
  readonly lastInteractionPrice: string;
  readonly lastInteractionFundingPerUnit: string;
  readonly initialMarginRatio: string;
  readonly maintenanceMarginRatio: string;
  readonly accruedFundingEstimateOneHour: string;
  readonly totalRequiredMargin: string;
  readonly liquidationPrice: string | null;
  readonly initialMargin: string;
  readonly leverageMultiple: string | null;
  readonly returnOnMargin: string;
}

/** A change of a position; `user` only on the alias paths. */
export interface PositionBody {
  readonly marginAccountId: number;
  readonly marketId: number;
  readonly side: "long" | "short";
  readonly input: string | number;
  readonly inputKind?: "notionalDelta" | "sizeDelta";
  readonly user?: string | null;
}

/** Quote of modify-position and close-position. */
export interface PositionQuote {
  readonly openInterestDelta: SignedAmounts;
  readonly positionInitialMarginRatio: string;
  readonly positionMaintenanceMarginRatio: string;
  readonly fillPrice: string;
  readonly indexPrice: string;
  readonly priceImpact: string;
  readonly tradeFee: string;
  readonly liquidationPrice: string | null;
  readonly leverageMultiple: string | null;
  readonly accruedFundingEstimateOneHour: string;
  readonly pointsQuote: PointsQuote;
  readonly isExecutable: boolean;
  readonly reasons: readonly string[];
  readonly surcharge: string;
  readonly fundingParts: FundingParts;
  readonly holdingRate: string;
  readonly costOfHolding: CostOfHolding;
  readonly breakEvenPrice: string;
  readonly marginCollateralAfter: string;
  readonly availableMarginAfter: string;
  readonly totalRequiredMarginAfter: string;
  readonly freeMarginChange: string;
  readonly realizedPnl: string;
  readonly ifMoved: IfMoved;
}

/** YES prices of a market's trades by interval, as equal-length columns. */
export interface PredictionHistory {
  readonly marketId: number;
  readonly interval: "1d" | "1h" | "1w" | "4h" | "5m";
  readonly timestamp: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volumeContracts: readonly number[];
}

/** A prediction market (API 5.7). */
export interface PredictionMarket {
  readonly marketId: number;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly rules: string;
  readonly acreId: number | null;
  readonly strike: string | null;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly resolvesAt: number;
  readonly status: "closed" | "open" | "resolved" | "upcoming" | "voided";
  readonly isResolved: boolean;
  readonly outcome: "no" | "void" | "yes" | null;
  readonly lastYesPrice: number | null;
  readonly volumeContracts: number;
  readonly openInterestContracts: number;
  readonly resolution: Resolution | null;
}

/** One public fill of a market. */
export interface PredictionMarketTrade {
  readonly tradeId: number;
  readonly marketId: number;
  readonly takerSide: "no" | "yes";
  readonly yesPrice: number;
  readonly contracts: number;
  readonly timestamp: number;
}

/** Points of the prediction programme; none before participating. */
export interface PredictionPortfolio {
  readonly availablePoints: string;
  readonly openInterestPoints: string;
}

/** Contracts of one side of a market. */
export interface PredictionPosition {
  readonly marketId: number;
  readonly side: "no" | "yes";
  readonly contracts: number;
  readonly averagePrice: string;
  readonly costPoints: string;
  readonly currentPrice: number;
  readonly unrealizedPnl: string;
  readonly payoutPoints: string | null;
}

/** The wallet's positions. */
export interface PredictionPositions {
  readonly positions: readonly PredictionPosition[];
}

/** One fill from the wallet's side. */
export interface PredictionTrade {
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

/** Index change over several spans; null where the history is too short. */
export interface PriceChange {
  readonly oneDay: string | null;
  readonly oneMonth: string | null;
  readonly oneYear: string | null;
}

/** The index of one market over a window. */
export interface PriceFeed {
  readonly symbol: string;
  readonly points: readonly PricePoint[];
}

/** Index changes over a window; prices are null before the first price update. */
export interface PriceFeedStats {
  readonly open: string | null;
  readonly close: string | null;
  readonly high: string | null;
  readonly low: string | null;
  readonly change: string | null;
  readonly volatility: string | null;
  readonly asOf: number;
}

/** A price at a time. */
export interface PricePoint {
  readonly timestamp: number;
  readonly value: string;
}

/** The lowest and the highest index price; null without a market. */
export interface PriceRange {
  readonly min: string | null;
  readonly max: string | null;
}

/** Process mature settlement requests. */
export interface ProcessBody {
  readonly owner?: string | null;
  readonly settlementRequestIds?: readonly number[] | null;
}

/** Display and default settings of a wallet. */
export interface ProfileSettings {
  readonly username: string | null;
  readonly defaultLeverage: string;
  readonly defaultTheme: "dark" | "light" | "system";
  readonly tradeMode: "advanced" | "basic";
  readonly interests: readonly string[];
}

/** Active listings of one type of home. */
export interface PropertyTypeCount {
  readonly type: string;
  readonly count: number;
}

/** Tokens that came without an accepted command (API 4.9). */
export interface QuarantinedDeposit {
  readonly depositId: number;
  readonly amount: string;
  readonly mint: string;
  readonly signature: string | null;
  readonly slot: number;
  readonly reason: string;
  readonly explanation: string;
  readonly claimed: boolean;
}

/** The share of earlier month ends that are below today's value. */
export interface RankSchema {
  readonly percentile: string;
  readonly months: number;
}

/** A participant's result and rank; equal results share the lower number. */
export interface RankedContestResult {
  readonly user: string;
  readonly tokenChange: string;
  readonly percentChange: string;
  readonly positionCount: number;
  readonly collateralAmount: string;
  readonly openInterest: string;
  readonly annualizedReturn: string | null;
  readonly assetDash: boolean;
  readonly rank: number;
}

/** A row with its place: 1-based, ties share the lower number; null for an unranked user. */
export interface RankedPointsRow {
  readonly user: string;
  readonly points: string;
  readonly tradingPoints: string;
  readonly lpPoints: string;
  readonly referralPoints: string;
  readonly referredBoost: string;
  readonly firstHoaBoost: string;
  readonly additionalHoaBoost: string;
  readonly snapshotBoosts: readonly SnapshotBoost[];
  readonly rank: number | null;
}

/** A ratio at a time. */
export interface RatioPoint {
  readonly timestamp: number;
  readonly value: string;
}

/** The newest event that was read. */
export interface ReadAlertsBody {
  readonly eventId: number;
}

/** The process can serve, part by part; without database or journal it is 503. */
export interface Ready {
  readonly status: "ready";
  readonly database: "ok";
  readonly journal: "ok";
  readonly journalAgeMs: number;
  readonly node: "ok" | "down";
  readonly follower: "ok" | "stuck";
  readonly waiting: readonly string[];
  readonly asOf: number;
}

/** What an open position realized since it was opened from flat. */
export interface RealizedPosition {
  readonly marginAccountId: number;
  readonly marketId: number;
  readonly realized: string;
  readonly price: string;
  readonly funding: string;
  readonly fees: string;
}

/** Realized P&L of a wallet's open positions (API 5.6). */
export interface RealizedPositions {
  readonly user: string;
  readonly positions: readonly RealizedPosition[];
}

/** The referrer of a wallet, and the time of the code's use. */
export interface Referral {
  readonly referredBy: string;
  readonly referredByCode: string;
  readonly referredAt: number;
}

/** The code of a wallet, as it was typed. */
export interface ReferralCode {
  readonly code: string;
}

/** A wallet's place among the referrals (API 3.7), with what they brought. */
export interface ReferralUser {
  readonly userId: string;
  readonly participatedAt: number | null;
  readonly code: string | null;
  readonly referralList: readonly string[];
  readonly referredAt: number | null;
  readonly referredBy: string | null;
  readonly referredByCode: string | null;
  readonly referralPoints: string;
  readonly referredCount: number;
}

/** The referrer of a wallet, and the time of the code's use; null: none yet. */
export interface ReferredBy {
  readonly referredBy: string | null;
  readonly referredByCode: string | null;
  readonly referredAt: number | null;
}

/** A refresh token. */
export interface RefreshBody {
  readonly refreshToken: string;
}

/** Margin accounts that shall not be shown any more: one, or several. */
export interface RemoveAccountsBody {
  readonly marginAccountId?: number | null;
  readonly marginAccountIds?: readonly number[] | null;
}

/** The alert to remove. */
export interface RemoveAlertBody {
  readonly alertId: number;
}

/** Remove shares of a position from the pool. */
export interface RemoveLiquidityBody {
  readonly lpPositionId: number;
  readonly shares: string | number;
  readonly keeperTip?: string | number;
}

/** Current payout of shares, and the points per day lost with them. */
export interface RemoveLiquidityQuote {
  readonly liquidity: string;
  readonly shares: string;
  readonly sharePrice: string;
  readonly pointsQuote: PointsQuote;
}

/** Marks prices as a replay of published history, with its publisher. */
export interface Replay {
  readonly source: string;
  readonly attribution: string;
  readonly date: string;
  readonly historyEnds: string;
}

/** Real seconds in which the replay passes a day. */
export interface ReplaySpeedBody {
  readonly secondsPerDay: 2 | 10 | 60;
}

/** The value that decides a market; until it is paid an operator may correct it. */
export interface Resolution {
  readonly outcome: "no" | "yes";
  readonly value: string | null;
  readonly publishedAt: number | null;
  readonly paysAt: number;
}

/** Whether the wallet is high risk. */
export interface RiskScreening {
  readonly isHighRisk: boolean;
}

/** Open interest still available, by side, in collateral. */
export interface Room {
  readonly long: string;
  readonly short: string;
}

/** Sales by month. */
export interface SalesHistory {
  readonly points: readonly SalesPoint[];
  readonly sources: readonly Source[];
}

/** Closed sales of a month; `timestamp` is the month's first instant. */
export interface SalesPoint {
  readonly timestamp: number;
  readonly sales: number | null;
  readonly medianSalePrice: string | null;
  readonly pricePerUnit: string | null;
}

/** A page of markets and how many match. */
export interface SearchResult {
  readonly markets: readonly Summary[];
  readonly nextCursor: string | null;
  readonly total: number;
}

/** The changes in one quarter of the year. */
export interface SeasonSchema {
  readonly season: "Dec-Feb" | "Mar-May" | "Jun-Aug" | "Sep-Nov";
  readonly count: number;
  readonly mean: string;
  readonly rises: string;
}

/** The quarters of the year, and the share of the variance that they explain. */
export interface SeasonalitySchema {
  readonly strength: string | null;
  readonly seasons: readonly SeasonSchema[];
}

/** A refresh token, else the wallet whose cookie holds one. */
export interface SessionBody {
  readonly refreshToken?: string;
  readonly address?: string;
}

/** Tokens of a login (API 2.1). */
export interface SessionInfo {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly accessTokenExpirationTime: number;
  readonly refreshTokenExpirationTime: number;
  readonly address: string;
  readonly isNewUser: boolean;
}

/** The living sessions of a wallet, the newest first. */
export interface SessionList {
  readonly sessions: readonly OwnSession[];
}

/** Settings to change: what is absent is kept, null brings the default back. */
export interface SettingsBody {
  readonly username?: string | null;
  readonly defaultLeverage?: unknown | null;
  readonly defaultTheme?: "dark" | "light" | "system" | null;
  readonly tradeMode?: "advanced" | "basic" | null;
  readonly interests?: readonly string[] | null;
}

/** A requested payout (API 3.4). */
export interface SettlementRequest {
  readonly address: string;
  readonly id: number;
  readonly maturity: number;
  readonly amount: string;
  readonly keeperTip: string;
  readonly exchange: string;
  readonly owner: string;
  readonly ownerTokenAccount: string;
  readonly status: "pending" | "mature" | "payable" | "authorised" | "settled";
  readonly processor: string | null;
  readonly signature: string | null;
  readonly mint: string;
}

/** One side of an open-interest distribution. */
export interface SideShare {
  readonly size: string;
  readonly notional: string;
  readonly percent: string;
}

/** The fields of a sign-in message (API 2.2). */
export interface SignInFields {
  readonly domain: string;
  readonly address: string;
  readonly statement: string;
  readonly uri: string;
  readonly version: string;
  readonly chainId: string;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime: string;
  readonly notBefore: string | null;
  readonly requestId: string;
  readonly resources: readonly string[];
}

/** A signed size and its notional. */
export interface SignedAmounts {
  readonly size: string;
  readonly notional: string;
}

/** Long minus short. */
export interface Skew {
  readonly size: string;
  readonly notional: string;
  readonly percent: string;
}

/** A user's grant of one announced snapshot. */
export interface SnapshotBoost {
  readonly id: string;
  readonly name: string;
  readonly boost: string;
}

/** Vault balance, liabilities, and the root that commits to them. */
export interface Solvency {
  readonly vaultBalance: string;
  readonly claims: Liabilities;
  readonly difference: string;
  readonly tokenVaultBalance: string;
  readonly tokenClaims: string;
  readonly sequence: number;
  readonly stateHash: string;
  readonly stateRoot: string;
  readonly rootSlot: number | null;
  readonly rootSignature: string | null;
  readonly asOf: number;
  readonly proofs?: readonly InclusionProof[];
}

/**
 * Where a figure of the answer is from; one to come has a future `firstPublishedAt`.
 *
 * `figure` is its field, `series` the metric; a figure made of several has a row for each.
 */
export interface Source {
  readonly figure: string;
  readonly series: string;
  readonly publisher: string | null;
  readonly area: string | null;
  readonly areaName: string;
  readonly firstPublishedAt: number | null;
}

/** An amount of stake. */
export interface StakeAmountBody {
  readonly amount: string | number;
}

/** Stake ACRE tokens. */
export interface StakeBody {
  readonly amount: string | number;
  readonly createAccount?: boolean;
}

/** When an amount of stake can be withdrawn. */
export interface StakeSchedule {
  readonly amount: string;
  readonly epoch: number;
}

/** The stake of a wallet by state (API 3.8). */
export interface Staking {
  readonly locking: string;
  readonly locked: string;
  readonly unlocking: string;
  readonly unlocked: string;
  readonly unlockingSchedule: readonly StakeSchedule[];
  readonly unvested: Unvested;
  readonly isAccountFull: boolean;
  readonly hasAccount: boolean;
  readonly preunlocking: string;
}

/** A wallet's stake account address, whether it staked or not (API 4.9). */
export interface StakingAddresses {
  readonly stakeAccount: string;
  readonly custody: string;
  readonly positionsAccount: string;
  readonly mint: string;
}

/**
 * Total stake of all wallets (API 5.1); `totalUnlocking` is the whole wait.
 *
 * Rewards of staking are points, no tokens, so the yield in tokens is 0.
 */
export interface StakingTotals {
  readonly totalLocked: string;
  readonly totalLocking: string;
  readonly totalUnlocking: string;
  readonly stakers: number;
  readonly epoch: number;
  readonly epochDuration: number;
  readonly epochEnd: number;
  readonly apr: string;
}

/** The state of the service: chain, exchange, clock, journal (API 5.9). */
export interface Status {
  readonly env: "mainnet" | "staging" | "dev" | "local";
  readonly version: string;
  readonly status: "ok" | "degraded" | "maintenance";
  readonly exchange: "active" | "paused" | "halted";
  readonly sequence: number;
  readonly chainSlot: number | null;
  readonly followedSlot: number;
  readonly projectedSequence: number;
  readonly lastPrintAt: number | null;
  readonly clock: Clock;
  readonly asOf: number;
  readonly replay: Replay | null;
}

/** The status of an order. */
export interface StatusAnswer {
  readonly status: "canceled" | "expired" | "filled" | "open" | "partiallyFilled";
}

/** The public view of a trade (API 5.3). */
export interface StreamTrade {
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
}

/** A market in a list (API 5.1). */
export interface Summary {
  readonly market: string;
  readonly marketId: number | null;
  readonly name: string;
  readonly state: string | null;
  readonly country: string;
  readonly acreId: number;
  readonly tradable: boolean;
  readonly symbol: string;
  readonly category: string;
  readonly currency: string;
  readonly metric: string;
  readonly pythTokenId: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly indexPrice: string;
  readonly change1d: string | null;
  readonly change1y: string | null;
  readonly volume24h: string;
  readonly openInterest: string;
  readonly maxLeverageMultiple: string;
  readonly tags: readonly string[];
  readonly paused: boolean;
}

/** Markets in the order asked. */
export interface SummaryList {
  readonly markets: readonly Summary[];
}

/** How the index moved with that of another market, by quarters. */
export interface TogetherSchema {
  readonly symbol: string;
  readonly name: string;
  readonly isCountry: boolean;
  readonly correlation: string;
  readonly beta: string;
  readonly quarters: number;
}

/** Tokens of a refresh. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly accessTokenExpirationTime: number;
  readonly refreshTokenExpirationTime: number;
}

/** The parts of a wallet's account value. */
export interface Totals {
  readonly margin: string;
  readonly lp: string;
  readonly pendingSettlement: string;
  readonly pnl: string;
}

/** A trade with its margin account, and the waiting order that made it. */
export interface Trade {
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

/** An unsigned transaction (API 4.9). */
export interface Transaction {
  readonly tx: string;
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
}

/** The trend of the last months, a year; strength is R squared. */
export interface TrendSchema {
  readonly months: number;
  readonly perYear: string;
  readonly strength: string | null;
}

/** The body of an answer with status 401; `expiredToken`: a refresh and one retry may help. */
export interface Unauthorized {
  readonly message: string;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly expiredToken: boolean;
}

/** Unvested stake by state. */
export interface Unvested {
  readonly total: string;
  readonly locking: string;
  readonly locked: string;
  readonly preunlocking: string;
  readonly unlocking: string;
  readonly unlocked: string;
}

/** The code of another wallet. */
export interface UseCodeBody {
  readonly referralCode: string;
}

/** The participating wallet, from the token. */
export interface UserBody {
  readonly user?: string | null;
}

/** All points of a user. */
export interface UserPoints {
  readonly user: string;
  readonly points: string;
}

/** A wallet and its username. */
export interface Username {
  readonly user: string;
  readonly username: string;
  readonly isDemo: boolean;
}

/** A value of a filter and how many markets have it. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** A wallet's equity history, as its portfolio's `accountValue`. */
export interface ValueHistory {
  readonly user: string;
  readonly points: readonly AmountPoint[];
}

/** Traded notional and number of trades. */
export interface Volume {
  readonly notional: string;
  readonly trades: number;
}

/** Volume over several spans. */
export interface Volumes {
  readonly oneDay: Volume;
  readonly oneWeek: Volume;
  readonly oneMonth: Volume;
  readonly allTime: Volume;
}

/** One wallet, which has to be named. */
export interface WalletBody {
  readonly address: string;
}

/** Withdraw margin. */
export interface WithdrawMarginBody {
  readonly marginAccountId: number;
  readonly margin: string | number;
  readonly keeperTip?: string | number;
}

/** The currently withdrawable amount. */
export interface WithdrawMarginQuote {
  readonly maxWithdrawableAmount: string;
}

/** The change of the last 365 days among those of a year to each month end. */
export interface YearRankSchema {
  readonly percentile: string;
  readonly months: number;
  readonly change: string;
}

/** Fee APR of the pool's depositors, annualized. */
export interface Yield {
  readonly apr: string;
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
    readonly query: { readonly exchangeId?: number };
    readonly body: null;
    readonly answer: { readonly info: Exchange };
    readonly code: "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the attribution of the pool's value over a range of days. */
  readonly "GET /account/lp-return": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all"; readonly from?: number; readonly to?: number; readonly exchangeId?: number };
    readonly body: null;
    readonly answer: { readonly info: PoolReturn };
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the pool's value if every index, or one, stood elsewhere: no forecast. */
  readonly "GET /account/lp-scenarios": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly exchangeId?: number };
    readonly body: null;
    readonly answer: { readonly info: PoolScenarios };
    readonly code: "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return one market by id, address or symbol. */
  readonly "GET /account/market/{market}": {
    readonly path: { readonly market: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: Market };
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return markets by id. */
  readonly "GET /account/markets": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly exchangeId?: number; readonly ids?: readonly number[] };
    readonly body: null;
    readonly answer: { readonly info: readonly Market[] };
    readonly code: "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return whether the exchange or a market is paused. */
  readonly "GET /account/paused": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly exchangeId?: number; readonly refresh?: boolean };
    readonly body: null;
    readonly answer: { readonly info: Paused };
    readonly code: "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return whether the bearer token belongs to the wallet; 401 only when it merely expired. */
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
    readonly query: { readonly address: string };
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
  /** Return the wallet's living sessions, the newest first. */
  readonly "GET /auth/sessions": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: SessionList };
    readonly code: "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** End one of the wallet's sessions; a repeat changes nothing. */
  readonly "POST /auth/sessions/{sessionId}/revoke": {
    readonly path: { readonly sessionId: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: null;
    readonly code: "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NOT_FOUND" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** Return the metadata of a collection's markets, ranked. */
  readonly "GET /collections/{collection}": {
    readonly path: { readonly collection: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Collection;
    readonly code: "COLLECTION_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a part of the leaderboard of a contest. */
  readonly "GET /contest/{contestName}/leaderboard": {
    readonly path: { readonly contestName: string };
    readonly query: { readonly limit?: number; readonly offset?: number };
    readonly body: null;
    readonly answer: { readonly info: ContestLeaderboard };
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a participant's result and rank. */
  readonly "GET /contest/{contestName}/leaderboard/user/{user}": {
    readonly path: { readonly contestName: string; readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: RankedContestResult };
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NOT_PARTICIPATING" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return whether a wallet has joined a contest. */
  readonly "GET /contest/{contestName}/participate": {
    readonly path: { readonly contestName: string };
    readonly query: { readonly user: string };
    readonly body: null;
    readonly answer: { readonly info: ContestEntry };
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Join a contest, before it is over. */
  readonly "POST /contest/{contestName}/participate": {
    readonly path: { readonly contestName: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ContestUserBody;
    readonly answer: { readonly info: ContestEntry };
    readonly code: "BAD_JSON" | "CONTEST_CLOSED" | "CONTEST_NOT_FOUND" | "EXCHANGE_HALTED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the prizes of a contest. */
  readonly "GET /contest/{contestName}/prizes": {
    readonly path: { readonly contestName: string };
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
    readonly query: { readonly id: number };
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
    readonly query: { readonly limit?: number; readonly offset?: number };
    readonly body: null;
    readonly answer: { readonly info: PointsLeaderboard };
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a wallet's points in the perpetual programme, and its rank. */
  readonly "GET /perpetual-points/leaderboard/user/{user}": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: RankedPointsRow };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return whether a wallet takes part in the perpetual programme. */
  readonly "GET /perpetual-points/participate": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly user: string };
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
    readonly query: { readonly user: string };
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
  /** Use the referral code of another wallet, once and for ever; ten failures an hour at most. */
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
    readonly query: { readonly user: string };
    readonly body: null;
    readonly answer: { readonly info: ReferralUser };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return whose code the wallet used. */
  readonly "GET /perpetual-points/referrals/user-referred-by": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly user: string };
    readonly body: null;
    readonly answer: { readonly info: ReferredBy };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return whether a wallet takes part in the perpetual programme, and its rank there. */
  readonly "GET /perpetual-points/user-status": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly user: string };
    readonly body: null;
    readonly answer: { readonly info: PerpetualStatus };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a wallet's points over all seasons. */
  readonly "GET /points/balance": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly user: string };
    readonly body: null;
    readonly answer: { readonly info: UserPoints };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the points of every participant over all seasons, by address. */
  readonly "GET /points/balances": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly limit?: number; readonly cursor?: string };
    readonly body: null;
    readonly answer: { readonly info: readonly UserPoints[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the participants of all seasons by the sum of their points. */
  readonly "GET /points/leaderboard": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly limit?: number; readonly offset?: number };
    readonly body: null;
    readonly answer: { readonly info: PointsLeaderboard };
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a wallet's sum over the seasons, and its rank. */
  readonly "GET /points/leaderboard/user/{user}": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: RankedPointsRow };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return whether a wallet takes part in the season that runs, or in the perpetual programme. */
  readonly "GET /points/participate": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly user: string; readonly isForPerpetualPoints?: boolean };
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
  /** Use the referral code of another wallet, once and for ever; ten failures an hour at most. */
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
    readonly query: { readonly user: string };
    readonly body: null;
    readonly answer: { readonly info: ReferralUser };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return whose code the wallet used. */
  readonly "GET /points/referrals/user-referred-by": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly user: string };
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
    readonly query: { readonly liquidity: string; readonly user: string };
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
    readonly query: { readonly user?: string };
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
    readonly query: { readonly user?: string };
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
    readonly query: { readonly user?: string };
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
    readonly query: { readonly user?: string };
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
    readonly query: { readonly user?: string };
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
    readonly query: { readonly lpPositionId: number; readonly shares: string; readonly user: string };
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
    readonly query: { readonly marginAccountId: number; readonly user: string };
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
    readonly query: { readonly id: number };
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
    readonly query: { readonly id: number; readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all" };
    readonly body: null;
    readonly answer: { readonly info: readonly PricePoint[] };
    readonly code: "ACRE_NOT_FOUND" | "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a referral code as it was typed, if it exists; ten unknown codes an hour at most. */
  readonly "GET /referral-codes/{referralCode}": {
    readonly path: { readonly referralCode: string };
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
  /** Use the referral code of another wallet, once and for ever; ten failures an hour at most. */
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
    readonly query: { readonly user: string };
    readonly body: null;
    readonly answer: { readonly info: ReferralUser };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return whose code the wallet used. */
  readonly "GET /referrals/user-referred-by": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly user: string };
    readonly body: null;
    readonly answer: { readonly info: ReferredBy };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the profit and loss of all traders, realised and unrealised. */
  readonly "GET /time-series/aggregate-pnl": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all"; readonly from?: number; readonly to?: number; readonly exchangeId?: number; readonly interval?: "1d" | "1h" | "1w" };
    readonly body: null;
    readonly answer: { readonly info: readonly AmountPoint[] };
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return all fees the pool has earned so far. */
  readonly "GET /time-series/cumulative-lp-fee": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all"; readonly from?: number; readonly to?: number; readonly exchangeId?: number; readonly interval?: "1d" | "1h" | "1w" };
    readonly body: null;
    readonly answer: { readonly info: readonly AmountPoint[] };
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return all notional traded so far. */
  readonly "GET /time-series/cumulative-notional-volume": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all"; readonly from?: number; readonly to?: number; readonly exchangeId?: number; readonly interval?: "1d" | "1h" | "1w" };
    readonly body: null;
    readonly answer: { readonly info: readonly AmountPoint[] };
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the price of a pool share. */
  readonly "GET /time-series/lp-share-price": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all"; readonly from?: number; readonly to?: number; readonly exchangeId?: number; readonly interval?: "1d" | "1h" | "1w" };
    readonly body: null;
    readonly answer: { readonly info: readonly PricePoint[] };
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "EXCHANGE_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's collateral. */
  readonly "GET /user/{user}/collateral-balance": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: Balance };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the outcomes of the wallet's commands. */
  readonly "GET /user/{user}/commands": {
    readonly path: { readonly user: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json"; readonly status?: "applied" | "ignored" | "rejected" };
    readonly body: null;
    readonly answer: { readonly info: readonly CommandRow[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's airdrop, and whether it was claimed. */
  readonly "GET /user/{user}/event/airdrop_claim": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: AirdropClaim };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the pieces of the wallet's positions that liquidations closed. */
  readonly "GET /user/{user}/history/liquidation": {
    readonly path: { readonly user: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json"; readonly marginAccountId?: number; readonly marketId?: number };
    readonly body: null;
    readonly answer: { readonly info: readonly Liquidation[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's deposits into and removals from the pool. */
  readonly "GET /user/{user}/history/lp": {
    readonly path: { readonly user: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json" };
    readonly body: null;
    readonly answer: { readonly info: readonly LpEvent[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's margin deposits and withdrawals. */
  readonly "GET /user/{user}/history/margin-transfer": {
    readonly path: { readonly user: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json"; readonly marginAccountId?: number; readonly marketId?: number };
    readonly body: null;
    readonly answer: { readonly info: readonly MarginTransfer[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return what happened to the wallet's waiting orders. */
  readonly "GET /user/{user}/history/perp-order": {
    readonly path: { readonly user: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json"; readonly marginAccountId?: number; readonly marketId?: number };
    readonly body: null;
    readonly answer: { readonly info: readonly PerpOrderEvent[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the wallet's trades. */
  readonly "GET /user/{user}/history/trade": {
    readonly path: { readonly user: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json"; readonly marginAccountId?: number; readonly marketId?: number };
    readonly body: null;
    readonly answer: { readonly info: readonly Trade[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the legacy LP account; null for whom the operator granted none. */
  readonly "GET /user/{user}/lp-account": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: LpAccount | null };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return one LP position, closed or not. */
  readonly "GET /user/{user}/lp-position": {
    readonly path: { readonly user: string };
    readonly query: { readonly lpPositionId: number };
    readonly body: null;
    readonly answer: { readonly info: LpPosition };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "LP_POSITION_NOT_FOUND" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the LP positions by maturity. */
  readonly "GET /user/{user}/lp-positions": {
    readonly path: { readonly user: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly includeClosed?: boolean };
    readonly body: null;
    readonly answer: { readonly info: readonly LpPosition[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return one margin account, the lowest open one without an id. */
  readonly "GET /user/{user}/margin-account": {
    readonly path: { readonly user: string };
    readonly query: { readonly marginAccountId?: number };
    readonly body: null;
    readonly answer: { readonly info: MarginAccount };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the open margin accounts by id. */
  readonly "GET /user/{user}/margin-accounts": {
    readonly path: { readonly user: string };
    readonly query: { readonly ids?: readonly number[] };
    readonly body: null;
    readonly answer: { readonly info: readonly MarginAccount[] };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's waiting orders, newest first; without an account of its first 20. */
  readonly "GET /user/{user}/perp-orders": {
    readonly path: { readonly user: string };
    readonly query: { readonly marginAccountId?: number; readonly marketId?: number };
    readonly body: null;
    readonly answer: { readonly info: readonly PerpOrder[] };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the wallet's ACRE tokens. */
  readonly "GET /user/{user}/prcl-balance": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: Balance };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the alerts of the wallet and what they reported, newest first. */
  readonly "GET /user/{user}/profile/alerts": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: Alerts };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Set an alert; one that is set already is active again. */
  readonly "POST /user/{user}/profile/alerts": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: AlertBody;
    readonly answer: { readonly info: Alerts };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "TOO_MANY_ALERTS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Mark the events up to this one as read. */
  readonly "POST /user/{user}/profile/alerts/read": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ReadAlertsBody;
    readonly answer: { readonly info: Alerts };
    readonly code: "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Remove an alert; a repeat changes nothing. */
  readonly "POST /user/{user}/profile/alerts/remove": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: RemoveAlertBody;
    readonly answer: { readonly info: Alerts };
    readonly code: "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the contact details of the wallet's owner. */
  readonly "GET /user/{user}/profile/communication-methods": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: CommunicationMethods };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Change contact details: absent ones are kept, null removes one. */
  readonly "PUT /user/{user}/profile/communication-methods": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: CommunicationBody;
    readonly answer: { readonly info: CommunicationMethods };
    readonly code: "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the margin accounts that are shown. */
  readonly "GET /user/{user}/profile/margin-account-ids": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: readonly number[] };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Hide empty margin accounts, and return which are still shown. */
  readonly "POST /user/{user}/profile/margin-account-ids/remove": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: RemoveAccountsBody;
    readonly answer: { readonly info: readonly number[] };
    readonly code: "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_EMPTY" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Return whether the wallet's owner accepted the terms. */
  readonly "GET /user/{user}/profile/onboard": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: Onboarding };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Accept the terms; a repeat changes nothing. */
  readonly "POST /user/{user}/profile/onboard": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: OnboardBody;
    readonly answer: { readonly info: Onboarding };
    readonly code: "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TERMS_NOT_ACCEPTED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "USERNAME_TAKEN" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the settings of the wallet. */
  readonly "GET /user/{user}/profile/settings": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: ProfileSettings };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Change settings: absent ones are kept, null brings the default back. */
  readonly "PUT /user/{user}/profile/settings": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: SettingsBody;
    readonly answer: { readonly info: ProfileSettings };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "USERNAME_TAKEN" | "VALIDATION" | "WRONG_USER";
  };
  /** Return tokens that came without an accepted command. */
  readonly "GET /user/{user}/quarantined-deposits": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: readonly QuarantinedDeposit[] };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the shares a deposit into the pool would mint now. */
  readonly "GET /user/{user}/quote/add-liquidity": {
    readonly path: { readonly user: string };
    readonly query: { readonly liquidity: string };
    readonly body: null;
    readonly answer: { readonly info: AddLiquidityQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AMOUNT_TOO_SMALL" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "POOL_INSOLVENT" | "PRICE_BAND" | "RATE_LIMITED" | "STALE_PRICE" | "VALIDATION";
  };
  /** Return a quote for closing a position. */
  readonly "POST /user/{user}/quote/close-position": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ClosePositionBody;
    readonly answer: { readonly info: PositionQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return a quote for changing a position. */
  readonly "POST /user/{user}/quote/modify-position": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: PositionBody;
    readonly answer: { readonly info: PositionQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return a quote for changing several positions in one order. */
  readonly "POST /user/{user}/quote/modify-positions": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: BasketBody;
    readonly answer: { readonly info: BasketQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return what a waiting order would do: at its price, now, and what waiting saves. */
  readonly "POST /user/{user}/quote/place-perp-order": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: PerpOrderBody;
    readonly answer: { readonly info: PerpOrderQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "BAD_PRICE" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the largest and smallest modification of each market that executes now. */
  readonly "POST /user/{user}/quote/position-modification-limits": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: LimitsBody;
    readonly answer: { readonly info: readonly ModificationLimits[] };
    readonly code: "BAD_JSON" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_IDS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the current payout of shares of an LP position at the exit price. */
  readonly "GET /user/{user}/quote/remove-liquidity": {
    readonly path: { readonly user: string };
    readonly query: { readonly lpPositionId: number; readonly shares: string };
    readonly body: null;
    readonly answer: { readonly info: RemoveLiquidityQuote };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AMOUNT_TOO_SMALL" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "INVALID_ADDRESS" | "LP_NOT_MATURE" | "LP_POSITION_NOT_FOUND" | "MAINTENANCE" | "MISSING_ADDRESS" | "PRICE_BAND" | "RATE_LIMITED" | "SHARES_EXCEED_REMOVABLE" | "STALE_PRICE" | "VALIDATION";
  };
  /** Return the withdrawable amount of a margin account. */
  readonly "GET /user/{user}/quote/withdraw-margin": {
    readonly path: { readonly user: string };
    readonly query: { readonly marginAccountId: number };
    readonly body: null;
    readonly answer: { readonly info: WithdrawMarginQuote };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return whether the wallet is high risk. */
  readonly "GET /user/{user}/risk-screening": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: RiskScreening };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the settlement requests by maturity. */
  readonly "GET /user/{user}/settlement-requests": {
    readonly path: { readonly user: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly includeSettled?: boolean };
    readonly body: null;
    readonly answer: { readonly info: readonly SettlementRequest[]; readonly pagination: Pagination };
    readonly code: "BAD_CURSOR" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's SOL. */
  readonly "GET /user/{user}/sol-balance": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: Balance };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the addresses of the wallet's stake, which exist before anything is staked. */
  readonly "GET /user/{user}/staking-addresses": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: { readonly info: StakingAddresses };
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Build the transaction that deposits into the pool. */
  readonly "POST /user/{user}/transaction/add-liquidity": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: AddLiquidityBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AMOUNT_TOO_SMALL" | "BAD_JSON" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "POOL_INSOLVENT" | "PRICE_BAND" | "RATE_LIMITED" | "STALE_PRICE" | "TOO_MANY_LP_POSITIONS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that amends a waiting order; what is left out stays as it is. */
  readonly "POST /user/{user}/transaction/amend-perp-order": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: AmendPerpOrderBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_EXPIRY" | "BAD_JSON" | "BAD_PRICE" | "DELEGATE_EXPIRED" | "DELEGATE_MARKET" | "EXCHANGE_HALTED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_MARGIN" | "INTERNAL" | "INVALID_ADDRESS" | "IN_LIQUIDATION" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MARKET_PAUSED" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "NO_POSITION" | "ORDER_LOCKED" | "ORDER_NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_OPEN_ORDERS" | "TRIGGER_PASSED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that cancels a waiting order. */
  readonly "POST /user/{user}/transaction/cancel-perp-order": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: CancelPerpOrderBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "DELEGATE_EXPIRED" | "DELEGATE_MARKET" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "ORDER_LOCKED" | "ORDER_NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that cancels the waiting orders of an account, or those of one market. */
  readonly "POST /user/{user}/transaction/cancel-perp-orders": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: CancelPerpOrdersBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "DELEGATE_EXPIRED" | "DELEGATE_MARKET" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that claims a quarantined deposit. */
  readonly "POST /user/{user}/transaction/claim-deposit": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ClaimBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "DEPOSIT_NOT_FOUND" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_SETTLEMENT_REQUESTS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that closes a drained LP position. */
  readonly "POST /user/{user}/transaction/close-lp-position": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: LpPositionBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "LP_POSITION_NOT_EMPTY" | "LP_POSITION_NOT_FOUND" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that closes an empty margin account. */
  readonly "POST /user/{user}/transaction/close-margin-account": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: AccountBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_EMPTY" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that closes a position. */
  readonly "POST /user/{user}/transaction/close-position": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: CloseTransactionBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AUCTION_ONLY" | "BAD_JSON" | "BAD_PRICE" | "CLOSE_EXCEEDS_POSITION" | "DELEGATE_EXPIRED" | "DELEGATE_LIMIT" | "DELEGATE_MARKET" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_MARGIN" | "INTERNAL" | "INVALID_ADDRESS" | "IN_LIQUIDATION" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MARKET_PAUSED" | "MAX_SIDE_SIZE" | "MISSING_ADDRESS" | "NET_EXPOSURE_CAP" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "NO_POSITION" | "PAYLOAD_TOO_LARGE" | "POOL_CAPACITY" | "POSITION_TOO_SMALL" | "PRICE_BAND" | "RATE_LIMITED" | "SLIPPAGE_EXCEEDED" | "STALE_PRICE" | "TOO_MANY_POSITIONS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that opens a margin account. */
  readonly "POST /user/{user}/transaction/create-margin-account": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: CreateMarginAccountBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_EXISTS" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_MARGIN_ACCOUNTS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that deposits margin. */
  readonly "POST /user/{user}/transaction/deposit-margin": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: DepositMarginBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AMOUNT_TOO_SMALL" | "BAD_JSON" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that liquidates another wallet's margin account. */
  readonly "POST /user/{user}/transaction/liquidate": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: LiquidateBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "LIQUIDATION_CAPACITY" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "NOT_LIQUIDATABLE" | "PAYLOAD_TOO_LARGE" | "PRICE_BAND" | "RATE_LIMITED" | "STALE_PRICE" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that changes a position. */
  readonly "POST /user/{user}/transaction/modify-position": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ModifyPositionBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AUCTION_ONLY" | "BAD_JSON" | "BAD_PRICE" | "CLOSE_EXCEEDS_POSITION" | "DELEGATE_EXPIRED" | "DELEGATE_LIMIT" | "DELEGATE_MARKET" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_MARGIN" | "INTERNAL" | "INVALID_ADDRESS" | "IN_LIQUIDATION" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MARKET_PAUSED" | "MAX_SIDE_SIZE" | "MISSING_ADDRESS" | "NET_EXPOSURE_CAP" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "NO_POSITION" | "PAYLOAD_TOO_LARGE" | "POOL_CAPACITY" | "POSITION_TOO_SMALL" | "PRICE_BAND" | "RATE_LIMITED" | "SLIPPAGE_EXCEEDED" | "STALE_PRICE" | "TOO_MANY_OPEN_ORDERS" | "TOO_MANY_POSITIONS" | "TRIGGER_PASSED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that changes several positions in one order, all or none. */
  readonly "POST /user/{user}/transaction/modify-positions": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ModifyPositionsBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AUCTION_ONLY" | "BAD_JSON" | "BAD_PRICE" | "CLOSE_EXCEEDS_POSITION" | "DELEGATE_EXPIRED" | "DELEGATE_LIMIT" | "DELEGATE_MARKET" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_MARGIN" | "INTERNAL" | "INVALID_ADDRESS" | "IN_LIQUIDATION" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MARKET_PAUSED" | "MAX_SIDE_SIZE" | "MISSING_ADDRESS" | "NET_EXPOSURE_CAP" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "NO_POSITION" | "PAYLOAD_TOO_LARGE" | "POOL_CAPACITY" | "POSITION_TOO_SMALL" | "PRICE_BAND" | "RATE_LIMITED" | "SLIPPAGE_EXCEEDED" | "STALE_PRICE" | "TOO_MANY_POSITIONS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that places a waiting order. */
  readonly "POST /user/{user}/transaction/place-perp-order": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: PlacePerpOrderBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_EXPIRY" | "BAD_JSON" | "BAD_PRICE" | "DELEGATE_EXPIRED" | "DELEGATE_MARKET" | "EXCHANGE_HALTED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_MARGIN" | "INTERNAL" | "INVALID_ADDRESS" | "IN_LIQUIDATION" | "MAINTENANCE" | "MARGIN_ACCOUNT_NOT_FOUND" | "MARKET_NOT_FOUND" | "MARKET_PAUSED" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "NOT_OWNER" | "NO_POSITION" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_OPEN_ORDERS" | "TRIGGER_PASSED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that processes mature settlement requests. */
  readonly "POST /user/{user}/transaction/process-settlement-requests": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ProcessBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "NOTHING_TO_SETTLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that requests the worth of shares of the pool. */
  readonly "POST /user/{user}/transaction/remove-liquidity": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: RemoveLiquidityBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "AMOUNT_TOO_SMALL" | "BAD_JSON" | "ENTRY_WINDOW" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "KEEPER_TIP_TOO_HIGH" | "LP_NOT_MATURE" | "LP_POSITION_NOT_FOUND" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "PRICE_BAND" | "RATE_LIMITED" | "SHARES_EXCEED_REMOVABLE" | "STALE_PRICE" | "TOO_MANY_SETTLEMENT_REQUESTS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that names, or with null removes, the delegate and its limits. */
  readonly "POST /user/{user}/transaction/set-delegate": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: DelegateBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that turns the legacy LP account into a position. */
  readonly "POST /user/{user}/transaction/upgrade-lp-account": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: NoBody;
    readonly answer: { readonly info: Transaction };
    readonly code: "BAD_JSON" | "CANNOT_UPGRADE" | "EXCHANGE_HALTED" | "EXCHANGE_PAUSED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOO_MANY_LP_POSITIONS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that requests a withdrawal of margin. */
  readonly "POST /user/{user}/transaction/withdraw-margin": {
    readonly path: { readonly user: string };
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
  /** Return whether the bearer token belongs to the wallet; 401 only when it merely expired. */
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
    readonly query: { readonly address: string };
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
  /** Return the wallet's living sessions, the newest first. */
  readonly "GET /auth/sessions": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: SessionList;
    readonly code: "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** End one of the wallet's sessions; a repeat changes nothing. */
  readonly "POST /auth/sessions/{sessionId}/revoke": {
    readonly path: { readonly sessionId: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: null;
    readonly code: "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NOT_FOUND" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** Return contests: those of every kind that is asked for, or all of them. */
  readonly "GET /contest": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly live?: boolean; readonly upcoming?: boolean; readonly finished?: boolean; readonly joined?: boolean; readonly user?: string };
    readonly body: null;
    readonly answer: ContestsAnswer;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the numbers of live, upcoming, finished and joined contests. */
  readonly "GET /contest/filter": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly user?: string };
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
    readonly path: { readonly contestId: string };
    readonly query: { readonly user?: string };
    readonly body: null;
    readonly answer: ContestView;
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Join a contest, before it is over. */
  readonly "POST /contest/{contestId}": {
    readonly path: { readonly contestId: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: ContestAddressBody;
    readonly answer: JoinedContest;
    readonly code: "BAD_JSON" | "CONTEST_CLOSED" | "CONTEST_NOT_FOUND" | "EXCHANGE_HALTED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION" | "WRONG_USER";
  };
  /** Return a part of the leaderboard of a contest, and whether it is final. */
  readonly "GET /contest/{contestId}/leaderboard": {
    readonly path: { readonly contestId: string };
    readonly query: { readonly limit?: number; readonly offset?: number };
    readonly body: null;
    readonly answer: ExpressContestLeaderboard;
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a participant's result and rank. */
  readonly "GET /contest/{contestId}/leaderboard/{user}": {
    readonly path: { readonly contestId: string; readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: RankedContestResult;
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NOT_PARTICIPATING" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the number of participants of a contest. */
  readonly "GET /contest/{contestId}/participants-count": {
    readonly path: { readonly contestId: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: ParticipantsCount;
    readonly code: "CONTEST_NOT_FOUND" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Compare a deal on Acre with the same deal in bricks, on history. */
  readonly "GET /deal-analysis/{symbol}": {
    readonly path: { readonly symbol: string };
    readonly query: { readonly timeframe?: "1m" | "3m" | "6m" | "1y" | "2y" | "3y" | "4y" | "5y" | "6y" | "7y" | "8y" | "9y" | "10y"; readonly leverage?: string; readonly sqft?: number; readonly notional?: string; readonly side?: "long" | "short"; readonly downPaymentRate?: string; readonly mortgageRate?: string; readonly closingCostRate?: string; readonly agentCommissionRate?: string; readonly sellerClosingRate?: string; readonly propertyTaxRate?: string; readonly insuranceRate?: string; readonly maintenanceRate?: string; readonly rentYield?: string; readonly vacancyRate?: string; readonly managementRate?: string };
    readonly body: null;
    readonly answer: DealAnalysis;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_LEVERAGE" | "BAD_TIMEFRAME" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_HISTORY" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the same deal held for each whole number of years; `timeframe` is not used. */
  readonly "GET /deal-analysis/{symbol}/horizons": {
    readonly path: { readonly symbol: string };
    readonly query: { readonly timeframe?: "1m" | "3m" | "6m" | "1y" | "2y" | "3y" | "4y" | "5y" | "6y" | "7y" | "8y" | "9y" | "10y"; readonly leverage?: string; readonly sqft?: number; readonly notional?: string; readonly side?: "long" | "short"; readonly downPaymentRate?: string; readonly mortgageRate?: string; readonly closingCostRate?: string; readonly agentCommissionRate?: string; readonly sellerClosingRate?: string; readonly propertyTaxRate?: string; readonly insuranceRate?: string; readonly maintenanceRate?: string; readonly rentYield?: string; readonly vacancyRate?: string; readonly managementRate?: string };
    readonly body: null;
    readonly answer: DealHorizons;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_LEVERAGE" | "BAD_TIMEFRAME" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_HISTORY" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the same deal at other leverages and exit prices. */
  readonly "GET /deal-analysis/{symbol}/sensitivity": {
    readonly path: { readonly symbol: string };
    readonly query: { readonly timeframe?: "1m" | "3m" | "6m" | "1y" | "2y" | "3y" | "4y" | "5y" | "6y" | "7y" | "8y" | "9y" | "10y"; readonly leverage?: string; readonly sqft?: number; readonly notional?: string; readonly side?: "long" | "short"; readonly downPaymentRate?: string; readonly mortgageRate?: string; readonly closingCostRate?: string; readonly agentCommissionRate?: string; readonly sellerClosingRate?: string; readonly propertyTaxRate?: string; readonly insuranceRate?: string; readonly maintenanceRate?: string; readonly rentYield?: string; readonly vacancyRate?: string; readonly managementRate?: string };
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
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: MembershipBadge;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the pieces of positions that liquidations closed, of all wallets. */
  readonly "GET /liquidations": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json"; readonly marketId?: number };
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
    readonly path: { readonly marketId: number };
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all" };
    readonly body: null;
    readonly answer: MarketSeries;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return up to five indexes from a time on, rebased to 100. */
  readonly "GET /market/compare": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly symbols: readonly string[]; readonly start?: number };
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
    readonly query: { readonly q?: string; readonly tags?: readonly string[]; readonly state?: string; readonly country?: string; readonly category?: string; readonly tradable?: boolean; readonly minPrice?: string; readonly maxPrice?: string };
    readonly body: null;
    readonly answer: FilterDistribution;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Find markets by text, tags, place and price. */
  readonly "GET /market/search": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly q?: string; readonly tags?: readonly string[]; readonly state?: string; readonly country?: string; readonly category?: string; readonly tradable?: boolean; readonly minPrice?: string; readonly maxPrice?: string; readonly limit?: number; readonly cursor?: string; readonly sort?: "change1d" | "change1y" | "name" | "openInterest" | "price" | "volume"; readonly order?: "asc" | "desc" };
    readonly body: null;
    readonly answer: SearchResult;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_CURSOR" | "INPUT_NOT_POSITIVE" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return markets by symbol, in the order asked. */
  readonly "GET /market/symbols": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly symbols: readonly string[] };
    readonly body: null;
    readonly answer: SummaryList;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return one market. */
  readonly "GET /market/{symbol}": {
    readonly path: { readonly symbol: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: MarketDetail;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the absorption rate by month. */
  readonly "GET /market/{symbol}/absorption-rate-history": {
    readonly path: { readonly symbol: string };
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all" };
    readonly body: null;
    readonly answer: AbsorptionHistory;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the market's next auction: its time and, in two digits, its imbalance. */
  readonly "GET /market/{symbol}/auction": {
    readonly path: { readonly symbol: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: ComingAuction;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the auctions that the market held. */
  readonly "GET /market/{symbol}/auctions": {
    readonly path: { readonly symbol: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json" };
    readonly body: null;
    readonly answer: { readonly auctions: readonly Auction[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return candles as columns; the last one may still change. */
  readonly "GET /market/{symbol}/candles": {
    readonly path: { readonly symbol: string };
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all"; readonly from?: number; readonly to?: number; readonly interval?: "1d" | "1h" | "1w" | "4h" | "5m"; readonly source?: "index" | "market" };
    readonly body: null;
    readonly answer: Candles;
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the homes for sale. */
  readonly "GET /market/{symbol}/current-inventory": {
    readonly path: { readonly symbol: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: CurrentInventory;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the demographics. */
  readonly "GET /market/{symbol}/demographics": {
    readonly path: { readonly symbol: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Demographics;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return home prices and rents. */
  readonly "GET /market/{symbol}/financials": {
    readonly path: { readonly symbol: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Financials;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return funding over a window. */
  readonly "GET /market/{symbol}/funding-history": {
    readonly path: { readonly symbol: string };
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all"; readonly from?: number; readonly to?: number; readonly interval?: "1d" | "1h" };
    readonly body: null;
    readonly answer: FundingHistory;
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return listings by month. */
  readonly "GET /market/{symbol}/listings-history": {
    readonly path: { readonly symbol: string };
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all" };
    readonly body: null;
    readonly answer: ListingsHistory;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return what the published prints of an index say about its past. */
  readonly "GET /market/{symbol}/past": {
    readonly path: { readonly symbol: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: MarketPast;
    readonly code: "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the index over a window. */
  readonly "GET /market/{symbol}/price-feed": {
    readonly path: { readonly symbol: string };
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all" };
    readonly body: null;
    readonly answer: PriceFeed;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the index change over a window. */
  readonly "GET /market/{symbol}/price-feed-stats": {
    readonly path: { readonly symbol: string };
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all" };
    readonly body: null;
    readonly answer: PriceFeedStats;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return closed sales by month. */
  readonly "GET /market/{symbol}/sales-history": {
    readonly path: { readonly symbol: string };
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all" };
    readonly body: null;
    readonly answer: SalesHistory;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the traded volumes over several spans. */
  readonly "GET /market/{symbol}/volumes": {
    readonly path: { readonly symbol: string };
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
    readonly path: { readonly key: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: PointsBreakdown;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the participants of season 2 by points. */
  readonly "GET /points/leaderboard": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly limit?: number; readonly offset?: number };
    readonly body: null;
    readonly answer: PointsLeaderboard;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a user's row of season 2. */
  readonly "GET /points/leaderboard/{key}": {
    readonly path: { readonly key: string };
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
    readonly path: { readonly key: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Participant;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the final leaderboard of season 1. */
  readonly "GET /points/ppps1-final": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly limit?: number; readonly offset?: number };
    readonly body: null;
    readonly answer: FinalPointsLeaderboard;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "SEASON_NOT_FINAL" | "VALIDATION";
  };
  /** Return the final leaderboard of season 2. */
  readonly "GET /points/ppps2/final-leaderboard": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly limit?: number; readonly offset?: number };
    readonly body: null;
    readonly answer: FinalPointsLeaderboard;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "SEASON_NOT_FINAL" | "VALIDATION";
  };
  /** Return a user's final row of season 2. */
  readonly "GET /points/ppps2/final-leaderboard/{key}": {
    readonly path: { readonly key: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: RankedPointsRow;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "SEASON_NOT_FINAL" | "VALIDATION";
  };
  /** Return everything a wallet has. */
  readonly "GET /portfolio/{user}": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Portfolio;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the pieces of the wallet's positions that liquidations closed. */
  readonly "GET /portfolio/{user}/history/liquidation": {
    readonly path: { readonly user: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json"; readonly marginAccountId?: number; readonly marketId?: number };
    readonly body: null;
    readonly answer: { readonly events: readonly Liquidation[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's deposits into and removals from the pool. */
  readonly "GET /portfolio/{user}/history/lp": {
    readonly path: { readonly user: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json" };
    readonly body: null;
    readonly answer: { readonly events: readonly LpEvent[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's margin deposits and withdrawals. */
  readonly "GET /portfolio/{user}/history/margin-transfer": {
    readonly path: { readonly user: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json"; readonly marginAccountId?: number; readonly marketId?: number };
    readonly body: null;
    readonly answer: { readonly events: readonly MarginTransfer[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's P&L and return over a window, and the parts of all its P&L. */
  readonly "GET /portfolio/{user}/history/performance": {
    readonly path: { readonly user: string };
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all" };
    readonly body: null;
    readonly answer: Performance;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return what happened to the wallet's waiting orders. */
  readonly "GET /portfolio/{user}/history/perp-order": {
    readonly path: { readonly user: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json"; readonly marginAccountId?: number; readonly marketId?: number };
    readonly body: null;
    readonly answer: { readonly events: readonly PerpOrderEvent[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "INVALID_TOKEN" | "MAINTENANCE" | "MISSING_ADDRESS" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION" | "WRONG_USER";
  };
  /** Return the wallet's trades. */
  readonly "GET /portfolio/{user}/history/trade": {
    readonly path: { readonly user: string };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json"; readonly marginAccountId?: number; readonly marketId?: number };
    readonly body: null;
    readonly answer: { readonly events: readonly Trade[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's equity history; the last point is the current value. */
  readonly "GET /portfolio/{user}/history/value": {
    readonly path: { readonly user: string };
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all" };
    readonly body: null;
    readonly answer: ValueHistory;
    readonly code: "BAD_WINDOW" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return what each open position of a wallet realized since it was opened from flat. */
  readonly "GET /portfolio/{user}/positions/realized": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: RealizedPositions;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a user's row of season 3 with its last 30 days. */
  readonly "GET /ppps3/breakdown/{key}": {
    readonly path: { readonly key: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: PointsBreakdown;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the participants of season 3 by points. */
  readonly "GET /ppps3/leaderboard": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly limit?: number; readonly offset?: number };
    readonly body: null;
    readonly answer: PointsLeaderboard;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a user's row of season 3. */
  readonly "GET /ppps3/leaderboard/{key}": {
    readonly path: { readonly key: string };
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
    readonly path: { readonly key: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Participant;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the prediction markets, newest first. */
  readonly "GET /predictions/markets": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly marketCategoryFilter?: string; readonly isResolvedFilter?: boolean; readonly order?: "asc" | "desc" };
    readonly body: null;
    readonly answer: { readonly markets: readonly PredictionMarket[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return one prediction market. */
  readonly "GET /predictions/markets/{marketId}": {
    readonly path: { readonly marketId: number };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: MarketAnswer;
    readonly code: "INTERNAL" | "MAINTENANCE" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the probability of YES from a market's trades, as bars. */
  readonly "GET /predictions/markets/{marketId}/history": {
    readonly path: { readonly marketId: number };
    readonly query: { readonly window?: "1d" | "1w" | "1m" | "3m" | "6m" | "ytd" | "1y" | "3y" | "5y" | "all"; readonly from?: number; readonly to?: number; readonly interval?: "1d" | "1h" | "1w" | "4h" | "5m" };
    readonly body: null;
    readonly answer: PredictionHistory;
    readonly code: "BAD_RANGE" | "BAD_WINDOW" | "INTERNAL" | "MAINTENANCE" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the resting bids of both sides of a market, best first. */
  readonly "GET /predictions/markets/{marketId}/order-book": {
    readonly path: { readonly marketId: number };
    readonly query: { readonly depth?: number };
    readonly body: null;
    readonly answer: BookAnswer;
    readonly code: "INTERNAL" | "MAINTENANCE" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Place an order. */
  readonly "POST /predictions/markets/{marketId}/orders": {
    readonly path: { readonly marketId: number };
    readonly query: Readonly<Record<never, never>>;
    readonly body: OrderBody;
    readonly answer: OrderAnswer;
    readonly code: "BAD_CONTRACTS" | "BAD_EXPIRY" | "BAD_JSON" | "BAD_PRICE" | "DUPLICATE_CLIENT_ORDER_ID" | "EXCHANGE_HALTED" | "FOK_NOT_FILLED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_POINTS" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "MARKET_NOT_OPEN" | "NO_LIQUIDITY" | "NO_TOKEN" | "PAYLOAD_TOO_LARGE" | "POST_ONLY_WOULD_CROSS" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "TOO_MANY_OPEN_ORDERS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the trades of everybody in a market, newest first. */
  readonly "GET /predictions/markets/{marketId}/trades": {
    readonly path: { readonly marketId: number };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number };
    readonly body: null;
    readonly answer: { readonly trades: readonly PredictionMarketTrade[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "MAINTENANCE" | "PREDICTION_MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's orders, newest first; the open ones unless asked otherwise. */
  readonly "GET /predictions/orders": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly orderStatusFilter?: "all" | "canceled" | "expired" | "filled" | "open"; readonly marketId?: number; readonly order?: "asc" | "desc" };
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
    readonly path: { readonly id: string };
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
    readonly path: { readonly orderId: number };
    readonly query: Readonly<Record<never, never>>;
    readonly body: AmendBody;
    readonly answer: OrderAnswer;
    readonly code: "BAD_CONTRACTS" | "BAD_JSON" | "BAD_PRICE" | "EXCHANGE_HALTED" | "FOK_NOT_FILLED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_POINTS" | "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "MARKET_NOT_OPEN" | "NO_LIQUIDITY" | "NO_TOKEN" | "ORDER_NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "POST_ONLY_WOULD_CROSS" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "TOO_MANY_OPEN_ORDERS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Cancel an order; its status afterwards, also when there is nothing left to cancel. */
  readonly "POST /predictions/orders/{orderId}/cancel": {
    readonly path: { readonly orderId: number };
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
    readonly query: { readonly isResolvedFilter?: boolean };
    readonly body: null;
    readonly answer: PredictionPositions;
    readonly code: "INTERNAL" | "INVALID_TOKEN" | "MAINTENANCE" | "NO_TOKEN" | "RATE_LIMITED" | "TOKEN_EXPIRED" | "VALIDATION";
  };
  /** Return the wallet's fills, newest first. */
  readonly "GET /predictions/trades": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly marketId?: number };
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
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly mature?: boolean };
    readonly body: null;
    readonly answer: { readonly settlementRequests: readonly SettlementRequest[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return vault and claims, the last state root on the chain, and a wallet's proofs of it. */
  readonly "GET /solvency": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly user?: string };
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
  /** Return the time until an amount in the wait can be withdrawn. */
  readonly "GET /staking/locked-epoch-period": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly unlockingEpoch: number };
    readonly body: null;
    readonly answer: LockedEpochPeriod;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the time until an amount unstaked now could be withdrawn. */
  readonly "GET /staking/locked-epoch-period-estimate": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly addOneEpoch?: boolean };
    readonly body: null;
    readonly answer: LockedEpochPeriod;
    readonly code: "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the wallet's stake by state. */
  readonly "GET /staking/{user}/balance": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: Staking;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Build the transaction that opens the wallet's stake account. */
  readonly "POST /staking/{user}/create-account": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: NoBody;
    readonly answer: Transaction;
    readonly code: "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INSUFFICIENT_COLLATERAL" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "STAKE_ACCOUNT_EXISTS" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Return the epoch that runs now. */
  readonly "GET /staking/{user}/epoch-period": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: EpochPeriod;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the time until an amount in the wait can be withdrawn. */
  readonly "GET /staking/{user}/locked-epoch-period": {
    readonly path: { readonly user: string };
    readonly query: { readonly unlockingEpoch: number };
    readonly body: null;
    readonly answer: LockedEpochPeriod;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the time until an amount unstaked now could be withdrawn. */
  readonly "GET /staking/{user}/locked-epoch-period-estimate": {
    readonly path: { readonly user: string };
    readonly query: { readonly addOneEpoch?: boolean };
    readonly body: null;
    readonly answer: LockedEpochPeriod;
    readonly code: "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Build the transaction that stakes ACRE tokens. */
  readonly "POST /staking/{user}/stake": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: StakeBody;
    readonly answer: Transaction;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "EXCHANGE_HALTED" | "HIGH_RISK_USER" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_TOKEN" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "STAKE_ACCOUNT_EXISTS" | "STAKE_ACCOUNT_FULL" | "STAKE_ACCOUNT_MISSING" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that takes back or starts to unlock an amount of stake. */
  readonly "POST /staking/{user}/unstake": {
    readonly path: { readonly user: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: StakeAmountBody;
    readonly answer: Transaction;
    readonly code: "AMOUNT_OUT_OF_RANGE" | "BAD_JSON" | "EXCHANGE_HALTED" | "IDEMPOTENCY_MISMATCH" | "INPUT_NOT_POSITIVE" | "INSUFFICIENT_COLLATERAL" | "INSUFFICIENT_TOKEN" | "INTERNAL" | "INVALID_ADDRESS" | "MAINTENANCE" | "MISSING_ADDRESS" | "NODE_UNAVAILABLE" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "STAKE_ACCOUNT_FULL" | "STAKE_ACCOUNT_MISSING" | "UNSTAKE_EXCEEDS_STAKED" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION";
  };
  /** Build the transaction that requests unlocked tokens. */
  readonly "POST /staking/{user}/withdraw": {
    readonly path: { readonly user: string };
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
  /** Return the trades of everybody. */
  readonly "GET /trade-stream": {
    readonly path: Readonly<Record<never, never>>;
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json"; readonly direction?: "all" | "long" | "short" };
    readonly body: null;
    readonly answer: { readonly trades: readonly StreamTrade[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "MAINTENANCE" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return the trades of everybody in one market. */
  readonly "GET /trade-stream/{marketId}": {
    readonly path: { readonly marketId: number };
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly order?: "asc" | "desc"; readonly from?: number; readonly to?: number; readonly format?: "csv" | "json"; readonly direction?: "all" | "long" | "short" };
    readonly body: null;
    readonly answer: { readonly trades: readonly StreamTrade[]; readonly nextCursor: string | null };
    readonly code: "BAD_CURSOR" | "BAD_RANGE" | "INTERNAL" | "MAINTENANCE" | "MARKET_NOT_FOUND" | "RATE_LIMITED" | "VALIDATION";
  };
  /** Return a user's final row of season 1. */
  readonly "GET /user/{id}/ppps1": {
    readonly path: { readonly id: string };
    readonly query: Readonly<Record<never, never>>;
    readonly body: null;
    readonly answer: RankedPointsRow;
    readonly code: "INTERNAL" | "MAINTENANCE" | "NOT_FOUND" | "RATE_LIMITED" | "SEASON_NOT_FINAL" | "VALIDATION";
  };
}
