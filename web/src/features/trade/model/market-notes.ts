/** What a trader must know about the market's state before anything else. Pure. */
import { formatAmount, formatDateTime } from "@/domain/format";
import type { Market } from "@/domain/model";

export interface MarketNote {
  readonly id: "halted" | "paused" | "held" | "stale" | "entry";
  readonly text: string;
  /** Engine time at which it may end; null when that is unknown. */
  readonly untilS: number | null;
}

/** The notes in force, the gravest first; a halted exchange makes the others beside the point. */
export function marketNotes(
  market: Market,
  exchangeStatus: string | null,
  nowS: number | null,
): readonly MarketNote[] {
  if (exchangeStatus === "halted") {
    return [note("halted", "The exchange is halted. Trading is not possible.")];
  }
  const notes: MarketNote[] = [];
  if (exchangeStatus === "paused" || market.isPaused) {
    const what = exchangeStatus === "paused" ? "The exchange" : "This market";
    notes.push(note("paused", `${what} is paused. You can still reduce and close.`));
  }
  if (market.heldPrint !== null) {
    const { price, publishedAt } = market.heldPrint;
    const shown = `$${formatAmount(price, "PriceE8")} of ${formatDateTime(publishedAt)}`;
    const text = `A large price change (${shown}) is being confirmed. You can still close.`;
    notes.push(note("held", text, market.nextPrintAt));
  }
  if (isStale(market, nowS)) {
    const text = "The price is out of date. Opening is paused; you can still close.";
    notes.push(note("stale", text, market.nextPrintAt));
  }
  const until = market.increaseBlockedUntil;
  if (until !== null && (nowS === null || nowS < until)) {
    notes.push(note("entry", "Price update in progress. You can still close.", until));
  }
  return notes;
}

function note(id: MarketNote["id"], text: string, untilS: number | null = null): MarketNote {
  return { id, text, untilS };
}

function isStale({ indexPriceAt, oracleMaxAge }: Market, nowS: number | null): boolean {
  if (nowS === null || indexPriceAt === null || oracleMaxAge === null) return false;
  return nowS - indexPriceAt > oracleMaxAge;
}
