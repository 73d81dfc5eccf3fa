import { expect, it } from "vitest";
import { decodeQuote } from "@/api/decode-account";
import { decodeMarket } from "@/api/decode-market";
import { parseRate } from "@/domain/parse";
import { wireMarket, wireQuote } from "@/test/rows";
import { breakEvenMove, reasonText, totalRate } from "./quote-words";

it("says how far the index is from earning the costs back", () => {
  const quote = decodeQuote(
    wireQuote({ indexPrice: "10000000000", breakEvenPrice: "10150000000" }),
  );
  expect(breakEvenMove(quote)).toBe(parseRate("0.015"));
  expect(breakEvenMove({ ...quote, breakEvenPrice: null })).toBeNull();
});

it("adds the parts of the funding to their total", () => {
  const parts = {
    drift: parseRate("0.0001"),
    crowding: parseRate("-0.00004"),
    spread: parseRate("0.00001"),
  };
  expect(totalRate(parts)).toBe(parseRate("0.00007"));
});

it("says from when a refused order is possible", () => {
  const market = decodeMarket(wireMarket({ increaseBlockedUntil: 1_420_070_700 }));
  expect(reasonText("ENTRY_WINDOW", market)).toMatch(/Possible from Jan 1, 2015, 00:05/);
  expect(reasonText("STALE_PRICE", market)).toMatch(/Possible from Jan 2, 2015, 00:00/);
  expect(reasonText("INSUFFICIENT_MARGIN", market)).not.toMatch(/Possible/);
});
