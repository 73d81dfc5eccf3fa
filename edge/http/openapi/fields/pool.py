"""The pool, solvency, staking, the state of the service."""

WORDS = """\
reserveBalance: Part of the vault that covers bad debt
protocolFeeBalance: Part of the vault that is the protocol's fees
unsettledBalance: Part of the vault for requested payouts, with tips
quarantinedBalance: Part of the vault that came without an accepted command
marginBalance: Part of the vault that is the collateral of margin accounts
lpBalance: Part of the vault that is the pool's, before unrealized P&L
tvl: Value locked: `marginBalance` + `lpBalance`
lpShares: Shares of the pool that are outstanding
unrealizedPnl: Open P&L of all traders, above 0 when the pool owes it
PointsAnswer PredictionPosition.unrealizedPnl: Points that the contracts would win or lose at the
  last price
requiredMinimumBalance: What the pool keeps back for open positions
requiredMinimumBalancePercent: Required minimum ÷ balance of the pool; 0 without a balance
cumulativeNotionalVolume: Traded notional since the exchange began
cumulativeLpFee: Fees that the pool has got since the exchange began
lpYield: Fee income of the pool's depositors, for a year
apr: Fee income of 30 days ÷ average value x 365 ÷ 30
StakingTotals.apr: Rewards of the stake
apy: (1 + `apr` ÷ 365) ^ 365 - 1
start: The pool at the beginning of the window
Comparison.start: Moment at which all indexes are 100
EpochPeriod.start: When the epoch begins
LockedEpochPeriod.start: Now, from which the wait counts
end: The pool at the end of the window
EpochPeriod.end: When the epoch ends
LockedEpochPeriod.end: When the amount can be withdrawn
deposited: Liquidity that came within the window
PnlParts.deposited: All that the wallet has brought
withdrawn: Liquidity that left within the window
PnlParts.withdrawn: All that the wallet has taken
parts: What made the change, part by part
fees: The pool's part of the trade fees
RealizedPosition.fees: Fees that the position has paid
PoolParts.surcharge: Surcharges of trades that the pool got
funding: Funding that the pool got, below 0 when it paid
PnlParts.funding: Funding of closed parts of positions
RealizedPosition.funding: Funding of closed parts of the position
AcreCosts.funding: Net funding paid over the deal, below 0 when received
holding: Holding charges that the pool got
trading: What traders lost to the pool by prices, below 0 when they won
other: Liquidations, bad debt and what the operator moved
PnlParts.other: What no other part counts
sharePriceChange: Change of the share price; null without a price above 0 before
allMarkets: The pool when all indexes move alike
scenarios: The pool after each move of the index
move: Move of the index price
realized: P&L of closed parts of positions
RealizedPosition.realized: P&L that the position has realized
unrealized: P&L that is still open
tradingFees: Fees that the wallet has paid for trades
liquidationFees: Fees that the wallet has paid for liquidations
returnOnCapital: `pnl` ÷ capital at the beginning and deposits since, rounded down
vaultBalance: Collateral in the vault on the chain
claims: What the exchange owes, by kind
difference: Vault less claims, never below 0 unless something is missing
reserve: Owed to the reserve
protocolFees: Owed to the protocol
unsettled: Owed to requested payouts
quarantined: Owed to senders of quarantined deposits
tokenVaultBalance: ACRE tokens in the vault on the chain
tokenClaims: ACRE tokens that the exchange owes
sequence: Number of the last command that is in it
stateHash: Hash of the whole state, hexadecimal
stateRoot: Root of the tree over all that is owed
rootSlot: Slot in which the newest root was put on the chain; null before the first
rootSignature: Transaction that put it there, base58; null before the first
proofs: Proofs of what one wallet is owed; only with `user`
leaf: What is hashed at the end of the way
path: Nodes from the leaf to the root
hash: Sums and hash of the node
env: Environment; tokens are valid in one alone
chainSlot: Newest slot of the chain; null while the node is away
followedSlot: Newest slot whose commands were applied
projectedSequence: Number of the last command that histories show
lastPrintAt: When the newest price update was published; null before the first
clock: Engine time and how fast it runs
rate: Engine seconds in a real second; 1 outside the demo
replay: History that the demo replays; null where prices are real
attribution: Whom the data set is from, and its terms
date: Midnight of the day, UTC
Replay.date: Day of the data set that is replayed now
historyEnds: Last day of the data set
secondsPerDay: Real seconds in which a day of the demo passes
database: `ok` while the database answers
journal: `ok` while the journal takes commands
journalAgeMs: Age of the newest flush of the journal, milliseconds
node: Whether the chain node answers
follower: Whether commands of the chain come in
waiting: Parts that are not ready yet
blockTime: Time of the newest block
tps: Transactions of a second, over the newest blocks
latencyMs: How long the node took to answer, milliseconds
sol: SOL that the faucet sent
collateral: Test USD that the faucet sent
token: ACRE tokens that the faucet sent
ContestPrize.token: What the prize is paid in
totalLocked: Tokens that are locked, of all wallets
totalLocking: Tokens that lock with the next epoch, of all wallets
totalUnlocking: Tokens that wait to be withdrawn, of all wallets
stakers: Wallets with a stake
epoch: Number of the running epoch of staking
StakeSchedule.epoch: Epoch from whose start the amount can be withdrawn
epochEnd: When the epoch ends
duration: Length of the epoch, seconds
secondsRemaining: Seconds until then, at least 0
unlockingEpoch: Epoch from whose start the amount can be withdrawn
createAccount: Whether to make the stake account first
locking: Tokens that lock with the next epoch
locked: Tokens that are locked and earn
preunlocking: Tokens that begin to unlock with the next epoch, part of `unlocking`
Unvested.preunlocking: Unvested tokens that begin to unlock with the next epoch
unlocking: Tokens that wait after an unstake
unlocked: Tokens that can be withdrawn
unlockingSchedule: Waiting amounts by the epoch that ends the wait, ascending
unvested: Part of the stake that is not vested, by state
isAccountFull: Whether the stake has no room for another amount in wait
hasAccount: Whether the wallet has a stake account
stakeAccount: Account on the chain that holds the stake of the wallet
custody: Token account of the stake
positionsAccount: Account of the stake's positions
image: Picture of the first badge
"""
