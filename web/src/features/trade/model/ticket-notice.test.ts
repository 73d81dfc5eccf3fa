import { expect, it } from "vitest";
import { decodeQuote } from "@/api/decode-account";
import { decodeMarket } from "@/api/decode-market";
import { ApiError } from "@/api/http";
import { wireMarket, wireQuote } from "@/test/rows";
import type { MarketNote } from "./market-notes";
import { quoteProblem, ticketNotice } from "./ticket-notice";

const NOTHING = {
  problem: null,
  amountError: null,
  limitError: null,
  quoteProblem: null,
  notes: [],
  addsExposure: true,
  reducedLeverage: null,
};
const ENTRY: MarketNote = { id: "entry", text: "Price update in progress.", untilS: 9 };
const HALTED: MarketNote = { id: "halted", text: "Halted.", untilS: null };

it("shows nothing while nothing is in the way", () => {
  expect(ticketNotice(NOTHING)).toBeNull();
});

it("shows one notice, the first that blocks the order", () => {
  const all = {
    problem: "Refused.",
    amountError: "Bad amount.",
    limitError: "Bad limit.",
    quoteProblem: "No margin.",
    notes: [ENTRY],
    addsExposure: true,
    reducedLeverage: "2× is the most.",
  };
  const text = (change: Partial<typeof all>) => ticketNotice({ ...all, ...change })?.text;
  expect(text({})).toBe("Refused.");
  const unsent = { ...all, problem: null as never };
  expect(ticketNotice(unsent)).toEqual({ text: ENTRY.text, untilS: 9, tone: "info" });
  expect(ticketNotice({ ...unsent, addsExposure: false })?.text).toBe("Bad amount.");
  expect(ticketNotice({ ...unsent, notes: [], amountError: null })?.text).toBe("Bad limit.");
  expect(ticketNotice({ ...NOTHING, quoteProblem: "No margin." })?.text).toBe("No margin.");
  expect(ticketNotice({ ...NOTHING, reducedLeverage: "2×" })?.text).toBe("2×");
});

it("still names a market's state to an order that reduces, and a halt before anything else", () => {
  expect(ticketNotice({ ...NOTHING, notes: [ENTRY], addsExposure: false })?.text).toBe(ENTRY.text);
  const halted = { ...NOTHING, amountError: "Bad.", notes: [HALTED], addsExposure: false };
  expect(ticketNotice(halted)?.text).toBe("Halted.");
});

it("names a failed, an old and a refused quote, and waits for a new one", () => {
  const market = decodeMarket(wireMarket());
  const fresh = { data: null, error: null, isOld: false, isStale: false };
  const refused = decodeQuote(
    wireQuote({ isExecutable: false, reasons: ["POOL_CAPACITY", "INSUFFICIENT_MARGIN"] }),
  );
  expect(quoteProblem(fresh, market)).toBeNull();
  expect(quoteProblem({ ...fresh, error: new Error("no") }, market)).toBe(
    "No quote for this order.",
  );
  const limited = new ApiError("", "RATE_LIMITED", 429);
  expect(quoteProblem({ ...fresh, error: limited }, market)).toBe(limited.humanText);
  expect(quoteProblem({ ...fresh, isOld: true }, market)).toMatch(/out of date/);
  expect(quoteProblem({ ...fresh, data: refused }, market)).toMatch(/liquidity pool/);
  expect(quoteProblem({ ...fresh, data: refused, isStale: true }, market)).toBeNull();
});
