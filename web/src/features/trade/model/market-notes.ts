/** What a trader must know about the market's state before anything else. Pure. */
import { formatAmount, formatDateTime } from "@/lib/format";
import type { Market } from "@/lib/model";

export interface MarketNote {
  readonly id: "halted" | "paused" | "held" | "stale" | "entry";
  readonly text: string;
  /** Engine time at which it may end; null when nobody knows. */
  readonly untilS: number | null;
}

/** The notes in force, the gravest first; a halted exchange makes the others beside the point. */
export function marketNotes(
  market: Market,
  exchangeStatus: string | null,
  nowS: number | null,
): readonly MarketNote[] {
  if (exchangeStatus === "halted") {
    return [note("halted", "The exchange is halted: nothing can be traded right now.")];
  }
  const notes: MarketNote[] = [];
  if (exchangeStatus === "paused" || market.isPaused) {
    const what = exchangeStatus === "paused" ? "The exchange" : "This market";
    notes.push(
      note("paused", `${what} is paused: positions can be reduced and closed, not increased.`),
    );
  }
  if (market.heldPrint !== null) {
    const { price, publishedAt } = market.heldPrint;
    const shown = `$${formatAmount(price, "PriceE8")} of ${formatDateTime(publishedAt)}`;
    notes.push(
      note(
        "held",
        `A large print, ${shown}, is held until the next one confirms it. Until then positions can be reduced, not increased.`,
        market.nextPrintAt,
      ),
    );
  }
  if (isStale(market, nowS)) {
    notes.push(
      note(
        "stale",
        "The last print is too old to add exposure. Positions can be reduced.",
        market.nextPrintAt,
      ),
    );
  }
  const until = market.increaseBlockedUntil;
  if (until !== null && (nowS === null || nowS < until)) {
    notes.push(
      note("entry", "Around the scheduled print positions can be reduced, not increased.", until),
    );
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
