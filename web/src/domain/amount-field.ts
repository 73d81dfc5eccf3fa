/** The checks that every amount field shares: what the server would refuse, said before sending. */
import type { Kind, Raw } from "./amounts";
import { formatAmount, formatField, formatRaw, formatUsd } from "./format";
import { readInput } from "./parse";
import { inReadersUnit } from "./reader/area";

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

/** The amount with its unit, "$5.00" or "5.00 ACRE". */
function withUnit<K extends Kind>(value: Raw<K>, kind: K, unit: string, digits: number): string {
  if (unit === "USD") return formatUsd(value, kind, { digits });
  return `${formatAmount(value, kind, { digits })} ${unit}`.trim();
}

/** An exact amount: two decimals, or more where the amount has more. */
export function plainAmount<K extends Kind>(value: Raw<K>, kind: K, unit: string): string {
  const digits = Math.max(2, formatField(value, kind).split(".")[1]?.length ?? 0);
  return withUnit(value, kind, unit, digits);
}

/**
 * A limit to two decimals, rounded to the side that is accepted: the largest down, the smallest up.
 * Exact where the rounded limit would be zero or above the kind's own precision.
 */
function limitText<K extends Kind>(value: Raw<K>, kind: K, unit: string, isLargest: boolean) {
  const { value: shown, decimals } = inReadersUnit(value, kind);
  const step = 10n ** BigInt(Math.max(0, decimals - 2));
  const down = shown - (shown % step);
  const rounded = isLargest || down === shown ? down : down + step;
  if (down === 0n) return plainAmount(value, kind, unit);
  const text = formatRaw(rounded, decimals);
  return unit === "USD" ? `$${text}` : `${text} ${unit}`.trim();
}

/** Reads a field's text under its rules; an error is a sentence for the person who typed it. */
export function checkAmount<K extends Kind>(text: string, rules: AmountRules<K>): CheckedAmount<K> {
  const { kind, unit, min = null, max = null, maxIs = "At most", allowsZero = false } = rules;
  const read = readInput(text, kind);
  if (read.value === null) return read;
  const { value } = read;
  const wrong = (error: string) => ({ value: null, error });
  if (value === 0n && !allowsZero) return wrong("Enter an amount greater than 0.");
  if (min !== null && value < min) return wrong(`At least ${limitText(min, kind, unit, false)}.`);
  if (max !== null && value > max) return wrong(`${maxIs} ${limitText(max, kind, unit, true)}.`);
  return { value, error: null };
}
