import type { Entries } from "../entry";

export const MARGIN = {
  "margin-account": {
    term: "Margin account",
    line: "A separate account for collateral and positions. You can have up to 20.",
    text: "A margin account holds collateral and up to 12 positions. Accounts are isolated: a liquidation in one never affects the others of the same wallet.",
  },
  collateral: {
    term: "Collateral",
    line: "The dollars you deposited, plus or minus realized results.",
    text: "Collateral is the USD token in a margin account: deposits and realized gains, less withdrawals, realized losses and fees.",
  },
  "available-margin": {
    term: "Margin balance",
    line: "Collateral plus unrealized P&L and funding.",
    text: "The margin balance is collateral plus the price and funding P&L of all positions of the account. It is compared with the required margin. The API calls it available margin.",
  },
  "free-margin": {
    term: "Free margin",
    line: "Margin that is not needed for open positions.",
    text: "Free margin is what is left of the margin balance after the initial margin of all positions and the margin for the liquidation fee. You can use it to open positions or withdraw it; unrealized profit cannot be withdrawn.",
  },
  "initial-margin": {
    term: "Initial margin",
    line: "The margin required to open or increase a position.",
    text: "Initial margin is a percentage of the notional that sets the highest leverage: 10% allows 10×. It rises with the size of the position, plus a small fixed amount per position.",
  },
  "maintenance-margin": {
    term: "Maintenance margin",
    line: "The margin required to keep positions. Below it, they are liquidated.",
    text: "Maintenance margin is a fixed part of the initial margin (half by default). If the margin balance falls below maintenance margin plus the margin for the liquidation fee, the account can be liquidated.",
  },
  health: {
    term: "Health",
    line: "Margin balance ÷ required margin. Below 1 the account can be liquidated.",
    text: "Health is the margin balance divided by maintenance margin plus the margin for the liquidation fee. At 2× you have twice the margin that is required. Below 1 the account can be liquidated.",
  },
  liquidation: {
    term: "Liquidation",
    line: "Forced closing of positions when margin no longer covers the requirement.",
    text: "When health is below 1, anyone can trigger a liquidation. Positions close in pieces at the index price without a trading fee, only as much as restores the target health (1.25 by default). A liquidation fee is charged. What remains stays yours.",
  },
  "liquidation-price": {
    term: "Liquidation price",
    line: "The index price at which the account can be liquidated.",
    text: "The liquidation price of a position assumes that all other prices stay the same and no further funding accrues. It moves as funding accrues and when you deposit, withdraw or trade. “None” means that no positive price leads to liquidation.",
  },
  "liquidation-fee": {
    term: "Liquidation fee",
    line: "A percentage of the liquidated notional, paid to the liquidator.",
    text: "The liquidation fee is a percentage of the closed notional with a minimum and a maximum, and never more than the margin that is left. The account that triggered the liquidation receives it.",
  },
  "liquidation-capacity": {
    term: "Liquidation capacity",
    line: "How much can be liquidated in one market per hour.",
    text: "Liquidations in a market are limited per window of time (an hour by default), so that large ones do not hit the pool at once. If the limit is reached, the account stays in liquidation and accepts deposits only, until it is healthy or capacity is free again.",
  },
  "bad-debt": {
    term: "Bad debt",
    line: "A loss larger than the account's collateral. You never owe it.",
    text: "If a liquidation leaves an account below zero, the reserve covers the loss, then the liquidity pool. The account is set to exactly zero; you cannot lose more than you deposited.",
  },
  "auto-deleveraging": {
    term: "Auto-deleveraging",
    line: "Last resort: profitable positions close if the pool cannot cover a loss.",
    text: "If a bad debt would use up the whole liquidity pool, profitable positions on the other side of that market are closed at the index price, and part of their profit covers the loss. Positions with the highest profit relative to their margin close first. No fee is charged.",
  },
  withdrawal: {
    term: "Withdrawal",
    line: "Collateral on its way to your wallet, after the settlement delay.",
    text: "A withdrawal leaves your margin at once and is paid to your wallet after the settlement delay. It carries no risk in the meantime and cannot be canceled.",
  },
  settlement: {
    term: "Settlement",
    line: "Paying a withdrawal or pool removal to the wallet after a delay.",
    text: "Withdrawals and pool removals wait for the settlement delay (24 hours by default) and are then paid in order. The delay gives time to stop an attack. Payouts above an hourly or daily limit continue in order when the limit allows.",
  },
  tip: {
    term: "Keeper tip",
    line: "Optional: paid to the wallet that processes your withdrawal.",
    text: "You can offer part of a withdrawal (up to 1% by default) to the wallet that processes it after the delay. The exchange processes all withdrawals by itself, also without a tip.",
  },
} as const satisfies Entries;
