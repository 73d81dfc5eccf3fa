"""Accounts, sign-in, profile, alerts, commands and errors."""

WORDS = """\
id: Number of the row, never used again
AcreInfo.id: Number of the area
ExchangeSpecification.id: Number of the exchange; there is one, 0
OwnSession.id: Name of the session for `revoke`
SnapshotBoost.id: Name of the snapshot
ContestView.id: Name of the contest in paths
MarginAccount.id: Number of the account, chosen by its owner
LpPosition SettlementRequest.id: Number of the row among those of its owner
Market MarketDetail.id: Number of the market
marginCollateral: Collateral of the account without unrealized P&L
healthRatio: Available margin ÷ required margin, below 1 liquidation may begin; null without
  positions
canClose: Whether it is empty and may be closed
canLiquidate: Whether the required margin exceeds the available one
inLiquidation: Whether a liquidation has begun and not ended
wasRecentlyLiquidated: Whether a piece of it was liquidated within 24 hours
isClosed: Whether it was closed; the row is its last one
margins: Available and required margin of the account
availableMargin: Collateral and unrealized P&L
totalRequiredMargin: Maintenance margin and the margin for liquidation fees, rounded up
Position.totalRequiredMargin: Maintenance margin of the position, rounded up
totalRequiredMarginRatio: Required ÷ available margin; null when none is available
requiredInitialMargin: Initial margin of all positions, rounded up
requiredMaintenanceMargin: Maintenance margin of all positions, rounded up
requiredLiquidationFeeMargin: Margin that is kept for the fees of a liquidation
accumulatedLiquidationFees: Fees of the running liquidation that are not yet paid
pnlInfo: Unrealized P&L and its parts
totalPnl: Unrealized P&L: price and funding
priceComponent: Unrealized P&L by the price
accruedFunding: Funding and holding charge since the last change, below 0 when paid
percentChange: `value` ÷ collateral of the account, of a position ÷ entry notional
ContestResult RankedContestResult.percentChange: `tokenChange` ÷ the larger of starting equity and
  largest net deposits, rounded down
positions: Open positions
PredictionPositions.positions: Contracts that the wallet holds, by market and side
RealizedPositions.positions: Open positions, by account and market
lastInteractionPrice: Index price at the last change of the position
lastInteractionFundingPerUnit: Funding sum of its side at the last change of the position
initialMarginRatio: Initial margin of the position, a part of its notional
maintenanceMarginRatio: Maintenance margin of the position, a part of its notional
initialMargin: Initial margin of the position, rounded up
returnOnMargin: Unrealized P&L ÷ initial margin
balance: What the wallet holds
Exchange.balance: All collateral in the vault, the sum of the six balances
accountValue: Margin, LP positions, requested payouts and unrealized P&L
marginAccounts: Margin accounts of the wallet
lpPositions: LP positions of the wallet by maturity, the first page
settlementRequests: Requested payouts by maturity, the first page
lpPositionsNextCursor: `cursor` of the next page of `lpPositions`; null on the last one
settlementRequestsNextCursor: `cursor` of the next page of `settlementRequests`; null on the last
  one
staking: Stake of the wallet
predictions: Points of the wallet in prediction markets
totals: Sums over the wallet
lp: Owed to the pool's depositors
Totals.lp: LP positions at the exit price
pendingSettlement: Requested payouts that are not yet paid, with tips
accounts: Accounts that can be liquidated, worst first, at most 500
stake: Part of the pool's shares
shareValue: Shares x exit price, rounded down; 0 when drained
lastAddLiquidityTimestamp: When liquidity was added last
minLpDurationMaturity: When shares can be removed first
minLpDurationElapsed: Whether shares can be removed
maxRemovableShares: Most shares that can be removed now; 0 before maturity
canUpgrade: Whether it has shares to move into a position
maturity: When it can be removed or paid
AddLiquidityQuote.maturity: When the shares could be removed first
hasReachedMaturity: Whether `maturity` has passed
sharePrice: Price of one share
LpPosition.sharePrice: Price of one share at the deposit
RemoveLiquidityQuote.sharePrice: Price of one share on exit
points: Points after boosts
LpPosition.points: Points that the position has earned
GrandTotal.points: Sum over all participants
total: Rows in all, of which the answer has a part
LpPoints.total: Points since the deposit, before boosts
ContestPrizes.total: Sum of all prizes
PoolReturn.total: Sum of the parts, the change of the pool's value without deposits
Unvested.total: Stake that is not vested
AlertEvent.amount: What was paid; null of other kinds
SettlementRequest.amount: What is paid, with the tip
InclusionProof.amount: What is owed, in the unit of its kind
QuarantinedDeposit.amount: Tokens that came
StakeSchedule.amount: Tokens that can be withdrawn from the epoch on
StakeAmountBody StakeBody.amount: ACRE tokens, with 6 decimals
AirdropClaim.amount: ACRE tokens of the wallet
ContestPrize.amount: Prize of each rank
exchange: Account of the exchange on the chain
Paused.exchange: The same as `paused`
Status.exchange: State of the exchange: `paused` allows to reduce, `halted` nothing
ownerTokenAccount: Token account that the payout goes to
processor: Wallet that processed the request and got the tip; null before
mint: Mint of the tokens
signature: Signature of the transaction, base58; null for what the engine did by itself
LoginBody.signature: Signature of the wallet over the message
FaucetDrop.signature: Signature of the faucet's transaction, base58
SettlementRequest.signature: Signature of the payout, base58; null before
AirdropClaim.signature: Signature of the claim, base58; null before
status: State now
CommandDone CommandRow.status: Outcome of the command: `rejected` by a rule, `ignored` when it
  could not be a command
ClusterHealth.status: `degraded`: newest slot older than 10 s or slow; `down`: older than 60 s
SettlementRequest.status: How far the payout is, from `pending` to `settled`
ContestView.status: Whether it has begun and ended
PlacedOrder StatusAnswer.status: What became of the order
PredictionMarket.status: Where the question is on its way to its resolution
ExchangeSpecification.status: State of the exchange: `paused` allows to reduce, `halted` nothing
Health.status: `ok` while the process answers
Ready.status: `ready` while it can do its work
Status.status: State of the service as a whole
code: Code of the reason for programs; null without one
Error Unauthorized BatchError.code: Reason for programs, from the list of the operation
ReferralCode.code: Referral code as its owner typed it
ReferralUser.code: Referral code of the wallet; null without one
PerpOrderEvent.code: Code of the reason of a deferral or rejection; null of other events
text: Words of `code`; null without one
details: Figures of the refusal by name, for programs; empty without any
nonce: Number of the command among those of the wallet; null when its memo cannot be read
SignInFields.nonce: Random text that can be used once, with a key of the service
slot: Slot of the chain in which it happened
ClusterHealth.slot: Newest slot of the chain
timestamp: When it happened, engine time
Candles PredictionHistory.timestamp: Beginning of each bar, ascending
Comparison.timestamp: Moment of each value, ascending
AuctionCosts ComingAuction.timestamp: When the price update that it trades at is due
Auction.timestamp: When the auction was held
AmountPoint FundingPoint MarketPoint PerformancePoint PoolStanding PricePoint
  RatioPoint.timestamp: Moment of the point
AbsorptionPoint ListingsPoint SalesPoint.timestamp: First instant of the month
DealPoint.timestamp: Moment of the price
reason: Code of the reason why it was not accepted
explanation: Words of `reason`
claimed: Whether it was paid out
QuarantinedDeposit.claimed: Whether its sender has asked for it
claimedAt: When it was paid out; null before
isEligible: Whether the wallet is in the operator's table
isHighRisk: Whether the screening forbids the wallet to add exposure
message: Text for people
LoginMessage LoginMessageFields.message: Text that the wallet signs, byte for byte
LoginBody.message: Text that `signature` is of
requestId: Id of the request, as in `X-Request-Id`
SignInFields.requestId: Id of this sign-in, a UUID
expiredToken: Whether the token is genuine and past its expiry, so that a refresh helps
limit: Most rows of a page, as asked
nextCursor: `cursor` of the next page; null on the last one
accessToken: Bearer token for `Authorization`, of minutes
accessTokenExpirationTime: When the access token ends
refreshToken: Token that gets the next pair, once
refreshTokenExpirationTime: When the refresh token ends
isNewUser: Whether the wallet signs in for the first time
isAuthenticated: Whether the bearer token is of this wallet and valid
useCookie: Whether the refresh token goes into a cookie instead of the answer
signedMessage: Bytes that a wallet signed by itself, instead of `message`
keepCurrent: Whether the session that asks stays
endedCount: Sessions that were ended
sessions: Sessions of the wallet, newest first
method: How the wallet signed in
isCurrent: Whether it is the session that asks
lastUsedAt: When the session was used last
fields: Parts of the message, for `solana:signIn`
domain: Host that asks, from the service's settings
statement: Sentence that the wallet shows
uri: Address of the site that asks
version: Version of the program
SignInFields.version: Version of the message's format
chainId: Name of the chain
issuedAt: When the message was made, ISO 8601
expirationTime: When the message ends, ISO 8601
notBefore: Not used, always null
resources: Addresses of the terms
updatedAt: When the rows were computed
PlacedOrder.updatedAt: When the order changed last
username: Name that others see in place of the wallet; null without one
usernames: Names of those wallets among the rows that have one
defaultLeverage: Leverage that the form begins with
SettingsBody.defaultLeverage: Leverage that the form begins with, 1 to the largest of a market
defaultTheme: Colors of the web app; `system` follows the device
tradeMode: How much the trading form shows
interests: Categories and markets that the wallet follows, at most 20
email: Mail address of the wallet's owner; null without one
discord: Name at Discord; null without one
twitter: Name at X, formerly Twitter; null without one
acceptedTerms: That the terms are accepted; the only legal value is `true`
isOnboarded: Whether the first-time questions are answered
onboardedAt: When they were answered; null before
alerts: Alerts that were set
events: What the alerts reported, at most the newest 100
unread: Events that are not marked as read
alertId: Alert to remove, by its number
eventId: Newest event that was read; it and those before it are marked
kind: What happened
AlertBody.kind: What is watched
Alert AlertEvent.kind: What is watched; a price is above or below the one of when it was set
InclusionProof.kind: What is owed
isActive: Whether it still watches; some end with their first event
isRead: Whether it is marked as read
price: Price for one unit of area
Alert AlertEvent AlertBody.price: Index price to wait for, USD with 8 decimals
AcreInfo.price: Newest index price of the area; null before the first
HeldPrint.price: Index price that is held back
DealPoint.price: Index price at that moment
FilterDistribution.price: Lowest and highest index price of the markets found
RealizedPosition.price: Realized P&L by the price
AmendBody BatchOrderBody OrderBody Level PlacedOrder PredictionTrade.price: Points for one
  contract of the side, 1 to 99
moveBp: Least move of an index price from one update to the next
AlertEvent.moveBp: Move of the index price, in basis points
health: Health ratio below which it reports, 1 or more
healthNow: Health ratio of the account when it was reported; null of other kinds
leadS: How long before the close of the question it reports
predictionMarketId: Question to watch; null for kinds without one
settlementRequestId: Payout that was made; null of other kinds
orderText: Words of the order's event
op: Kind of the request
serverTime: Time of the service
channel: Channel by its name
channels: Channels by their names, at most 64
createdAt: When it was made
"""
