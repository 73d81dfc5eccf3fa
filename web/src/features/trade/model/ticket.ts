/** The order ticket's state and what follows from it. No margin, fee or funding is computed here. */

import type { QuoteInput } from "@/api/queries";
import { checkAmount } from "@/domain/amount-field";
import type { CollateralE6, RateE12, SizeE6 } from "@/domain/amounts";
import { formatExact } from "@/domain/format";
import type {
  MarginAccount,
  ModificationLimit,
  Position,
  PositionQuote,
  Side,
  SizedNotional,
} from "@/domain/model";
import { parseInput, toWire } from "@/domain/parse";
import { FIRST_LIMIT, type PriceLimit } from "./price-limit";

export type TicketUnit = "notional" | "size";

export interface TicketState {
  readonly side: Side;
  readonly unit: TicketUnit;
  readonly text: string;
  readonly limit: PriceLimit;
}

export type TicketAction =
  | { readonly type: "side"; readonly side: Side }
  | { readonly type: "unit"; readonly unit: TicketUnit; readonly quote: PositionQuote | null }
  | { readonly type: "amount"; readonly text: string }
  | { readonly type: "slide"; readonly position: number; readonly limit: ModificationLimit }
  | { readonly type: "limit"; readonly change: Partial<PriceLimit> }
  | { readonly type: "done" };

export const SLIDER_STEPS = 1000;
export const FIRST_TICKET: TicketState = {
  side: "long",
  unit: "notional",
  text: "",
  limit: FIRST_LIMIT,
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
    case "limit":
      return { ...state, limit: { ...state.limit, ...action.change } };
    case "done":
      return { ...state, text: "" };
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
    ? formatExact(magnitude, "SizeE6")
    : formatExact(magnitude - (magnitude % CENT_E6), "CollateralE6");
}

function slideText(unit: TicketUnit, position: number, limit: ModificationLimit): string {
  if (!limit.maxDelta || position <= 0) return "";
  const raw = unit === "size" ? limit.maxDelta.size : limit.maxDelta.notional;
  const largest = raw < 0n ? -raw : raw;
  const steps = BigInt(Math.min(SLIDER_STEPS, Math.round(position)));
  const value = (largest * steps) / BigInt(SLIDER_STEPS);
  const shown = steps === BigInt(SLIDER_STEPS) ? value : value - (value % CENT_E6);
  return formatExact(shown, unit === "size" ? "SizeE6" : "CollateralE6");
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

export function sizeUnitOf(metric: string): string {
  return metric === "sqm" ? "sq m" : "sq ft";
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
  const rules = { maxIs: "The largest order now is" };
  const [min, max] = [part(limit?.minDelta), part(limit?.maxDelta)];
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

/**
 * The slider positions of whole leverages and of the `preset` one, for orders that add exposure:
 * leverage grows almost in a straight line from the account's now to the server's largest. The quote
 * then says the exact one.
 */
export function leverageMarks(
  account: MarginAccount | null,
  limit: ModificationLimit | null,
  preset?: RateE12,
): readonly { readonly leverage: RateE12; readonly position: number }[] {
  const top = limit?.maxLeverage ?? null;
  if (!account || !limit?.maxDelta || top === null) return [];
  const now = account.leverage ?? (0n as RateE12);
  const marks = new Set([1n, 2n, 3n, 5n, 8n, 10n].map((whole) => whole * 10n ** 12n));
  if (preset !== undefined) marks.add(preset);
  return [...marks]
    .filter((leverage) => leverage > now && leverage < top)
    .sort((a, b) => (a < b ? -1 : 1))
    .map((leverage) => ({
      leverage: leverage as RateE12,
      position: leveragePosition(leverage as RateE12, now, top),
    }));
}

/** Where a leverage between the account's `now` and the largest stands on the slider. */
export function leveragePosition(leverage: RateE12, now: RateE12, top: RateE12): number {
  return Number(((leverage - now) * BigInt(SLIDER_STEPS)) / (top - now));
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

/** A share of a position in percent as the text of the close dialog; all of it exactly at 100. */
export function closeText(size: SizeE6, share: number): string {
  const part = share >= 100 ? size : ((size * BigInt(share)) / 100n / CENT_E6) * CENT_E6;
  return formatExact(part, "SizeE6");
}
