/** The unit of area that the reader chose. Requests stay in the unit of the market. */
import { DECIMALS, type Kind } from "../amounts";

export type AreaUnit = "sqft" | "sqm";

/** Square meters in a square foot: 0.3048² exactly, times 10^8. */
const FOOT_E8 = 9_290_304n;
/** Fraction digits that a field takes and shows: enough that a size or price comes back exactly. */
const FIELD_DIGITS = 8;

let reader: AreaUnit = "sqft";
let isServersOnly = false;

/** Sets the reader's unit. Square meters have no effect while a market is per square meter. */
export function setAreaUnit(unit: AreaUnit): void {
  reader = unit;
}

/** Turns the conversion off on an exchange with a market per square meter. */
export function noteMetrics(metrics: readonly string[]): void {
  isServersOnly = metrics.some((metric) => metric !== "sqft");
}

export function canChooseArea(): boolean {
  return !isServersOnly;
}

function isConverted(kind: Kind): kind is "SizeE6" | "PriceE8" {
  return reader === "sqm" && !isServersOnly && (kind === "SizeE6" || kind === "PriceE8");
}

/** Whether what is shown differs from the server's figures. */
export function isAreaConverted(): boolean {
  return isConverted("SizeE6");
}

/** The unit of a market's sizes as they are shown. */
export function areaUnit(metric: string): string {
  return metric === "sqm" || isConverted("SizeE6") ? "m²" : "sq ft";
}

export function areaWord(metric: string): string {
  return areaUnit(metric) === "m²" ? "square meter" : "square foot";
}

interface Shown {
  readonly value: bigint;
  readonly decimals: number;
}

/** An amount in the reader's unit. A size is exact; a price has 20 digits, the last one cut off. */
export function inReadersUnit(value: bigint, kind: Kind): Shown {
  if (!isConverted(kind)) return { value, decimals: DECIMALS[kind] };
  return kind === "SizeE6"
    ? { value: value * FOOT_E8, decimals: DECIMALS.SizeE6 + FIELD_DIGITS }
    : { value: (value * 10n ** 20n) / FOOT_E8, decimals: 20 };
}

/** Fraction digits that a field of this kind takes. */
export function fieldDigits(kind: Kind): number {
  return isConverted(kind) ? FIELD_DIGITS : DECIMALS[kind];
}

/** Converts a field's value of `fieldDigits` decimals to the market's unit, rounded to nearest. */
export function fromReadersUnit(value: bigint, kind: Kind): bigint {
  if (!isConverted(kind)) return value;
  return kind === "SizeE6"
    ? (value * 10n ** 6n + FOOT_E8 / 2n) / FOOT_E8
    : (value * FOOT_E8 + 50_000_000n) / 10n ** 8n;
}

/** Factor from a price of the market's unit to one of the reader's, for drawing only. */
export function drawnPriceFactor(): number {
  return isConverted("PriceE8") ? 1e8 / Number(FOOT_E8) : 1;
}
