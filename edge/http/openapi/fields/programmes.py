"""Points, contests, referrals, prediction markets."""

WORDS = """\
leaderboard: Participants by rank
rank: Place from 1; ties share the lower number
PerpetualStatus RankedPointsRow PointsBreakdown.rank: Place from 1; ties share the lower number;
  null when not ranked
tradingPoints: Points for open positions, before boosts
lpPoints: Points for liquidity, before boosts
referralPoints: Points for the wallets that used the code
referredBoost: Boost for having used a code, added to the others
firstHoaBoost: Boost for the first membership badge
additionalHoaBoost: Boost for further membership badges, for ten at most
snapshotBoosts: Boosts of announced snapshots
boost: Boost that the snapshot gave
boosts: Sum of all boosts
daily: The last 30 days, oldest first
isFinal: Whether the ranking is frozen
participants: Wallets that take part
isParticipating: Whether the wallet takes part
participatedAt: When it joined; null when it did not
isForPerpetualPoints: Whether the perpetual programme is joined instead of the season
referralCode: Code of letters, digits, `_` and `-`
referredBy: Wallet whose code was used; null without one
referredByCode: Code that was used; null without one
referredAt: When the code was used; null without one
referralList: Wallets that used the code
referredCount: How many wallets used the code
userId: Wallet that the answer is about
key: Wallet or username, as in the path
isDemo: Whether it trades by itself
contestId: Name of the contest in paths
contestIds: Names of all contests
contests: Contests that a filter chose
joinedAt: When the wallet joined
description: Text for participants
PredictionMarket.description: What the question is about
ContestPrize.description: Words of the prize
slug: Name of the contest in paths
startsAt: When results begin to count
endsAt: When results end to count
minCollateral: Average collateral that a prize needs
prizes: Prizes by rank
rankFrom: First rank of the prize
rankTo: Last rank of the prize
raffle: How winners are drawn; null without a raffle
participantsCount: Wallets that take part
isJoined: Whether `user` takes part
winners: Rows of those who won
live: Contests that have begun and not ended
upcoming: Contests that have not begun
finished: Contests that have ended
joined: Contests that the wallet takes part in
tokenChange: Equity now less equity at the start less net deposits
positionCount: Open positions of the wallet
collateralAmount: Average collateral of the wallet since the start
annualizedReturn: `percentChange` for a year
assetDash: Whether the wallet came by the partner's application
portfolio: Points of the wallet in prediction markets
availablePoints: Points that can be spent
openInterestPoints: Points that orders hold and contracts cost
order: The order after the request
orders: Orders of the page, newest first
BatchBody.orders: Orders to place one after the other, at most 15
type: Whether it rests at its price (`limit`) or takes what there is (`market`)
PropertyTypeCount.type: Kind of home
contracts: Number of contracts, each pays 100 points when its side wins
AmendBody.contracts: New number of contracts that remain; without it the old one
Level.contracts: Contracts that rest at the price, 0 when gone
timeInForce: How long it rests: until canceled, until a time, not at all, or all at once
postOnly: Whether it is refused when it would trade at once
selfTradePrevention: What is canceled when it would meet an own order
clientOrderId: Id of the client's own, unique among open orders and those of 24 hours
filledContracts: Contracts that were traded
remainingContracts: Contracts that rest in the book
canceledContracts: Contracts that were canceled
averagePrice: Average price of the traded contracts, in points
feePoints: Points that were paid as a fee
reservedPoints: Points that the rest of the order holds
queueContracts: Contracts with an earlier place
results: Outcome of each order, in the order of the request
error: Why the order was refused
canceled: Numbers of the canceled orders
cancelAt: When all orders are canceled unless it is asked again; null when switched off
timeoutSeconds: Seconds of silence after which all orders are canceled; 0 switches it off
costPoints: Points that the contracts have cost
currentPrice: Price of the last trade, in points of the side
payoutPoints: Points that were paid for the position; null before
tradeId: Trade, by its number
role: Whether the order rested (`maker`) or came (`taker`)
takerSide: Outcome that the coming order bought
yesPrice: Points for one YES contract, 1 to 99
title: The question
rules: How the question is decided
strike: Index price that the question asks about; null without one
opensAt: When orders are taken first
closesAt: When trading ends
resolvesAt: When the price that decides is due
isResolved: Whether it is decided and paid
outcome: How it was decided; null before
lastYesPrice: Points for YES in the last trade; null before the first
volumeContracts: Contracts that were traded
PredictionHistory.volumeContracts: Contracts that were traded in each bar
openInterestContracts: Pairs of contracts that are held
resolution: How it was decided; null before
paysAt: When points are paid
orderBook: Resting orders by price
yes: Resting bids for YES, best first
no: Resting bids for NO, best first
bestYesBid: Best resting bid for YES; null without one
bestYesAsk: 100 - best bid for NO; null without one
bestNoBid: Best resting bid for NO; null without one
bestNoAsk: 100 - best bid for YES; null without one
"""
