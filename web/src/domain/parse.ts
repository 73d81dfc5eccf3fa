/** The only file that makes branded amounts: from the wire's raw strings and from what people type. */
import {
  type CollateralE6,
  DECIMALS,
  type Kind,
  type LamportsE9,
  type PointsE6,
  type PriceE8,
  type RateE12,
  type Raw,
  type SharePriceE8,
  type SizeE6,
  type TokenE6,
} from "./amounts";
import { fieldDigits, fromReadersUnit } from "./reader/area";

/** Longest text accepted: every amount of the contract is below 40 digits. */
const TEXT_LENGTH_MAX = 48;

export class ParseError extends Error {
  override readonly name = "ParseError";
}

function rawInteger<K extends Kind>(text: unknown, kind: K): Raw<K> {
  if (typeof text !== "string" || text.length > TEXT_LENGTH_MAX || !/^-?[0-9]+$/.test(text)) {
    throw new ParseError(`${kind}: not a raw integer: ${String(text).slice(0, TEXT_LENGTH_MAX)}`);
  }
  return BigInt(text) as Raw<K>;
}

export const parseCollateral = (text: unknown): CollateralE6 => rawInteger(text, "CollateralE6");
export const parseToken = (text: unknown): TokenE6 => rawInteger(text, "TokenE6");
export const parseSize = (text: unknown): SizeE6 => rawInteger(text, "SizeE6");
export const parsePrice = (text: unknown): PriceE8 => rawInteger(text, "PriceE8");
export const parseSharePrice = (text: unknown): SharePriceE8 => rawInteger(text, "SharePriceE8");
export const parseLamports = (text: unknown): LamportsE9 => rawInteger(text, "LamportsE9");
export const parsePoints = (text: unknown): PointsE6 => rawInteger(text, "PointsE6");

/** Reads a rate of the wire: a decimal string of at most 12 fraction digits. */
export function parseRate(text: unknown): RateE12 {
  const raw = typeof text === "string" ? decimal(text, DECIMALS.RateE12, true) : null;
  if (raw === null) throw new ParseError(`RateE12: not a rate: ${String(text).slice(0, 48)}`);
  return raw as RateE12;
}

/** null stays null, an unknown value is not zero. */
export function nullable<T>(parse: (value: unknown) => T): (value: unknown) => T | null {
  return (value) => (value === null || value === undefined ? null : parse(value));
}

function decimal(text: string, decimals: number, isSigned: boolean): bigint | null {
  const match = /^(-?)([0-9]{0,32})(?:\.([0-9]*))?$/.exec(text);
  if (!match) return null;
  const [, sign = "", whole = "", fraction = ""] = match;
  if (whole === "" && fraction === "") return null;
  if (sign !== "" && !isSigned) return null;
  if (fraction.length > decimals) return null;
  const value = BigInt(whole + fraction.padEnd(decimals, "0"));
  return sign === "" ? value : -value;
}

/** What a person typed: the exact amount, or the sentence that says what is wrong with it. */
export type ReadInput<K extends Kind> =
  | { readonly value: Raw<K>; readonly error: null }
  | { readonly value: null; readonly error: string };

/** Amounts are 64 bits wide on the wire (API 1.2). */
const RAW_MAX = 2n ** 63n - 1n;
/** Groups as any locale with a decimal point writes them: 1,234,567 and 12,34,567 and 1'234'567. */
const SEPARATOR = "[, _'’\\u00a0\\u2009\\u202f]";
const GROUPED = new RegExp(
  `^([0-9]{1,3}(${SEPARATOR}[0-9]{3})+|[0-9]{1,2}(${SEPARATOR}[0-9]{2})+${SEPARATOR}[0-9]{3})(\\.[0-9]*)?$`,
);

const EXAMPLE = "Enter a number, e.g. 1,500.50.";
const TOO_LARGE = "Amount too large.";

function inputProblem(plain: string, text: string, decimals: number): string {
  if (plain === "") return "Enter an amount.";
  if (/^[-−]/.test(plain)) return "Enter an amount greater than 0.";
  if (/^[0-9.,]+e[+-]?[0-9]+$/i.test(plain)) return "Write the number out, without an exponent.";
  if (/\p{Nd}/u.test(plain.replace(/[0-9]/g, ""))) return "Use the digits 0 to 9.";
  if (/^[0-9]*\.[0-9]+$/.test(plain) && text.length <= TEXT_LENGTH_MAX) {
    return decimals === 0 ? "Enter a whole number." : `At most ${decimals} decimals.`;
  }
  return text.length > TEXT_LENGTH_MAX ? TOO_LARGE : EXAMPLE;
}

/**
 * Reads what a person typed into a field, exactly; square meters to the server's nearest unit.
 * Commas and spaces count only between thousands,
 * so that a decimal comma is never taken for one; more fraction digits than the kind has are
 * refused, never rounded.
 */
export function readInput<K extends Kind>(text: string, kind: K): ReadInput<K> {
  const trimmed = text.trim();
  const plain = GROUPED.test(trimmed) ? trimmed.replace(/[^0-9.]/g, "") : trimmed;
  const digits = fieldDigits(kind);
  const typed = plain.length > TEXT_LENGTH_MAX ? null : decimal(plain, digits, false);
  if (typed === null) return { value: null, error: inputProblem(plain, trimmed, digits) };
  const value = fromReadersUnit(typed, kind);
  if (value > RAW_MAX) return { value: null, error: TOO_LARGE };
  return { value: value as Raw<K>, error: null };
}

/** As `readInput`, for callers that have a sentence of their own. */
export function parseInput<K extends Kind>(text: string, kind: K): Raw<K> | null {
  return readInput(text, kind).value;
}

/** Reads a typed percentage ("0.5" is half a percent) as a rate. */
export function parsePercentInput(text: string): RateE12 | null {
  return decimal(text.trim().replace(/%$/, "").trim(), 10, false) as RateE12 | null;
}

/** Back to the wire's raw string. */
export function toWire(value: bigint): string {
  return value.toString();
}

/** A rate back to the wire's decimal string. */
export function rateToWire(value: RateE12): string {
  const digits = (value < 0n ? -value : value).toString().padStart(13, "0");
  const text = `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, "");
  return value < 0n ? `-${text}` : text;
}
