/** The lines that the memo of a command about waiting orders must have, for the browser key. */
import type { MemoLine } from "@/api/builders";
import { parsePrice, parseRate, parseSize } from "@/domain/parse";
import type * as Wire from "@/generated/api";
import type { OrderQuote, WaitingOrder } from "./waiting-order";

const FILLS: Readonly<Record<Wire.PerpOrder["orderType"], string>> = {
  auction: "at-next-price-update",
  limit: "at-limit",
  stop: "at-stop",
  takeProfit: "at-take-profit",
  trailing: "at-trailing-stop",
};

/** A body as the forms make it: amounts are raw strings, the end is given. */
export interface PlacedBody extends Wire.PlacePerpOrderBody {
  readonly input?: string;
  readonly triggerPrice?: string;
  readonly acceptablePrice?: string;
  readonly stopPrice?: string;
  readonly targetPrice?: string;
  readonly expiresAt: number;
}

export interface AmendedBody extends Wire.AmendPerpOrderBody {
  readonly input?: string;
  readonly triggerPrice?: string;
  readonly trailRate?: string;
  readonly acceptablePrice?: string;
}

/** Null where the form has shown no size, so that there is nothing to check it against. */
export function placedLines(
  body: PlacedBody,
  symbol: string,
  quote: OrderQuote | null,
): readonly MemoLine[] | null {
  const size = sizeLine(body, quote);
  if (size === null) return null;
  return [
    { name: "market", text: symbol },
    { name: "fill", text: FILLS[body.orderType] },
    ...(body.triggerBy === "market" ? [{ name: "trigger-by", text: "market-price" }] : []),
    ...(body.reduceOnly || body.wholePosition ? [{ name: "reduce-only", text: "yes" }] : []),
    ...(body.wholePosition ? [{ name: "whole-position", text: "yes" }] : []),
    ...size,
    ...priceLine("trigger", body.triggerPrice),
    ...trailLine(body.trailRate),
    ...worstLine(body, quote),
    untilLine(body.expiresAt),
    ...(body.group ? [{ name: "group", text: String(body.group) }] : []),
    ...priceLine("stop", body.stopPrice),
    ...priceLine("target", body.targetPrice),
  ];
}

/** What the body leaves out is that of the order. */
export function amendedLines(body: AmendedBody, order: WaitingOrder): readonly MemoLine[] {
  const side = order.side === "long" ? 1n : -1n;
  const size = body.input === undefined ? order.size : parseSize(body.input) * side;
  const isTrailing = order.type === "trailing";
  const { trigger, worst, type } = order;
  return [
    { name: "order", text: String(order.id) },
    ...(order.isWhole ? [] : [{ name: "size", text: sizeText(size) }]),
    ...(isTrailing ? [] : priceLine("trigger", body.triggerPrice ?? raw(trigger))),
    ...(body.trailRate === undefined
      ? order.trail === null
        ? []
        : [{ name: "trail", text: decimal(order.trail / 1_000_000n, 6) }]
      : trailLine(body.trailRate)),
    ...(type === "limit" ? [] : priceLine("worst-price", body.acceptablePrice ?? raw(worst))),
    untilLine(body.expiresAt ?? order.expiresAt),
  ];
}

function sizeLine(body: PlacedBody, quote: OrderQuote | null): readonly MemoLine[] | null {
  if (body.wholePosition) return [];
  if (body.inputKind === "sizeDelta" && body.input !== undefined) {
    const size = parseSize(body.input);
    return [{ name: "size", text: sizeText(body.side === "short" ? -size : size) }];
  }
  // Of a notional the server says how much that is at the order's price.
  if (quote === null || quote.size === 0n) return null;
  return [{ name: "size", near: quote.size, digits: 6 }];
}

/** A limit order has no line of it; a slippage counts from where the order fills. */
function worstLine(body: PlacedBody, quote: OrderQuote | null): readonly MemoLine[] {
  if (body.orderType === "limit") return [];
  if (body.acceptablePrice !== undefined) return priceLine("worst-price", body.acceptablePrice);
  if (body.reduceOnly || body.wholePosition || !quote?.worst) return [];
  return [{ name: "worst-price", near: quote.worst, digits: 8 }];
}

const raw = (value: bigint | null) => (value === null ? undefined : value.toString());

function priceLine(name: string, text: string | undefined): readonly MemoLine[] {
  return text === undefined ? [] : [{ name, text: decimal(parsePrice(text), 8) }];
}

function trailLine(text: string | null | undefined): readonly MemoLine[] {
  if (text === null || text === undefined) return [];
  return [{ name: "trail", text: decimal(parseRate(text) / 1_000_000n, 6) }];
}

function untilLine(atS: number): MemoLine {
  return { name: "until", text: `${new Date(atS * 1000).toISOString().slice(0, 19)}Z` };
}

function sizeText(size: bigint): string {
  return `${size < 0n ? "-" : "+"}${decimal(size < 0n ? -size : size, 6)}`;
}

function decimal(value: bigint, digits: number): string {
  const text = value.toString().padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
