"""Markets, prices, parameters, liquidations."""

WORDS = """\
symbol: Symbol of the market, unique
market: Name of the market's feed in the metadata
MarketAnswer.market: The prediction market
acreId: Number of the area behind the market
PredictionMarket.acreId: Area that the question is about; null without one
state: State or region of the area; null where there is none
country: Country of the area, two letters (ISO 3166)
tradable: Whether the market is open for trading
category: Kind of area, from city to index
PredictionMarket.category: Subject of the question
currency: Currency of the price, `USD`
metric: Unit of area of the index: square feet or square meters
ContestView.metric: Figure that ranks the participants
pythTokenId: Feed of the price at Pyth; null of a source of its own
latitude: Degrees north of the area's middle; null when not known
longitude: Degrees east of the area's middle; null when not known
metadata: Name and place of the area
marketMetadata: Metadata of the markets in the order of the ranking
markets: Markets of the answer
Paused.markets: Whether trading is paused, market by market
PoolScenarios.markets: The pool when one index moves alone
Comparison.markets: Values of each index at the moments of `timestamp`
Correlations.markets: Row and column heads of `rows`
SearchResult.markets: Markets of the page in the order of `sort`
SummaryList.markets: Markets in the order of the request
paused: Whether increases of positions are refused
Paused.paused: Whether the exchange is paused
ExchangeSpecification.paused: Whether the exchange is paused or halted
asOf: When the figures were made
Correlations CurrentInventory Demographics Financials MarketPast.asOf: When the newest figure was
  published; null without one
skew: Long less short of the market
MarketPoint.skew: Long less short, as an area
MarketScenarios.skew: Long less short at the index price
openInterestDistribution: Long and short with their parts of the sum
long: Long positions
short: Short positions
MarketRoom.long: What can still be opened long
MarketRoom.short: What can still be opened short
Room.long: What can still be opened long in all markets
Room.short: What can still be opened short in all markets
percent: Part of both sides
Skew.percent: Skew ÷ open interest
fundingRate: Funding of a day, a part of the notional; above 0 longs pay
fundingVelocity: Change of the funding rate by crowding in a day
maxFundingVelocity: Largest change of the funding rate in a day
fundingRateAprs: Funding rate for other spans of time
oneHour: Daily rate ÷ 24
eightHour: Daily rate ÷ 3
FundingAprs.oneDay: Daily rate
oneYear: Daily rate x 365
PriceChange.oneDay: Change within a day; null without an older price
PriceChange.oneMonth: Change within a month; null without an older price
PriceChange.oneYear: Change within a year; null without an older price
Volumes.oneDay: Trades of the last 24 hours
Volumes.oneWeek: Trades of the last 7 days
Volumes.oneMonth: Trades of the last 30 days
Volumes.allTime: Trades since the market began
trades: Trades of the span, both directions
maxLeverageMultiple: Largest leverage of a small position, 1 ÷ `minInitialMarginRatio`
availableOpenInterest: What can still be opened on each side
fundingParts: Drift, crowding and spread, whose sum is the funding rate
drift: Funding by the expected return of the index
crowding: Funding by the skew so far
spread: What the larger side pays the pool for errors of the forecast
holdingRate: Holding charge of a day, a part of the notional
forecast: Expected return of the index for a day
fast: Mean of the last few returns
slow: Mean of the last many returns
mid: Mean of `fast` and `slow`
levelPrice: Mean of the last prints, from which the surcharge counts
noise: Standard deviation of the index by which the surcharge and the auction are decided
auctionOnly: Whether positions are opened in the auction alone
nextPrintAt: When the next price update is due
increaseBlockedUntil: End of the entry window around a price update; null outside of it
heldPrint: Price update that lies outside the band and waits for the operator; null without one
publishedAt: When it was published
Resolution.publishedAt: When the price that decides was published; null when none did
specification: Parameters in force
tags: Tags of the market
FilterDistribution.tags: Markets found, by tag
change1d: Change of the index price within a day; null without an older price
change1y: Change of the index price within a year; null without an older price
volume24h: Traded notional of the last 24 hours
volume: Traded notional
Candles.volume: Traded notional of each bar
states: Markets found, by state or region
countries: Markets found, by country
categories: Markets found, by kind of area
value: The amount
ValueCount.value: What the markets have in common
Fallback.value: Figure of the wider area, in the unit of that figure
PricePoint.value: Index price at that moment
RatioPoint.value: Distance from the highest month end so far
Resolution.value: Price that decided; null of a void question
PoolScenario PoolScenarios PoolStanding.value: Value of the pool: its balance less the traders'
  P&L
AmountPoint.value: Figure of the series at that moment
count: How many
min: Lowest index price; null without a market
max: Highest index price; null without a market
interval: Span of one bar
source: Price of the candles
Replay.source: Name of the data set whose history is replayed
open: First price of each bar
PriceFeedStats.open: First price of the window; null before the first price
high: Highest price of each bar
PriceFeedStats.high: Highest price of the window; null before the first price
low: Lowest price of each bar
PriceFeedStats.low: Lowest price of the window; null before the first price
close: Last price of each bar
PriceFeedStats.close: Last price of the window; null before the first price
AcreInfo.change: Change of the price over spans that end now
PriceFeedStats.change: Last price ÷ first price - 1; null before the first price
PoolScenario.change: Change of the pool's value
FallSchema.change: Low ÷ high - 1, rounded down
MoveSchema.change: Price at the end ÷ price at the beginning - 1, rounded down
YearRankSchema.change: Change of the last 365 days
volatility: Standard deviation of daily log returns for a year; null with too few prices
fundingPerUnit: Sum of the funding that one unit of area has paid since the market began
openInterestLong: Notional of the long positions
openInterestShort: Notional of the short positions
auctions: Auctions of the page, newest first
priceAsOf: When that price was published; null before the first
population: Inhabitants of the area; null when not known
medianSqft: Area of the home to which a price per home is divided, square feet; null when not
  known
minPositionMargin: Least initial margin of a position
skewScale: Skew at which the price is moved by all of itself; 0: the skew moves no price
maxSideSize: Largest open interest of a side, as an area
maxSideNotionalRate: Largest open interest of a side, a part of the pool's value
maxSideNotional: Largest open interest of a side now, in USD
MarketSpecification.initialMarginRatio: How fast the initial margin grows with the size of a
  position
minInitialMarginRatio: Initial margin of a small position, a part of its notional
maintenanceMarginProportion: Maintenance margin, a part of the initial margin
fundingDecay: Time in which the funding by crowding decays, seconds; 0: it does not
maxFundingRate: Largest funding by crowding in a day
kDrift: Part of the forecast that funding takes
nFast: Prints of the fast mean of returns
nSlow: Prints of the slow mean of returns
returnClip: Largest return of one print that the forecast counts
driftMax: Largest funding by drift in a day
spreadRate: Largest funding by spread in a day
sRefRate: Skew at which the spread is whole, a part of a full side
levelN: Prints of the mean from which the surcharge counts; 0: no surcharge
makerFeeRate: Fee of the part of a trade that lowers the skew
takerFeeRate: Fee of the part of a trade that raises the skew
liquidationFeeRate: Fee of a liquidation, a part of the closed notional
liquidationWindowSeconds: Sliding window of the liquidation capacity, seconds
liquidationCapacityMultiplier: Multiplier of what can be liquidated in a window: (maker + taker
  fee) x `skewScale` x multiplier x seconds of the window
maxLiquidationPd: Skew below which the liquidation capacity is doubled, a part of `skewScale`
authorizedLiquidator: Wallet that may liquidate beyond that capacity, without a fee; null: none
oracleMaxAge: Age of a price from which increases and liquidations are refused, seconds
oracleMaxAgeDecrease: Age of a price from which the market counts as dead, seconds
printBand: Change of one print up to which it is accepted at once
printBandPause: Change of one print from which it is held and the market pauses
maxConfidenceRate: Largest confidence interval of a print, a part of its price
printInterval: Time between two prints, seconds from 00:00 UTC
entryWindow: Time around a price update in which increases are refused
before: Seconds before the price update
after: Seconds after the price update
crowdingKnee: Skew below which crowding grows less than in proportion, a part of `skewScale`; 0:
  none
skewScaleRate: `skewScale` x index price, a multiple of the pool's value; 0: sizes do not follow
maxNoise: Noise above which increases wait for the auction; 0: no bound
priceFeed: Source of the price and its id there
collateralMint: Mint of the collateral, a USD token
collateralVault: Token account with all collateral
collateralExpo: Decimals of the collateral as a negative exponent, -6
tokenMint: Mint of the ACRE token
admin: Key that signs the commands of the operator
minLiquidationFee: Least fee of a liquidation
maxLiquidationFee: Largest fee of a liquidation
Liquidation.maxLiquidationFee: Margin for the fee when the liquidation began
liquidationTargetHealth: Health at which a liquidation ends
lockedOpenInterestRatio: Part of the open interest that the pool keeps back
netExposureCapRate: Largest sum of all skews, a part of the pool's value
netExposureCap: Largest sum of all skews now, in USD
protocolFeeRate: Part of the trade fees that the protocol gets
reserveFeeShare: Part of the rest of the trade fees that the reserve gets
minTradeNotional: Least notional of a trade
maxPositionsPerAccount: Most positions of a margin account
maxMarginAccountsPerUser: Most open margin accounts of a wallet
maxMarkets: Most markets of the exchange
minLpDuration: How long a deposit stays in the pool at least, seconds
settlementDelay: Time from a request to its payout, seconds
minLiquidity: Least deposit into the pool
minSettlementAmount: Least amount of a payout
maxKeeperTipRate: Largest tip for a keeper, a part of the amount
outflowHourlyRate: What may leave within an hour, a part of the value locked
outflowDailyRate: What may leave within a day, a part of the value locked
outflowFloor: What may leave whatever the rates say
epochDuration: Length of an epoch of staking, seconds
unlockingDuration: Epochs from an unstake to its withdrawal
ExchangeSpecification.orderMargin: Margin that each waiting order holds back
holdKink: Use of the pool above which positions pay the holding charge
holdRate: Holding charge of a day when the pool is used in full
liquidator: Wallet that liquidated
liquidatedMargin: What the piece took from the account's collateral
liquidationStartedAt: When the liquidation of the account began
liquidationFee: Fee of the liquidator, on the last piece of a call
amountLiquidated: Area that was closed
amountLiquidatedNotional: Area that was closed x index price
newPositionSize: What the piece left of the position
MarketPast.liquidations: Counts of positions that would have been liquidated, by leverage and side
modifyLiquidityKind: What happened to the liquidity
newLiquidityAmount: Deposit of the position after it
newSharesAmount: Shares of the position after it
event: What happened to the order
AcreInfosBody.ids: Numbers of areas, 1 to 10
authorizedSettler: Key that pays settlement requests
AbsorptionHistory FundingHistory ListingsHistory MarketSeries Performance PriceFeed SalesHistory
  ValueHistory.points: Points in ascending order of time
Trades.trades: Trades of the channel: of a snapshot the last ones, of a delta those since
"""
