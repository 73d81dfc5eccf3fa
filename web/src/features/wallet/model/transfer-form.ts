import { type CheckedAmount, checkAmount } from "@/lib/amount-field";
import type { CollateralE6 } from "@/lib/amounts";

/** What a person typed into a transfer form, and what is wrong with it. Pure. */

export interface TransferForm {
  readonly amount: string;
  readonly tip: string;
  readonly name: string;
  /** Errors show once the person has tried to submit. */
  readonly isChecked: boolean;
  /** What the server, the wallet or the exchange said about the last attempt. */
  readonly problem: string | null;
}

export type TransferField = "amount" | "tip" | "name";

export type TransferAction =
  | { readonly kind: "typed"; readonly field: TransferField; readonly text: string }
  | { readonly kind: "checked" }
  | { readonly kind: "refused"; readonly problem: string };

export const EMPTY_FORM: TransferForm = {
  amount: "",
  tip: "",
  name: "",
  isChecked: false,
  problem: null,
};

export function reduceTransferForm(form: TransferForm, action: TransferAction): TransferForm {
  switch (action.kind) {
    case "typed":
      return { ...form, [action.field]: action.text, problem: null };
    case "checked":
      return { ...form, isChecked: true, problem: null };
    case "refused":
      return { ...form, problem: action.problem };
  }
}

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
