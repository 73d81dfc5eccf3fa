import type { Entries } from "../entry";

export const LIQUIDITY = {
  pool: {
    term: "Liquidity pool",
    line: "The counterparty of all traders. Anyone can deposit.",
    text: "The liquidity pool takes the other side of the traders' imbalance. It earns fees, surcharges and traders' losses, and pays traders' gains. It can lose money.",
  },
  "lp-share": {
    term: "Pool share",
    line: "Your part of the liquidity pool. Its price can rise and fall.",
    text: "A deposit buys pool shares. You enter at the higher and leave at the lower of two prices: pool balance per share and NAV per share. This protects other providers from deposits and removals around a price move.",
  },
  nav: {
    term: "Net asset value (NAV)",
    line: "What the pool is worth: its balance less the traders' open profit.",
    text: "NAV is the balance of the pool less the unrealized profit of all traders, or plus their unrealized loss. Divided by the number of shares it is the share price.",
  },
  lock: {
    term: "Lock",
    line: "The time a pool deposit must stay before it can be removed.",
    text: "Each deposit to the pool has its own lock (30 days by default), so that deposits cannot jump in front of a price update. After it, shares can be removed as far as open positions do not need them.",
  },
  "reserved-liquidity": {
    term: "Reserved for open positions",
    line: "Pool money that cannot be removed while positions need it.",
    text: "The pool keeps a part of the open interest (half by default) plus the traders' unrealized profit. Removals cannot go below this amount, and it limits how much can be opened.",
  },
  reserve: {
    term: "Reserve",
    line: "Money that covers bad debt before the pool does.",
    text: "A part of each trading fee goes to the reserve. It pays bad debts of liquidations first; only when it is empty does the liquidity pool pay.",
  },
  "fee-apr": {
    term: "Fee APR",
    line: "Pool fees of the last 30 days, annualized. Not guaranteed.",
    text: "The fee APR annualizes the trading fees that the pool earned in the last 30 days, relative to its value. It leaves out traders' gains and losses, and past fees do not guarantee future ones.",
  },
  staking: {
    term: "Staking",
    line: "Locking ACRE tokens to earn points (not money).",
    text: "Staked ACRE tokens earn points while they are active. A stake becomes active with the next epoch. Unstaking takes effect with the following epoch, and the tokens unlock one epoch later.",
  },
  epoch: {
    term: "Epoch",
    line: "The unit of time of staking: one week by default.",
    text: "Stakes become active, inactive and unlocked at the start of an epoch. Epochs have the same length for everyone; a week by default, changing on Thursday at 00:00 UTC.",
  },
  vesting: {
    term: "Vesting",
    line: "Tokens that can be staked now and withdrawn later.",
    text: "Vesting tokens become free in whole periods. Until then they can be staked but not withdrawn.",
  },
} as const satisfies Entries;
