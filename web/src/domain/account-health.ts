/** How near an account is to liquidation, in words and for alerts. Nothing is computed here. */
import type { MarginAccount } from "./model";
import { parseRate } from "./parse";

export type HealthLevel = "good" | "low" | "bad";

/** Liquidation begins at 1; a few days' prints lie between these and it. */
const LOW = parseRate("1.6");
const BAD = parseRate("1.15");

export function healthLevel(account: MarginAccount): HealthLevel {
  if (account.canLiquidate || account.isInLiquidation) return "bad";
  if (account.health === null || account.health >= LOW) return "good";
  return account.health < BAD ? "bad" : "low";
}

/** The states of a margin account (API 8.1). */
export type AccountState = "empty" | "funded" | "trading" | "liquidatable" | "inLiquidation";

export function accountState(account: MarginAccount): AccountState {
  if (account.isInLiquidation) return "inLiquidation";
  if (account.canLiquidate) return "liquidatable";
  if (account.positions.length > 0) return "trading";
  return account.collateral === 0n ? "empty" : "funded";
}

export const STATE_WORDS: Readonly<Record<AccountState, string>> = {
  empty: "empty",
  funded: "no positions",
  trading: "trading",
  liquidatable: "can be liquidated",
  inLiquidation: "in liquidation",
};

/** What to do about an account that comes near to its liquidation; null while it is far. */
export function healthWarning(account: MarginAccount): string | null {
  if (account.isInLiquidation) {
    return "In liquidation: positions are being reduced. Only deposits are possible until it ends.";
  }
  if (account.canLiquidate) {
    return "Margin is below the requirement: you can be liquidated now. Deposit or reduce.";
  }
  switch (healthLevel(account)) {
    case "bad":
      return "Very close to liquidation (health below 1). Deposit or reduce a position.";
    case "low":
      return "Close to liquidation (health below 1).";
    case "good":
      return null;
  }
}

export interface AccountAlert {
  readonly key: string;
  readonly isLoss: boolean;
  readonly title: string;
  readonly text: string;
}

/** The alert for the change between two readings of an account. */
export function accountAlert(before: MarginAccount, now: MarginAccount): AccountAlert | null {
  const { id, name } = now;
  if (now.wasRecentlyLiquidated && !before.wasRecentlyLiquidated) {
    return {
      key: `liquidated-${id}`,
      isLoss: true,
      title: `${name} was liquidated`,
      text: "Margin fell below the requirement, so positions were closed. See Liquidations.",
    };
  }
  const text = healthWarning(now);
  if (text === null || healthLevel(now) !== "bad" || healthLevel(before) === "bad") return null;
  return { key: `health-${id}`, isLoss: false, title: `${name} is close to liquidation`, text };
}
