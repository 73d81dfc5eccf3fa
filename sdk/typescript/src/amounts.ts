/** Amounts: exact decimals outside, bigint in the smallest unit inside, one spelling in memos. */
import { AcreError, BAD_ANSWER } from "./errors.js";

/** Whole units: a decimal text, or a whole number. A number with a fraction is refused. */
export type Amount = string | bigint | number;

/** Digits after the point. */
export const COLLATERAL = 6;
export const SIZE = 6;
export const PRICE = 8;
export const SOL = 9;
export const RATE = 12;

const I64_MAX = 2n ** 63n - 1n;
const TIME_MAX = 253_402_300_799; // the end of the year 9999
const TEXT = /^([0-9]{1,20})(?:\.([0-9]{1,20}))?$/;
const RAW = /^(?:0|-?[1-9][0-9]{0,37})$/;

/**
 * An amount in its smallest unit. Throws TypeError for a number with a fraction, which is not
 * exact, and RangeError for signs, other texts and digits beyond the unit.
 */
export function toRaw(name: string, value: Amount, digits: number, isZeroOk = false): bigint {
  const match = TEXT.exec(textIn(name, value));
  if (match === null) throw new RangeError(`${name} must be a plain decimal number, not ${value}`);
  const [, whole = "", given = ""] = match;
  const fraction = given.replace(/0+$/, "");
  if (fraction.length > digits) {
    throw new RangeError(`${name} has more than ${digits} digits after the point`);
  }
  const units = BigInt(whole + fraction.padEnd(digits, "0"));
  if (units === 0n && !isZeroOk) throw new RangeError(`${name} must be above zero`);
  if (units > I64_MAX) throw new RangeError(`${name} is out of range`);
  return units;
}

function textIn(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return String(value);
  throw new TypeError(`${name} must be a text, a bigint or a whole number: fractions as text`);
}

/** A raw integer of an answer; throws AcreError for anything else. */
export function rawOf(name: string, value: unknown): bigint {
  if (typeof value !== "string" || !RAW.test(value)) {
    throw new AcreError(BAD_ANSWER, `${name} is no integer`);
  }
  return BigInt(value);
}

/** A raw amount in whole units, exactly: `decimalOf(2_500_000n, 6)` is `"2.5"`. */
export function decimalOf(units: bigint, digits: number): string {
  const text = textOf(units < 0n ? -units : units, digits).replace(/\.?0+$/, "");
  return units < 0n ? `-${text}` : text;
}

/** The spelling of an amount in a memo. */
export function textOf(units: bigint, digits: number): string {
  const text = units.toString().padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The spelling of a signed size in a memo. */
export function sizeText(units: bigint): string {
  return units < 0n ? `-${textOf(-units, SIZE)}` : `+${textOf(units, SIZE)}`;
}

/** The spelling of a time in a memo. */
export function timeText(timeS: number): string {
  if (!Number.isSafeInteger(timeS) || timeS < 1 || timeS > TIME_MAX) {
    throw new RangeError("the time is out of range");
  }
  return new Date(timeS * 1000).toISOString().replace(".000Z", "Z");
}
