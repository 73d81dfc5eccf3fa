import type { CollateralE6, RateE12 } from "@/lib/amounts";
import { formatAmount } from "@/lib/format";
import { parseInput } from "@/lib/parse";

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

/** The amount when it is right, else the sentence that says what is wrong with it. */
export interface Checked {
  readonly raw: CollateralE6 | null;
  readonly error: string | null;
}

const NAME_LENGTH_MAX = 32;
const NOT_AN_AMOUNT = "Enter an amount with at most 6 decimals.";
const NOT_POSITIVE = "Enter an amount greater than 0.";

function wrong(error: string): Checked {
  return { raw: null, error };
}

function usd(amount: CollateralE6): string {
  return `${formatAmount(amount, "CollateralE6", { digits: amount % 10_000n === 0n ? 2 : 6 })} USD`;
}

function checkAmount(text: string): Checked {
  if (text.trim() === "") return wrong(NOT_POSITIVE);
  const raw = parseInput(text, "CollateralE6");
  if (raw === null) return wrong(NOT_AN_AMOUNT);
  return raw > 0n ? { raw, error: null } : wrong(NOT_POSITIVE);
}

export function checkDeposit(text: string, balance: CollateralE6 | null): Checked {
  const checked = checkAmount(text);
  if (checked.raw !== null && balance !== null && checked.raw > balance) {
    return wrong(`Your wallet holds ${usd(balance)}.`);
  }
  return checked;
}

/** The first deposit of a new account may be left out. */
export function checkFirstDeposit(text: string, balance: CollateralE6 | null): Checked {
  return text.trim() === "" ? { raw: null, error: null } : checkDeposit(text, balance);
}

export function checkWithdrawal(
  text: string,
  max: CollateralE6 | null,
  min: CollateralE6 | null,
): Checked {
  const checked = checkAmount(text);
  if (checked.raw === null) return checked;
  if (max !== null && checked.raw > max) return wrong(`At most ${usd(max)} can be withdrawn now.`);
  if (min !== null && checked.raw < min) return wrong(`The smallest withdrawal is ${usd(min)}.`);
  return checked;
}

const E12 = 1_000_000_000_000n;

/** An absent tip is none. The share of the amount that a tip may be is the exchange's rule. */
export function checkTip(
  text: string,
  amount: CollateralE6 | null,
  maxRate: RateE12 | null,
): Checked {
  if (text.trim() === "") return { raw: null, error: null };
  const raw = parseInput(text, "CollateralE6");
  if (raw === null) return wrong(NOT_AN_AMOUNT);
  if (amount !== null && maxRate !== null && raw * E12 > amount * maxRate) {
    return wrong("The tip is above the share of the amount that the exchange allows.");
  }
  return { raw, error: null };
}

/** Account names are printable ASCII (they stand in the memo that the wallet shows). */
export function checkName(text: string): string | null {
  const name = text.trim();
  if (name.length > NAME_LENGTH_MAX) return `At most ${NAME_LENGTH_MAX} characters.`;
  return /^[\x20-\x7e]*$/.test(name) ? null : "Use plain letters, digits and signs only.";
}
