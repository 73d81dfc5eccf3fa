/** The checks that every amount field shares: what the server would refuse, said before sending. */
import type { Kind, Raw } from "./amounts";
import { formatAmount, formatExact } from "./format";
import { readInput } from "./parse";

export interface AmountRules<K extends Kind> {
  readonly kind: K;
  /** Shown after the figures of a refusal, for example "USD". */
  readonly unit: string;
  /** The smallest amount accepted; without it anything above 0. */
  readonly min?: Raw<K> | null;
  /** The largest; null while it is not known. */
  readonly max?: Raw<K> | null;
  /** Says what the largest amount is, for example "Your wallet holds". */
  readonly maxIs?: string;
  readonly allowsZero?: boolean;
}

export interface CheckedAmount<K extends Kind> {
  readonly value: Raw<K> | null;
  readonly error: string | null;
}

/** Two decimals when they say all of it, else every decimal. */
export function plainAmount<K extends Kind>(value: Raw<K>, kind: K, unit: string): string {
  const exact = formatExact(value, kind);
  const digits = Math.max(2, exact.split(".")[1]?.length ?? 0);
  return `${formatAmount(value, kind, { digits })} ${unit}`.trim();
}

/** Reads a field's text under its rules; an error is a sentence for the person who typed it. */
export function checkAmount<K extends Kind>(text: string, rules: AmountRules<K>): CheckedAmount<K> {
  const { kind, unit, min = null, max = null, maxIs = "At most", allowsZero = false } = rules;
  const read = readInput(text, kind);
  if (read.value === null) return read;
  const { value } = read;
  const wrong = (error: string) => ({ value: null, error });
  if (value === 0n && !allowsZero) return wrong("Enter an amount greater than 0.");
  if (min !== null && value < min) return wrong(`At least ${plainAmount(min, kind, unit)}.`);
  if (max !== null && value > max) return wrong(`${maxIs} ${plainAmount(max, kind, unit)}.`);
  return { value, error: null };
}
