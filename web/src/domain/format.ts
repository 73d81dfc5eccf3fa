/** Amounts to text. Integer arithmetic only; a float never touches a shown amount. */
import { DECIMALS, type Kind, type RateE12 } from "./amounts";
import { fieldDigits, inReadersUnit } from "./reader/area";
import { formatWhole } from "./reader/locale";

export { formatDateTime, formatDay, formatMonth, formatTime } from "./reader/locale";

export const DASH = "–";
/** The sign of every negative number; a hyphen is for words. */
const MINUS = "−";

/** Fraction digits of each kind where a place asks for no others. */
export const DIGITS: Readonly<Record<Kind, number>> = {
  CollateralE6: 2,
  TokenE6: 2,
  SizeE6: 2,
  PriceE8: 2,
  SharePriceE8: 2,
  LamportsE9: 4,
  RateE12: 2,
  PointsE6: 2,
};

export interface FormatOptions {
  /** Fraction digits shown, rounded half away from zero; without it `DIGITS` of the kind. */
  readonly digits?: number;
  /** Shows + as well as −. */
  readonly signed?: boolean;
  /** 12.3M instead of 12,300,000. */
  readonly compact?: boolean;
}

function scaled(value: bigint, decimals: number, digits: number): string {
  const magnitude = value < 0n ? -value : value;
  const kept =
    digits >= decimals
      ? magnitude * 10n ** BigInt(digits - decimals)
      : (magnitude + 5n * 10n ** BigInt(decimals - digits - 1)) / 10n ** BigInt(decimals - digits);
  const text = kept.toString().padStart(digits + 1, "0");
  const whole = digits === 0 ? text : text.slice(0, -digits);
  const grouped = formatWhole(BigInt(whole));
  return digits === 0 ? grouped : `${grouped}.${text.slice(-digits)}`;
}

function withSign(text: string, value: bigint, isSigned: boolean): string {
  const isZero = !/[1-9]/.test(text);
  if (value < 0n && !isZero) return `${MINUS}${text}`;
  return isSigned && value > 0n && !isZero ? `+${text}` : text;
}

const COMPACT_STEPS: readonly (readonly [number, string])[] = [
  [12, "T"],
  [9, "B"],
  [6, "M"],
  [3, "K"],
];

/** From here on two digits round to 1.00 of the step, so that 999,999 is 1.00M, not 1,000.00K. */
function roundedUpTo(power: number): bigint {
  return 10n ** BigInt(power) - 5n * 10n ** BigInt(power - 6);
}

/** Shows a raw integer with `decimals` fraction digits. */
export function formatRaw(value: bigint, decimals: number, options: FormatOptions = {}): string {
  const { digits = 2, signed = false, compact = false } = options;
  if (compact) {
    const magnitude = value < 0n ? -value : value;
    for (const [power, suffix] of COMPACT_STEPS) {
      if (magnitude >= roundedUpTo(decimals + power)) {
        return withSign(scaled(value, decimals + power, 2) + suffix, value, signed);
      }
    }
  }
  return withSign(scaled(value, decimals, digits), value, signed);
}

/** Sizes and prices in the reader's unit of area. */
export function formatAmount(value: bigint, kind: Kind, options: FormatOptions = {}): string {
  const shown = inReadersUnit(value, kind);
  return formatRaw(shown.value, shown.decimals, {
    ...options,
    digits: options.digits ?? DIGITS[kind],
  });
}

/** Puts the dollar sign behind the sign: "−$0.05". */
function dollars(text: string): string {
  return /^[+−]/.test(text) ? `${text.slice(0, 1)}$${text.slice(1)}` : `$${text}`;
}

/** An amount of US dollars: "−$0.05", "+$12.3M". */
export function formatUsd(value: bigint, kind: Kind, options: FormatOptions = {}): string {
  return dollars(formatAmount(value, kind, options));
}

/** Shows a rate as a percentage: 0.0525 is "5.25%". */
export function formatPercent(value: RateE12, options: FormatOptions = {}): string {
  return `${formatRaw(value, DECIMALS.RateE12 - 2, options)}%`;
}

/** A float of a chart's axis; never the text of an amount. No sign on what rounds to zero. */
export function formatDrawn(value: number, digits = 2): string {
  const text = Math.abs(value).toFixed(digits);
  const [whole = "0", fraction] = text.split(".");
  const grouped = /^[0-9]+$/.test(whole) ? formatWhole(BigInt(whole)) : whole;
  const shown = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return value < 0 && /[1-9]/.test(text) ? `${MINUS}${shown}` : shown;
}

/** Dollars of a chart's axis: cents below 1,000. */
export function formatDrawnUsd(value: number, digits = Math.abs(value) < 1000 ? 2 : 0): string {
  return dollars(formatDrawn(value, digits));
}

function plain(value: bigint, decimals: number, digits: number): string {
  const text = scaled(value, decimals, digits).replace(/[^0-9.]/g, "");
  const short = digits === 0 ? text : text.replace(/\.?0+$/, "");
  return value < 0n ? `-${short}` : short;
}

/** Shows a raw integer exactly, without trailing zeros, in the server's unit: for files. */
export function formatExact(value: bigint, kind: Kind): string {
  return plain(value, DECIMALS[kind], DECIMALS[kind]);
}

/**
 * The text of an input field, in the reader's unit of area: `readInput` returns the same amount.
 * With `digits` it is rounded toward zero to that many.
 */
export function formatField(value: bigint, kind: Kind, digits?: number): string {
  const shown = inReadersUnit(value, kind);
  if (digits === undefined) return plain(shown.value, shown.decimals, fieldDigits(kind));
  const step = 10n ** BigInt(shown.decimals - digits);
  return plain(shown.value / step, digits, digits);
}

/** For drawing only (axes, colours, bars): a float that must not flow back into an amount. */
export function toDrawing(value: bigint, kind: Kind): number {
  const { value: shown, decimals } = inReadersUnit(value, kind);
  return Number(shown) / 10 ** decimals;
}

/** Hundredths, rounded half away from zero, of what `formatAmount` shows. */
export function toHundredths(value: bigint, kind: Kind): bigint {
  const { value: shown, decimals } = inReadersUnit(value, kind);
  const step = 10n ** BigInt(decimals - 2);
  return (shown + (shown < 0n ? -step : step) / 2n) / step;
}

export function direction(value: bigint): "up" | "down" | "flat" {
  return value > 0n ? "up" : value < 0n ? "down" : "flat";
}

/** "austin-round-rock" stays readable: first and last four of an address. */
export function shortAddress(address: string): string {
  return address.length <= 10 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/** Seconds as "1d 04h", "3h 12m", "4m 05s" or "9s"; never negative. */
export function formatDuration(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const pad = (value: number) => String(value).padStart(2, "0");
  const days = Math.floor(left / 86_400);
  const hours = Math.floor((left % 86_400) / 3_600);
  const minutes = Math.floor((left % 3_600) / 60);
  if (days > 0) return `${days}d ${pad(hours)}h`;
  if (hours > 0) return `${hours}h ${pad(minutes)}m`;
  if (minutes > 0) return `${minutes}m ${pad(left % 60)}s`;
  return `${left}s`;
}
