import { type CheckedAmount, checkAmount } from "@/domain/amount-field";
import type { CollateralE6 } from "@/domain/amounts";

/** What is wrong with what a person typed into a transfer form. Pure. */

type Checked = CheckedAmount<"CollateralE6">;

const NAME_LENGTH_MAX = 32;
const USD = { kind: "CollateralE6", unit: "USD" } as const;

export function checkDeposit(text: string, balance: CollateralE6 | null): Checked {
  return checkAmount(text, { ...USD, max: balance, maxIs: "Your wallet holds" });
}

/** The first deposit of a new account may be left out. */
export function checkFirstDeposit(text: string, balance: CollateralE6 | null): Checked {
  return text.trim() === "" ? { value: null, error: null } : checkDeposit(text, balance);
}

export function checkWithdrawal(
  text: string,
  max: CollateralE6 | null,
  min: CollateralE6 | null,
): Checked {
  return checkAmount(text, { ...USD, min, max, maxIs: "What can be withdrawn now:" });
}

/** Account names are printable ASCII (they stand in the memo that the wallet shows). */
export function checkName(text: string): string | null {
  const name = text.trim();
  if (name.length > NAME_LENGTH_MAX) return `At most ${NAME_LENGTH_MAX} characters.`;
  return /^[\x20-\x7e]*$/.test(name) ? null : "Use plain letters, digits and signs only.";
}
