/** The order ticket's state and what follows from it. No margin, fee or funding is computed here. */

import type { QuoteInput } from "@/api/queries";
import { checkAmount } from "@/domain/amount-field";
import type { CollateralE6, RateE12, SizeE6 } from "@/domain/amounts";
import { formatField } from "@/domain/format";
import type {
  MarginAccount,
  ModificationLimit,
  Position,
  PositionQuote,
  Side,
  SizedNotional,
} from "@/domain/model";
import { parseInput, toWire } from "@/domain/parse";
import { type Bracket, NO_BRACKET } from "./bracket";
import { FIRST_LIMIT, type PriceLimit } from "./price-limit";

export type TicketUnit = "notional" | "size";

export interface TicketState {
  readonly side: Side;
  readonly unit: TicketUnit;
  readonly text: string;
  readonly limit: PriceLimit;
  readonly bracket: Bracket;
}

export type TicketAction =
  | { readonly type: "side"; readonly side: Side }
  | { readonly type: "unit"; readonly unit: TicketUnit; readonly quote: PositionQuote | null }
  | { readonly type: "amount"; readonly text: string }
  | { readonly type: "slide"; readonly position: number; readonly limit: ModificationLimit }
  | { readonly type: "share"; readonly percent: number; readonly limit: ModificationLimit }
  | { readonly type: "limit"; readonly change: Partial<PriceLimit> }
  | { readonly type: "bracket"; readonly change: Partial<Bracket> }
  | { readonly type: "prices" }
  | { readonly type: "done" };

export const SLIDER_STEPS = 1000;
/** Parts of a slider step, so that a leverage is met to the cent. */
const FINE = 1000;
const SHARE_STEPS = SLIDER_STEPS / 100;
export const FIRST_TICKET: TicketState = {
  side: "long",
  unit: "notional",
  text: "",
  limit: FIRST_LIMIT,
  bracket: NO_BRACKET,
};
const CENT_E6 = 10_000n;

export function ticketReducer(state: TicketState, action: TicketAction): TicketState {
  switch (action.type) {
    case "side":
      return { ...state, side: action.side };
    case "unit":
      return { ...state, unit: action.unit, text: convertedText(state, action) };
    case "amount":
      return { ...state, text: action.text };
    case "slide":
      return { ...state, text: slideText(state.unit, action.position, action.limit) };
    case "share":
      return { ...state, text: slideText(state.unit, action.percent * SHARE_STEPS, action.limit) };
    case "limit":
      return { ...state, limit: { ...state.limit, ...action.change } };
    case "bracket":
      return { ...state, bracket: { ...state.bracket, ...action.change } };
    case "prices": // forgets them
      return { ...state, limit: { ...state.limit, priceText: "" }, bracket: NO_BRACKET };
    case "done":
      return { ...state, text: "", bracket: NO_BRACKET };
  }
}

/** On a change of unit the server's quote of the same order gives the other figure. */
function convertedText(
  state: TicketState,
  { unit, quote }: { readonly unit: TicketUnit; readonly quote: PositionQuote | null },
): string {
  if (unit === state.unit) return state.text;
  if (!quote || state.text === "") return "";
  const value = unit === "size" ? quote.delta.size : quote.delta.notional;
  const magnitude = value < 0n ? -value : value;
  return unit === "size"
    ? formatField(magnitude, "SizeE6")
    : formatField(magnitude, "CollateralE6", 2);
}

function slideText(unit: TicketUnit, position: number, limit: ModificationLimit): string {
  if (!limit.maxDelta || position <= 0) return "";
  const raw = unit === "size" ? limit.maxDelta.size : limit.maxDelta.notional;
  const largest = raw < 0n ? -raw : raw;
  const steps = BigInt(Math.round(Math.min(SLIDER_STEPS, position) * FINE));
  const all = BigInt(SLIDER_STEPS * FINE);
  const value = (largest * steps) / all;
  if (unit === "notional") return formatField(value, "CollateralE6", 2);
  return formatField(value, "SizeE6", steps === all ? undefined : 2);
}

/** Where the typed amount stands on the slider; 0 when it is no amount. */
export function sliderPosition(state: TicketState, limit: ModificationLimit | null): number {
  const amount = ticketAmount(state);
  const largest = state.unit === "size" ? limit?.maxDelta?.size : limit?.maxDelta?.notional;
  if (amount === null || largest === undefined || largest === 0n) return 0;
  const magnitude = largest < 0n ? -largest : largest;
  const position = (amount * BigInt(SLIDER_STEPS)) / magnitude;
  return Number(position > BigInt(SLIDER_STEPS) ? BigInt(SLIDER_STEPS) : position);
}

/** The largest order, in whole cents where it is an amount; null where nothing can be executed. */
export function largestOrder(limit: ModificationLimit | null, unit: TicketUnit): bigint | null {
  if (!limit?.maxDelta) return null;
  const { size, notional } = limit.maxDelta;
  if (unit === "size") return magnitude(size);
  const exact = magnitude(notional);
  return exact - (exact % CENT_E6);
}

/** What is wrong with the typed amount, in words; null while nothing is typed or all is well. */
export function amountProblem(
  state: TicketState,
  limit: ModificationLimit | null,
  sizeUnit: string,
): string | null {
  if (state.text.trim() === "") return null;
  const isSize = state.unit === "size";
  const part = (sized: SizedNotional | null | undefined) =>
    sized ? magnitude(isSize ? sized.size : sized.notional) : null;
  const rules = { maxIs: "Max order now:" };
  const [min, max] = [part(limit?.minDelta), largestOrder(limit, state.unit)];
  const { error } = isSize
    ? checkAmount(state.text, {
        ...rules,
        kind: "SizeE6",
        unit: sizeUnit,
        min: min as SizeE6,
        max: max as SizeE6,
      })
    : checkAmount(state.text, {
        ...rules,
        kind: "CollateralE6",
        unit: "USD",
        min: min as CollateralE6,
        max: max as CollateralE6,
      });
  return error;
}

function ticketAmount(state: TicketState): SizeE6 | CollateralE6 | null {
  return state.unit === "size"
    ? parseInput(state.text, "SizeE6")
    : parseInput(state.text, "CollateralE6");
}

/** What to ask the server, or null while there is nothing to ask. */
export function ticketQuoteInput(
  state: TicketState,
  marginAccountId: number | null,
  marketId: number,
): QuoteInput | null {
  const amount = ticketAmount(state);
  if (marginAccountId === null || amount === null || amount <= 0n) return null;
  return {
    marginAccountId,
    marketId,
    side: state.side,
    input: toWire(amount),
    inputKind: state.unit === "size" ? "sizeDelta" : "notionalDelta",
  };
}

const E12 = 10n ** 12n;
const WHOLE_LEVERAGES = [1n, 2n, 3n, 5n, 10n].map((whole) => (whole * E12) as RateE12);

/** The leverages of the chips: those that the market allows, and that of the profile. */
export function leverageChips(marketMost: RateE12, profile: RateE12 | null): readonly RateE12[] {
  const chips = new Set(WHOLE_LEVERAGES);
  if (profile !== null) chips.add(profile);
  return [...chips].filter((leverage) => leverage <= marketMost).sort((a, b) => (a < b ? -1 : 1));
}

/**
 * Where an order of this leverage stands on the slider, to a thousandth; null where it is not
 * between the account's leverage and the largest. Leverage after n is (N + n) / (A − cost × n); the
 * cost per notional follows from the largest order, whose leverage the server gives.
 */
export function leveragePosition(
  leverage: RateE12,
  account: MarginAccount,
  limit: ModificationLimit | null,
): number | null {
  const top = limit?.maxLeverage ?? null;
  if (top === null || !limit?.maxDelta || leverage > top) return null;
  if (leverage <= (account.leverage ?? 0n)) return null;
  const [held, free] = [Number(account.openInterest), Number(account.availableMargin)];
  const largest = Number(magnitude(limit.maxDelta.notional));
  const [wanted, most] = [Number(leverage) / 1e12, Number(top) / 1e12];
  const cost = (free - (held + largest) / most) / largest;
  const notional = (wanted * free - held) / (1 + wanted * cost);
  const position = (notional / largest) * SLIDER_STEPS;
  return Number.isFinite(position) ? Math.min(SLIDER_STEPS, Math.max(0, position)) : null;
}

/** Whether the order adds to what the account holds in this market. */
export function addsExposure(position: Position | null, side: Side): boolean {
  return position === null || position.side === side;
}

/** The verb on the button; `ordered` is the quoted size, which may close or turn the position. */
export function orderVerb(
  position: Position | null,
  side: Side,
  ordered: SizeE6 | null = null,
): string {
  if (position === null) return `Open ${side}`;
  if (position.side === side) return `Add to ${side}`;
  const size = magnitude(ordered ?? 0n);
  const held = magnitude(position.size);
  if (size < held) return `Reduce ${position.side}`;
  return size === held ? `Close ${position.side}` : `Flip to ${side}`;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
