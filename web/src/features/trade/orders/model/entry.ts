/** The fields of an order that waits, and the body that they make. No cost or margin is computed. */
import type { QuoteInput } from "@/api/queries";
import { checkAmount } from "@/domain/amount-field";
import type { PriceE8, RateE12 } from "@/domain/amounts";
import { formatUsd } from "@/domain/format";
import type { Side } from "@/domain/model";
import { parsePercentInput, parsePrice, rateToWire, toWire } from "@/domain/parse";
import type { PerpOrderBody } from "@/generated/api";
import { checkBracket } from "../../model/bracket";
import { checkLimit, type PriceLimit } from "../../model/price-limit";
import type { TicketState } from "../../model/ticket";
import type { EntryMode } from "../../ticket/entry-mode";
import type { AmendedBody, PlacedBody } from "./memo-lines";
import type { TriggerBy, WaitingOrder } from "./waiting-order";

export type WaitingMode = Exclude<EntryMode, "now">;

export const DAYS = ["1", "7", "30", "90"] as const;
export type Days = (typeof DAYS)[number];
const DAY_S = 86_400;
/** Less than the most, so that the order is still in time when it arrives. */
const LATEST_S = 90 * DAY_S - 3_600;

/** What a waiting order has beside the ticket's own fields. */
export interface WaitingFields {
  readonly priceText: string;
  readonly isTrailing: boolean;
  readonly trailText: string;
  readonly triggerBy: TriggerBy;
  /** Null until chosen: then on for a stop against the position. */
  readonly reduceOnly: boolean | null;
  readonly days: Days;
}

export const FIRST_WAITING: WaitingFields = {
  priceText: "",
  isTrailing: false,
  trailText: "5",
  triggerBy: "index",
  reduceOnly: null,
  days: "30",
};

export interface Entry {
  readonly mode: WaitingMode;
  readonly ticket: TicketState;
  readonly fields: WaitingFields;
  readonly isReduceOnly: boolean;
  /** The index now. */
  readonly index: PriceE8 | null;
}

export interface CheckedEntry {
  /** What the order is beside side and amount; null while it is not filled in. */
  readonly terms: Terms | null;
  /** The first thing that is wrong with it. */
  readonly error: string | null;
}

type Terms = Omit<PlacedBody, "marginAccountId" | "marketId" | "expiresAt">;

export function checkEntry(entry: Entry): CheckedEntry {
  const { mode, ticket, fields, isReduceOnly, index } = entry;
  const trigger = checkTrigger(mode, fields);
  if (trigger.terms === null) return { terms: null, error: trigger.error };
  const limit = mode === "limit" ? NO_LIMIT : checkWorst(ticket.limit, isReduceOnly);
  const from = trigger.price ?? index;
  const bracket = isReduceOnly ? NO_EXITS : checkBracket(ticket.bracket, ticket.side, from);
  const error =
    limit.error ?? stopProblem(mode, ticket.side, trigger.price, limit.price) ?? bracket.error;
  const isFilledIn = limit.terms !== null && error === null;
  return {
    error,
    terms: isFilledIn
      ? {
          ...trigger.terms,
          ...limit.terms,
          ...bracket.body,
          ...(isReduceOnly ? { reduceOnly: true } : {}),
          ...(fields.triggerBy === "market" && mode !== "auction" ? { triggerBy: "market" } : {}),
        }
      : null,
  };
}

const NO_LIMIT = { terms: {}, price: null, error: null };
const NO_EXITS = { body: {}, error: null };

/** A worst price; what only reduces needs none. */
function checkWorst(limit: PriceLimit, isReduceOnly: boolean) {
  const isPrice = isReduceOnly || limit.kind === "price";
  if (isPrice && limit.priceText.trim() === "") {
    return isReduceOnly ? NO_LIMIT : { terms: null, price: null, error: null };
  }
  const {
    body: terms,
    price,
    error,
  } = checkLimit({ ...limit, kind: isPrice ? "price" : "slippage" });
  return { terms, price, error };
}

interface Trigger {
  readonly terms: Pick<Terms, "orderType" | "trailRate" | "triggerPrice"> | null;
  readonly price: PriceE8 | null;
  readonly error: string | null;
}

function checkTrigger(mode: WaitingMode, fields: WaitingFields): Trigger {
  if (mode === "auction") return { terms: { orderType: "auction" }, price: null, error: null };
  if (mode === "stop" && fields.isTrailing) {
    const { rate, error } = checkTrail(fields.trailText);
    const trailRate = rate === null ? null : rateToWire(rate);
    const terms = trailRate === null ? null : ({ orderType: "trailing", trailRate } as const);
    return { terms, price: null, error };
  }
  if (fields.priceText.trim() === "") return { terms: null, price: null, error: null };
  const { value, error } = checkAmount(fields.priceText, { kind: "PriceE8", unit: "USD" });
  const terms = value === null ? null : { orderType: mode, triggerPrice: toWire(value) };
  return { terms, price: value, error };
}

const PARTS = 1_000_000n;

/** How far a trailing order follows: above 0 and below 100 %, as exact as the engine keeps it. */
export function checkTrail(text: string): { rate: RateE12 | null; error: string | null } {
  const rate = parsePercentInput(text);
  if (rate === null || rate <= 0n || rate >= PARTS * PARTS) {
    return { rate: null, error: "Enter a percentage above 0 and below 100." };
  }
  return rate % PARTS === 0n ? { rate, error: null } : { rate: null, error: "At most 4 decimals." };
}

/** A stop runs at its price: a limit on the near side of it could never be met. */
function stopProblem(mode: WaitingMode, side: Side, stop: PriceE8 | null, limit: PriceE8 | null) {
  if (mode !== "stop" || stop === null || limit === null) return null;
  const isBeyond = side === "long" ? limit < stop : limit > stop;
  if (!isBeyond) return null;
  return `The limit price must be at or ${side === "long" ? "above" : "below"} the stop price.`;
}

/** What the server is asked about; null while there is no order. */
export function quoteBody(input: QuoteInput | null, { terms }: CheckedEntry): PerpOrderBody | null {
  return input === null || terms === null ? null : { ...input, ...terms };
}

/** What is still to be filled in. */
export function missingWords(mode: WaitingMode, ticket: TicketState): string {
  if (ticket.text.trim() === "") return "Enter an amount to see what the order does.";
  return mode === "auction" ? "Enter a limit price." : `Enter a ${mode} price.`;
}

export function placedBody(quoted: PerpOrderBody, days: Days, nowS: number): PlacedBody {
  return { ...(quoted as Omit<PlacedBody, "expiresAt">), expiresAt: endOf(days, nowS) };
}

export function endOf(days: Days, nowS: number): number {
  return Math.floor(nowS) + Math.min(Number(days) * DAY_S, LATEST_S);
}

/** Why an order could never fill, or its exits not follow it, at another price. */
export function placeProblem(
  { type, side, reduceOnly, stop, target }: WaitingOrder,
  trigger: PriceE8 | null,
  worst: PriceE8 | null,
): string | null {
  if (trigger === null) return null;
  const isLong = side === "long";
  const isPast = (exit: PriceE8 | null, isAbove: boolean) =>
    exit !== null && (isAbove ? trigger >= exit : trigger <= exit);
  if (!reduceOnly && isPast(stop, !isLong)) return beside("stop loss", stop, isLong);
  if (!reduceOnly && isPast(target, isLong)) return beside("take profit", target, !isLong);
  const isBehind = worst !== null && (isLong ? worst < trigger : worst > trigger);
  if (!isBehind || type !== "stop") return null;
  return `The worst price must be at or ${isLong ? "above" : "below"} the price.`;
}

const beside = (name: string, exit: PriceE8 | null, isAbove: boolean) =>
  `The price must be ${isAbove ? "above" : "below"} the ${name} at ${formatUsd(exit ?? 0n, "PriceE8")}.`;

export interface AmendFields {
  readonly priceText: string;
  readonly sizeText: string;
  readonly worstText: string;
}

export interface CheckedAmend {
  readonly change: Pick<AmendedBody, "acceptablePrice" | "input" | "trailRate" | "triggerPrice">;
  readonly error: string | null;
}

/** Only what differs from the order is in the change. */
export function checkAmend(order: WaitingOrder, fields: AmendFields, sizeUnit: string) {
  const errors: string[] = [];
  const read = (text: string, known: bigint | null, kind: "PriceE8" | "SizeE6", what: string) => {
    const rules = { kind, unit: kind === "PriceE8" ? "USD" : sizeUnit } as const;
    const { value, error } = checkAmount(text, rules);
    if (error !== null) errors.push(`${what}: ${error}`);
    return value === null || value === known ? undefined : toWire(value);
  };
  const isTrailing = order.type === "trailing";
  const hasTrigger = order.type !== "auction" && !isTrailing;
  const held = order.size < 0n ? -order.size : order.size;
  const trail = isTrailing ? checkTrail(fields.priceText) : null;
  if (trail?.error) errors.push(`Trail: ${trail.error}`);
  const triggerPrice = hasTrigger
    ? read(fields.priceText, order.trigger, "PriceE8", "Price")
    : undefined;
  const input = order.isWhole ? undefined : read(fields.sizeText, held, "SizeE6", "Size");
  const worst = fields.worstText.trim();
  const acceptablePrice =
    order.type === "limit" || worst === ""
      ? undefined
      : read(worst, order.worst, "PriceE8", "Worst price");
  const kept = (text: string | undefined, known: PriceE8 | null) =>
    text === undefined ? known : parsePrice(text);
  const to = kept(triggerPrice, order.trigger);
  const problem = placeProblem(order, to, kept(acceptablePrice, order.worst));
  if (problem !== null) errors.push(problem);
  const change = {
    ...(triggerPrice === undefined ? {} : { triggerPrice }),
    ...(trail?.rate && trail.rate !== order.trail ? { trailRate: rateToWire(trail.rate) } : {}),
    ...(input === undefined ? {} : { input }),
    ...(acceptablePrice === undefined ? {} : { acceptablePrice }),
  };
  return { change, error: errors[0] ?? null } satisfies CheckedAmend;
}
