/** The one sentence of the order ticket's notice line: the first thing in the way of the order. */
import { ApiError } from "@/api/http";
import type { Market, PositionQuote } from "@/domain/model";
import type { MarketNote } from "./market-notes";
import { reasonText } from "./quote-words";

export interface TicketNotice {
  readonly text: string;
  /** Engine time at which opening may resume; null when it is unknown or not the matter. */
  readonly untilS: number | null;
  readonly tone: "problem" | "error" | "info" | "quiet";
}

interface NoticeInput {
  /** The outcome of the last attempt to send. */
  readonly problem: string | null;
  readonly amountError: string | null;
  readonly limitError: string | null;
  readonly quoteProblem: string | null;
  /** States of the market, the gravest first. */
  readonly notes: readonly MarketNote[];
  /** False for an order against the position: most states of a market still allow it. */
  readonly addsExposure: boolean;
  /** Why the profile's leverage is not the one shown. */
  readonly reducedLeverage: string | null;
}

/** Exactly one: several reasons at once would need room, and then the controls would move. */
export function ticketNotice(input: NoticeInput): TicketNotice | null {
  const { problem, amountError, limitError, quoteProblem, reducedLeverage } = input;
  if (problem !== null) return { text: problem, untilS: null, tone: "problem" };
  const [note] = input.notes;
  if (note && (input.addsExposure || note.id === "halted")) return ofNote(note);
  const error = amountError ?? limitError;
  if (error !== null) return { text: error, untilS: null, tone: "error" };
  if (quoteProblem !== null) return { text: quoteProblem, untilS: null, tone: "info" };
  if (note) return ofNote(note);
  return reducedLeverage === null ? null : { text: reducedLeverage, untilS: null, tone: "info" };
}

function ofNote({ text, untilS }: MarketNote): TicketNotice {
  return { text, untilS, tone: "info" };
}

interface QuoteState {
  readonly data: PositionQuote | null;
  readonly error: unknown;
  readonly isOld: boolean;
  readonly isStale: boolean;
}

/** Why nothing can be sent on this quote; null when it can, or while a new one is on its way. */
export function quoteProblem(quote: QuoteState, market: Market): string | null {
  const { data, error, isOld, isStale } = quote;
  if (error) return error instanceof ApiError ? error.humanText : "No quote for this order.";
  if (isOld) return "This quote is out of date. Waiting for a fresh one.";
  const reason = data?.reasons[0];
  if (!data || data.isExecutable || isStale || reason === undefined) return null;
  return reasonText(reason, market);
}
