import { type CheckedAmount, checkAmount } from "@/domain/amount-field";
import type { CollateralE6 } from "@/domain/amounts";

/** Checks of the fields of the transfer forms. Pure. */

type Checked = CheckedAmount<"CollateralE6">;

const NAME_LENGTH_MAX = 32;
const USD = { kind: "CollateralE6", unit: "USD" } as const;

export function checkDeposit(text: string, balance: CollateralE6 | null): Checked {
  return checkAmount(text, { ...USD, max: balance, maxIs: "Your wallet has" });
}

/** The first deposit of a further account may be left out. */
export function checkFirstDeposit(text: string, balance: CollateralE6 | null): Checked {
  return text.trim() === "" ? { value: null, error: null } : checkDeposit(text, balance);
}

export function checkWithdrawal(
  text: string,
  max: CollateralE6 | null,
  min: CollateralE6 | null,
): Checked {
  return checkAmount(text, { ...USD, min, max, maxIs: "Available:" });
}

/** Account names are printable ASCII (they stand in the memo that the wallet shows). */
export function checkName(text: string): string | null {
  const name = text.trim();
  if (name.length > NAME_LENGTH_MAX) return `At most ${NAME_LENGTH_MAX} characters.`;
  return /^[\x20-\x7e]*$/.test(name) ? null : "Use only letters, digits and ASCII signs.";
}
