import type { Entries } from "../entry";

export const REWARDS = {
  points: {
    term: "Points",
    line: "Rewards for trading, liquidity and staking. No cash value.",
    text: "Points are counted every hour for open positions, pool deposits and active stakes, from the moment you join. They cannot be transferred and have no cash value.",
  },
  season: {
    term: "Season",
    line: "A points program with an end and a final leaderboard.",
    text: "There are three seasons, each with its own rates. When a season ends its leaderboard is frozen. At most one season or the perpetual program counts points at a time.",
  },
  boost: {
    term: "Boost",
    line: "A percentage added to the points you earn. Boosts add up.",
    text: "Boosts come from a referral, from membership badges and from announced snapshots. They are added together, never multiplied.",
  },
  badge: {
    term: "Membership badge",
    line: "A token in your wallet that boosts points while you hold it.",
    text: "A membership badge is a token that the operator lists. The first gives a larger boost, further ones smaller ones. The boost ends when the badge leaves your wallet.",
  },
  referral: {
    term: "Referral",
    line: "Use a code for a 5% boost; its owner earns 10% of your base points.",
    text: "A referral code can be used once, within 7 days of joining. Its user gets a 5% boost, and its owner earns 10% of the base points of the user. The user loses nothing.",
  },
  contest: {
    term: "Contest",
    line: "A ranking of traders by return between two dates.",
    text: "A contest ranks wallets by the return on their own capital, by default in percent. Deposits and withdrawals do not count as gains. To qualify for prizes you need a minimum balance and at least one trade.",
  },
  annualized: {
    term: "Annualized",
    line: "A rate or return converted to one year. Not a forecast.",
    text: "An annualized figure shows what a rate or return would be over a year if it stayed the same. Returns of contests are compounded; funding rates are multiplied by 365.",
  },
} as const satisfies Entries;
