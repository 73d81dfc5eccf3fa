"""Orders, trades, quotes, margin accounts and the bodies of transactions."""

WORDS = """\
address: Wallet or account on the chain that the row is of
AddressBody WalletBody SessionBody HardwareLoginBody LoginBody.address: Wallet that signs in or is
  signed in
AddressQuery.address: Wallet that asks for a message to sign
SignInFields.address: Wallet that signs, as in the message
ContestAddressBody.address: Wallet that joins, that of the token
Exchange.address: Account of the exchange on the chain
LpAccount.address: Account of the pool deposit on the chain
LpPosition.address: Account of the pool position on the chain
MarginAccount.address: Account of the margin on the chain
Market.address: Account of the market on the chain
MarketDetail.address: Account of the market on the chain
SettlementRequest.address: Account of the request on the chain
SessionInfo.address: Wallet that is signed in
InclusionProof.address: Wallet or account that the claim belongs to
marginAccountId: Margin account of the wallet, by its number
CreateMarginAccountBody.marginAccountId: Number of the new account; without it the lowest free one
AlertBody.marginAccountId: Margin account to watch; of `healthBelow`
Alert AlertEvent.marginAccountId: Margin account that is watched; null for kinds without one
RemoveAccountsBody.marginAccountId: One margin account that is hidden from now on
marginAccountIds: Margin accounts that are hidden from now on
marketId: Market, by its number
AlertBody.marketId: Market to watch; of `price` and `priceMove`
Alert AlertEvent.marketId: Market that is watched; null for kinds without one
CancelPerpOrdersBody.marketId: Only orders of this market; without it all of the account
CancelAllBody.marketId: Only orders of this prediction market; without it all of them
LimitsBody.marketId: One market, instead of `marketIds`
marketIds: Markets, by their numbers
ExchangeSpecification.marketIds: Numbers of all markets, ascending
exchangeId: Number of the exchange; there is one, 0
owner: Wallet whose account it is
SettlementRequest.owner: Wallet that gets the payout
AmendPerpOrderBody CancelPerpOrderBody CancelPerpOrdersBody CloseTransactionBody DepositMarginBody
  ModifyPositionBody ModifyPositionsBody PlacePerpOrderBody ProcessBody.owner: Wallet whose
  account it is, where a delegate or another wallet signs; without it the signing wallet
LiquidateBody.owner: Wallet whose margin account is to be liquidated
user: Wallet that the row is of
BasketBody ClosePositionBody CloseTransactionBody LimitsBody ModifyPositionBody PerpOrderBody
  PlacePerpOrderBody PositionBody.user: Wallet of the quote, on paths without one
side: Direction of the position or trade
AmendPerpOrderBody.side: New direction of the order; without it the old one
LimitsBody.side: Direction that is asked about; without it both
ComingAuction.side: Side that is larger now; null when both are equal
PathNode.side: Whether the node is joined from the left or the right
Assumptions.side: Direction of the trade on Acre
BatchOrderBody OrderBody PlacedOrder PredictionPosition PredictionTrade.side: Outcome of the
  question that is bought or held
input: Amount of the change: area or USD with 6 decimals, as `inputKind` says; the size is rounded
  down
AmendPerpOrderBody.input: New amount of the order, as `inputKind` says; without it the old one
ClosePositionBody CloseTransactionBody.input: Amount to close, as `inputKind` says; without it the
  whole position
PerpOrderBody PlacePerpOrderBody.input: Amount of the order, as `inputKind` says; not with
  `wholePosition`
inputKind: Unit of `input`: an area (`sizeDelta`), or USD converted at the index price
  (`notionalDelta`)
acceptablePrice: Worst fill price that is accepted, USD with 8 decimals
slippageRate: How much worse than the quoted fill the price may be, where there is no
  `acceptablePrice`
stopPrice: Index price at which the bracket closes the position at a loss, USD with 8 decimals
targetPrice: Index price at which the bracket closes the position at a profit, USD with 8 decimals
triggerPrice: Price at which a limit, stop or target begins, USD with 8 decimals; null of other
  orders
trailRate: Distance of a trailing stop from the best price, a part of that price; null of other
  orders
bestPrice: Best price since the trailing order was placed; null of other orders
triggerBy: Price that is compared with the trigger: the index, or the market price with the skew
orderType: What makes the order trade
orderId: Order, by its number
Trade.orderId: Waiting order that traded; null of a trade by a transaction
AlertEvent.orderId: Waiting order that the event is about; null of other kinds
parentOrderId: Entry order whose bracket this order is; null without one
orderEvent: What happened to the waiting order; null of other kinds
group: Orders of one group other than 0 cancel each other: the first to trade ends the rest
reduceOnly: Whether the order may only make the position smaller
wholePosition: Whether the order closes all of the position there is when it trades
expiresAt: When it ends unless it was filled
AmendPerpOrderBody PerpOrderBody PlacePerpOrderBody.expiresAt: When the order ends unless it was
  filled, unix seconds
Authenticated.expiresAt: When the sign-in of the socket ends
DelegateBody.expiresAt: When the delegate's right ends, unix seconds, within 365 days; without it
  never
DelegateTerms.expiresAt: When the delegate's right ends; null: never
OwnSession.expiresAt: When the session ends unless it is renewed
BatchOrderBody OrderBody.expiresAt: When a `gtd` order ends, not after the question closes
PerpOrder PerpOrderQuote.expiresAt: When the order ends unless it was filled
isDue: Whether the trigger was reached, so that the next step tries it
isLocked: Whether it takes part in an auction that has begun
deferredReason: Code of the reason why a due order waits; null when nothing holds it up
deferredText: Words of `deferredReason`; null without one
endReason: Why the order ended; null of other events
leftSize: What the fill left of the order; null of other events
matchedSize: Part of the fill that met an opposite order in the auction; null of other events
size: Area, in square feet or meters as `metric` of the market says
ComingAuction.size: Excess of the larger side in two digits, as an area
PerpOrder.size: Area that the order still trades, below 0 when it sells
PerpOrderEvent.size: Area that the event is about, below 0 when sold; null of events without one
PerpOrderQuote.size: Area that would trade with the position of now, below 0 when sold
notional: Size x index price
Volume.notional: Traded size x fill price, both directions
isPlaceable: Whether the order would be accepted now
placingReasons: Codes of what refuses the order, in the order in which they are found
orderMargin: Margin that each waiting order holds back
atTrigger: Quote of the order at the index at which it begins; null when there is nothing to trade
now: Quote of the same trade now; null when there is nothing to trade
Clock.now: Engine time
lossToStop: P&L from the fill to `stopPrice` less the fees of both; null without a stop
auction: The next auction, for an auction order; null of other orders
locksAt: When the auction begins
costNow: Fee, surcharge and impact of the trade at once
costMatched: Cost in the auction when all of it meets opposite orders
costWithPool: Cost in the auction when none of it meets opposite orders
saving: `costNow` less the cost in the auction
savingMatched: `costNow` less the cost in the auction
bought: Sum of the buying orders that took part, as an area
sold: Sum of the selling orders that took part, as an area
matched: Area that changed hands between orders
poolSize: Rest that the pool took, below 0 when it bought
poolPrice: Fill price of the pool's part; null when all of it met
orderCount: Orders that take part, of the coming auction in two digits
indexPrice: Price of the index for one unit of area
AlertEvent.indexPrice: Index price that set the alert off; null of kinds without a price
PositionQuote.indexPrice: Index price of the quote; of a waiting order that at which it begins
indexPriceAt: When the index price was published
marketPrice: Index price x (1 + skew ÷ `skewScale`)
fillPrice: Average price of the trade, for one unit of area
PerpOrderEvent.fillPrice: Average price of the pool's part; null of other events
tradeKind: What the trade did to the position
openInterestDelta: Change of the position by the trade
newOpenInterest: The position after the trade
openInterest: Notional of all open positions, long and short together
Market MarketDetail MarketRow MarketState.openInterest: Long and short positions together
Position.openInterest: Size of the position without its sign, and its notional at the index price
MarginAccount Candidate.openInterest: Notional of the account's positions at the index prices
ContestResult RankedContestResult.openInterest: Notional of the wallet's positions at the index
  prices
tradeFee: Maker and taker fee of the trade, rounded up
surcharge: What the trade pays beyond the fee while the index moves fast, rounded up
pnl: Profit or loss
Trade StreamTrade.pnl: P&L that the trade realized, without fees
LpPosition.pnl: Share value less the deposit, and its part of the deposit
Totals.pnl: Unrealized P&L of all positions with funding
PerformancePoint.pnl: Change of the P&L since the beginning of the window
PnlParts.pnl: Capital less net deposits, since the wallet's first command
pricePerformance: Part of `pnl` that the price made
fundingPerformance: Part of `pnl` that funding made, below 0 when paid
priceImpact: (fill price - index price) ÷ index price
AcreCosts.priceImpact: Cost of the impact at entry and exit, below 0 when it is a gain
positionInitialMarginRatio: Initial margin of the position after the trade, a part of its notional
positionMaintenanceMarginRatio: Maintenance margin after the trade, a part of its notional
liquidationPrice: Index price at which the account can be liquidated when no other index moves;
  null when none does
liquidationMove: Smallest common move of the markets of all legs that allows liquidation, in steps
  of 0.01 %; null when 100 % does not suffice
leverageMultiple: Notional ÷ available margin of the account; null when no margin is available
accruedFundingEstimateOneHour: Funding of the next hour at the present rate, below 0 when the
  position pays
pointsQuote: Points for which the change counts
BasketQuote.pointsQuote: Points for which all legs together count
perDay: Points that it earns in a day, with boosts
multiplier: 1 + the boosts that are in `perDay`
isExecutable: Whether the trade would be executed now
reasons: Codes of what prevents it, in the order in which the engine checks
costOfHolding: What the trade and its holding cost this side, below 0 when paid
CostOfHolding.oneDay: Fee, surcharge, impact, funding and holding charge after 1 day, below 0 when
  paid
CostOfHolding.sevenDays: Fee, surcharge, impact, funding and holding charge after 7 days, below 0
  when paid
CostOfHolding.thirtyDays: Fee, surcharge, impact, funding and holding charge after 30 days, below
  0 when paid
breakEvenPrice: Index price at which the position pays for its costs of 30 days
marginCollateralAfter: Collateral of the account after the trade
availableMarginAfter: Collateral and P&L of the account after the trade
totalRequiredMarginAfter: Initial margin that the account needs after the trade
requiredMaintenanceAfter: Maintenance and liquidation fee margin after the trade
freeMarginChange: Change of the margin that is free, below 0 when the order sets margin aside
realizedPnl: P&L of the position that the trade realizes, without fees
PointsAnswer.realizedPnl: Points won or lost with closed positions
ifMoved: Change of the available margin after moves of the index
down10: Change of the available margin after the index falls by 10 %; null when the account could
  then be liquidated
down5: Change of the available margin after the index falls by 5 %; null when the account could
  then be liquidated
down2: Change of the available margin after the index falls by 2 %; null when the account could
  then be liquidated
up2: Change of the available margin after the index rises by 2 %; null when the account could then
  be liquidated
up5: Change of the available margin after the index rises by 5 %; null when the account could then
  be liquidated
up10: Change of the available margin after the index rises by 10 %; null when the account could
  then be liquidated
legs: Trades of the basket, each in another market, in their order
quote: Quote of this leg; what is of the account is after all legs
maxPositionModification: Largest trade that would be executed; null when none is
minPositionModification: Smallest trade that would be executed; null when none is
maxWithdrawableAmount: Most that can be withdrawn now, rounded down; unrealized profit is not in
  it
margin: Amount of collateral
CreateMarginAccountBody.margin: First deposit into the account, USD with 6 decimals; without it
  none
DepositMarginBody.margin: Collateral that goes into the account, USD with 6 decimals
WithdrawMarginBody.margin: Collateral that leaves the account, with the tip, USD with 6 decimals
MarginTransfer.margin: Collateral that was moved
Liabilities.margin: Owed to margin accounts
Totals.margin: Margin accounts with their unrealized P&L
marginTransferKind: Whether collateral came or left
settlementRequestMaturity: When the withdrawal can be processed; null of a deposit
keeperTip: Reward for the keeper that processes the payout, USD with 6 decimals, part of the
  amount
liquidity: Deposit into the pool
AddLiquidityBody.liquidity: Collateral that goes into the pool, USD with 6 decimals
RemoveLiquidityQuote.liquidity: What would be paid for the shares, rounded down
LpEvent.liquidity: Collateral that came into or left the pool
PnlParts.liquidity: Result of deposits into the pool: worth and taken out less put in
shares: Shares of the pool
RemoveLiquidityBody.shares: Shares that leave the pool, with 6 decimals
AddLiquidityQuote.shares: Shares that the deposit would get, rounded down
LpEvent.shares: Shares that were made or burnt
lpPositionId: LP position of the wallet, by its number
LpEvent.lpPositionId: LP position that was touched; null of an account of before there were
  positions
name: Name for people
MarginAccount.name: Name that the wallet gave the account, else `Account` and its number
CreateMarginAccountBody.name: Name of the account for its owner
CommandDone CommandRow.name: Name of the command; null when its memo cannot be read
SnapshotBoost.name: Tier of the snapshot's boost
settlementRequestIds: Requests to process, at most 8; without it the oldest mature ones
depositId: Quarantined deposit, by its number
feeMarginAccountId: Own margin account that gets the liquidation fee; without it the wallet gets
  it
delegate: Wallet that may trade for the owner within its terms; null: none
DelegateBody.delegate: Wallet that may trade for the owner; null ends the right of the present one
PerpOrder.delegate: Delegate that placed the order; null when the owner did
delegateTerms: Limits of the delegate; null without one
notionalPerDay: Most that the delegate may trade in 24 hours, USD with 6 decimals; null: no limit
usedToday: What the delegate has traded of `notionalPerDay`; 0 without a limit
DelegateBody.markets: Markets that the delegate may trade, at most 8; without it all
DelegateTerms.markets: Markets that the delegate may trade; empty: all
delegateTopUp: SOL that moves to the delegate for its transaction fees
tx: Unsigned transaction, base64; the wallet signs it and sends it to `/rpc`
HardwareLoginBody.tx: Signed memo transaction
blockhash: Block hash in the transaction, base58
lastValidBlockHeight: Block height after which the chain refuses the transaction
isOpen: Always `false`: the order has ended
perpOrders: Waiting orders of the wallet
BatchOrderBody OrderBook PlacedOrder PredictionHistory PredictionMarket PredictionMarketTrade
  PredictionPosition PredictionTrade.marketId: Prediction market, by its number
ContestEntry ContestUserBody ParticipateBody UserBody.user: Wallet that takes part
"""
