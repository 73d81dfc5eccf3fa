/**
 * The inputs of a deal: texts of the fields, the page's address, and the query of the API. What the
 * API would refuse is refused here, in words (API 5.4).
 */
import type { RateE12 } from "@/domain/amounts";
import { formatAmount, formatExact, formatField } from "@/domain/format";
import { parseInput, parsePercentInput, rateToWire, readInput, toWire } from "@/domain/parse";
import { isAreaConverted } from "@/domain/reader/area";

export const TIMEFRAMES = [
  "1m",
  "3m",
  "6m",
  "1y",
  "2y",
  "3y",
  "4y",
  "5y",
  "6y",
  "7y",
  "8y",
  "9y",
  "10y",
] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];

export const TIMEFRAME_TEXT: Readonly<Record<Timeframe, string>> = {
  "1m": "1 month",
  "3m": "3 months",
  "6m": "6 months",
  "1y": "1 year",
  "2y": "2 years",
  "3y": "3 years",
  "4y": "4 years",
  "5y": "5 years",
  "6y": "6 years",
  "7y": "7 years",
  "8y": "8 years",
  "9y": "9 years",
  "10y": "10 years",
};

export const RATE_NAMES = [
  "downPaymentRate",
  "mortgageRate",
  "closingCostRate",
  "agentCommissionRate",
  "sellerClosingRate",
  "propertyTaxRate",
  "insuranceRate",
  "maintenanceRate",
  "rentYield",
  "vacancyRate",
  "managementRate",
] as const;
export type RateName = (typeof RATE_NAMES)[number];

export const RATE_TEXT: Readonly<Record<RateName, string>> = {
  downPaymentRate: "Down payment",
  mortgageRate: "Mortgage rate, annual",
  closingCostRate: "Buyer closing costs",
  agentCommissionRate: "Agent commission at sale",
  sellerClosingRate: "Seller closing costs",
  propertyTaxRate: "Property tax, annual",
  insuranceRate: "Insurance, annual",
  maintenanceRate: "Maintenance, annual",
  rentYield: "Gross rent, annual",
  vacancyRate: "Vacancy",
  managementRate: "Management, share of rent",
};

/** Parts of a whole: more than all of it would make a debt or a rent negative. */
const PARTS: ReadonlySet<RateName> = new Set(["downPaymentRate", "vacancyRate"]);
const ONE_E12 = 10n ** 12n;
const RATE_MAX_E12 = 1_000n * ONE_E12;
const SQFT_MAX = 1_000_000n;
const E6 = 1_000_000n;

/** Transaction costs of a home outweigh most shorter holds. */
const COMPARABLE_FROM: Timeframe = "3y";

/** The default holding time, as far as the index goes back. */
export const LONGEST: Timeframe = "10y";

/** Whether a home held so long can be compared with an index position. */
export function isComparable(timeframe: Timeframe): boolean {
  return TIMEFRAMES.indexOf(timeframe) >= TIMEFRAMES.indexOf(COMPARABLE_FROM);
}

export type SizeKind = "sqft" | "notional";

export interface DealFields {
  readonly market: string;
  /** null: the longest of at most 10 years that the index covers. */
  readonly timeframe: Timeframe | null;
  readonly side: "long" | "short";
  readonly leverage: string;
  readonly sizeKind: SizeKind;
  /** An area in the reader's unit, or USD, as `sizeKind` says. */
  readonly size: string;
  /** Percentages; an empty text is the default. */
  readonly rates: Readonly<Record<RateName, string>>;
}

const NO_RATES = Object.fromEntries(RATE_NAMES.map((name) => [name, ""])) as Record<
  RateName,
  string
>;

export const DEFAULT_FIELDS: DealFields = {
  market: "",
  timeframe: null,
  side: "long",
  leverage: "1",
  sizeKind: "sqft",
  size: "1800",
  rates: NO_RATES,
};

/** The router puts a text that reads as a number in quotes. */
function unquoted(text: string): string {
  return /^"(.*)"$/.exec(text)?.[1] ?? text;
}

const MARKET_LENGTH_MAX = 32;

/** Reads the page's address; what it does not know is left at its default. */
export function fieldsOf(address: URLSearchParams): DealFields {
  const search = new Map([...address].map(([name, text]) => [name, unquoted(text)] as const));
  const timeframe = search.get("timeframe")?.toLowerCase();
  const notional = search.get("notional") ?? null;
  const rates = { ...NO_RATES };
  for (const name of RATE_NAMES) {
    const text = search.get(name);
    if (text !== undefined) rates[name] = percentText(text);
  }
  return {
    market: (search.get("market") ?? "").slice(0, MARKET_LENGTH_MAX).toUpperCase(),
    timeframe: TIMEFRAMES.find((known) => known === timeframe) ?? DEFAULT_FIELDS.timeframe,
    side: search.get("side")?.toLowerCase() === "short" ? "short" : "long",
    leverage: search.get("leverage") ?? DEFAULT_FIELDS.leverage,
    sizeKind: notional === null ? "sqft" : "notional",
    size:
      notional === null
        ? areaText(search.get("sqft") ?? DEFAULT_FIELDS.size)
        : dollarText(notional),
    rates,
  };
}

/** "0.0675" as "6.75"; what is no rate stays as it is, for the field to complain about. */
function percentText(text: string): string {
  const rate = parseInput(text, "RateE12");
  return rate === null ? text : percentOf(rate);
}

/** A rate as a field wants it, as a percentage without trailing zeros. */
export function percentOf(rate: RateE12): string {
  return formatExact(rate * 100n, "RateE12");
}

function dollarText(raw: string): string {
  return /^[0-9]{1,19}$/.test(raw) ? formatExact(BigInt(raw), "CollateralE6") : raw;
}

export type FieldName = "market" | "leverage" | "size" | RateName;

/** The query of the API and of the page's address, by the contract's names. */
export type DealQuery = Readonly<Record<string, string>>;

export interface CheckedDeal {
  /** null while a field is wrong. */
  readonly query: DealQuery | null;
  readonly errors: Readonly<Partial<Record<FieldName, string>>>;
}

interface Checked {
  readonly text: string;
  readonly error: string | null;
}

const fine = (text: string): Checked => ({ text, error: null });
const wrong = (error: string): Checked => ({ text: "", error });

export interface MarketTerms {
  readonly maxLeverage: RateE12 | null;
  /** What the market measures by, for example "sqft". */
  readonly metric: string;
}

/** Checks every field; `terms` are those of the chosen market, null when there is none. */
export function checkDeal(fields: DealFields, terms: MarketTerms | null): CheckedDeal {
  const checked: Record<string, Checked> = {
    leverage: checkLeverage(fields.leverage, terms?.maxLeverage ?? null),
    size: fields.sizeKind === "sqft" ? checkArea(fields.size) : checkNotional(fields.size),
  };
  for (const name of RATE_NAMES) {
    if (fields.rates[name].trim() !== "") checked[name] = checkRate(name, fields.rates[name]);
  }
  if (checked["downPaymentRate"]?.text === "0" && checked["closingCostRate"]?.text === "0") {
    checked["downPaymentRate"] = wrong("Enter a down payment or closing costs above 0.");
  }
  const errors: Record<string, string> = {};
  for (const [name, { error }] of Object.entries(checked)) {
    if (error !== null) errors[name] = error;
  }
  if (terms === null) errors["market"] = "Choose a market.";
  if (Object.keys(errors).length > 0) return { query: null, errors };
  const { size, ...rest } = checked;
  const texts = Object.entries(rest).map(([name, { text }]) => [name, text] as const);
  const query = {
    timeframe: fields.timeframe ?? LONGEST,
    side: fields.side,
    [fields.sizeKind]: size?.text ?? "",
    ...Object.fromEntries(texts),
  };
  return { query, errors };
}

function checkLeverage(text: string, max: RateE12 | null): Checked {
  const { value, error } = readInput(text.trim().replace(/[x×]$/i, ""), "RateE12");
  if (value === null) return wrong(error);
  if (value < ONE_E12) return wrong("Leverage is at least 1×.");
  if (max !== null && value > max) {
    return wrong(`Max leverage here is ${formatExact(max, "RateE12")}×.`);
  }
  return fine(rateToWire(value));
}

function checkArea(text: string): Checked {
  const { value, error } = readInput(text, "SizeE6");
  if (value === null) return wrong(error);
  if (value % E6 !== 0n && !isAreaConverted()) return wrong("Enter a whole number.");
  const whole = (value + E6 / 2n) / E6;
  if (whole < 1n) return wrong(`At least ${isAreaConverted() ? "0.1" : "1"}.`);
  if (whole > SQFT_MAX)
    return wrong(`At most ${formatAmount(SQFT_MAX * E6, "SizeE6", { digits: 0 })}.`);
  return fine(String(whole));
}

/** Whole square feet of a link as the field's text, which `checkArea` takes back to the same. */
export function areaText(sqft: string): string {
  return /^[0-9]{1,9}$/.test(sqft) ? formatField(BigInt(sqft) * E6, "SizeE6", 2) : sqft;
}

function checkNotional(text: string): Checked {
  const { value, error } = readInput(text, "CollateralE6");
  if (value === null) return wrong(error);
  if (value === 0n) return wrong("Enter an amount greater than 0.");
  return fine(toWire(value));
}

function checkRate(name: RateName, text: string): Checked {
  const plain = text.trim().replace(/\s*%$/, "");
  const { value, error } = readInput(plain, "RateE12");
  if (value === null) return wrong(error === NEGATIVE ? "Enter 0 or more." : error);
  const rate = parsePercentInput(plain.replace(/[^0-9.]/g, ""));
  if (rate === null) return wrong("At most 10 decimals.");
  if (PARTS.has(name) && rate > ONE_E12) return wrong("At most 100%.");
  if (rate > RATE_MAX_E12) return wrong("At most 100,000%.");
  return fine(rateToWire(rate));
}

const NEGATIVE = "Enter an amount greater than 0.";

/** What the page's address says of a deal: the market and the API's own query. */
export function searchOf(market: string, query: DealQuery): DealQuery {
  return { market, ...query };
}

export interface DealAddress {
  /** As the router will write it. */
  readonly text: string;
  /** What to give to the router. */
  readonly search: Readonly<Record<string, string | number>>;
}

/** The address in the router's own spelling: plain numbers, and quotes about what only reads as one. */
export function addressOf(values: DealQuery): DealAddress {
  const plain = Object.entries(values).map(([name, text]) => {
    const number = Number(text);
    const isPlain = text !== "" && String(number) === text;
    return [name, isPlain ? number : text, isPlain || Number.isNaN(number)] as const;
  });
  const texts = plain.map(([name, value, isAsItIs]) => {
    const written = isAsItIs ? String(value) : JSON.stringify(value);
    return `${name}=${encodeURIComponent(written)}`;
  });
  const search = Object.fromEntries(plain.map(([name, value]) => [name, value]));
  return { text: `?${texts.join("&")}`, search };
}
