/** The only file that makes branded amounts: from the wire's raw strings and from what people type. */
import {
  type CollateralE6,
  DECIMALS,
  type Kind,
  type LamportsE9,
  type PriceE8,
  type RateE12,
  type Raw,
  type SizeE6,
  type TokenE6,
} from "./amounts";

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
export const parseLamports = (text: unknown): LamportsE9 => rawInteger(text, "LamportsE9");

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

/**
 * Reads what a person typed into a field, exactly: commas and spaces are thousands separators, more
 * fraction digits than the kind has are refused, never rounded. null means "not an amount".
 */
export function parseInput<K extends Kind>(text: string, kind: K): Raw<K> | null {
  const plain = text.trim().replace(/[,\s_]/g, "");
  if (plain.length > TEXT_LENGTH_MAX) return null;
  return decimal(plain, DECIMALS[kind], false) as Raw<K> | null;
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
