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
    return "In liquidation: parts of the positions are being closed. Only deposits are possible until it is safe again.";
  }
  if (account.canLiquidate) {
    return "This account can be liquidated now: its margin is below what its positions require. Deposit or reduce at once.";
  }
  switch (healthLevel(account)) {
    case "bad":
      return "Very close to liquidation, which begins at a health of 1. Deposit or reduce a position.";
    case "low":
      return "Coming close to liquidation, which begins at a health of 1.";
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
      text: "Its margin fell below what its positions required, so positions were closed. What is left of the margin is yours; the pieces stand under Liquidations.",
    };
  }
  const text = healthWarning(now);
  if (text === null || healthLevel(now) !== "bad" || healthLevel(before) === "bad") return null;
  return { key: `health-${id}`, isLoss: false, title: `${name} is close to liquidation`, text };
}
