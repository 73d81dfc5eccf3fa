import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decodeLimit, decodeMarginAccount, decodeQuote } from "@/api/decode-account";
import type { SizeE6 } from "@/domain/amounts";
import { parseInput, parseRate } from "@/domain/parse";
import { setAreaUnit } from "@/domain/reader/area";
import { wireAccount, wireLimit, wirePosition, wireQuote } from "@/test/rows";
import { closeText } from "./reduce";
import {
  amountProblem,
  FIRST_TICKET,
  leverageChips,
  leveragePosition,
  orderVerb,
  SLIDER_STEPS,
  sliderPosition,
  ticketQuoteInput,
  ticketReducer,
} from "./ticket";

const limit = () => decodeLimit(wireLimit());
const typed = (text: string) => ticketReducer(FIRST_TICKET, { type: "amount", text });

describe("the verb", () => {
  const [held] = decodeMarginAccount(wireAccount({ positions: [wirePosition()] })).positions;
  const verb = (side: "long" | "short", size: bigint) =>
    orderVerb(held ?? null, side, size as SizeE6);

  it("says what the quoted order would do to the position", () => {
    expect(orderVerb(null, "short")).toBe("Open short");
    expect(verb("long", 1n)).toBe("Add to long");
    expect(verb("short", -1n)).toBe("Reduce long");
    expect(verb("short", -30_000_000n)).toBe("Close long");
    expect(verb("short", -30_000_001n)).toBe("Flip to short");
    expect(orderVerb(held ?? null, "short")).toBe("Reduce long");
  });
});

describe("the quote's input", () => {
  it("is what was typed, in the chosen unit", () => {
    expect(ticketQuoteInput(typed("3,000.5"), 0, 3)).toEqual({
      marginAccountId: 0,
      marketId: 3,
      side: "long",
      input: "3000500000",
      inputKind: "notionalDelta",
    });
  });

  it.each(["", "0", "-1", "x", "0.0000001"])("is missing for %s", (text) => {
    expect(ticketQuoteInput(typed(text), 0, 3)).toBeNull();
  });

  it("is missing without an account", () => {
    expect(ticketQuoteInput(typed("5"), null, 3)).toBeNull();
  });
});

describe("the slider", () => {
  it("gives exactly the server's maximum at its end", () => {
    const state = ticketReducer(FIRST_TICKET, {
      type: "slide",
      position: SLIDER_STEPS,
      limit: limit(),
    });
    expect(state.text).toBe("10000");
    expect(sliderPosition(state, limit())).toBe(SLIDER_STEPS);
  });

  it("cuts to cents between the ends and never goes above the maximum", () => {
    const state = ticketReducer(FIRST_TICKET, { type: "slide", position: 333, limit: limit() });
    expect(state.text).toBe("3330");
    expect(sliderPosition(typed("99999999"), limit())).toBe(SLIDER_STEPS);
    expect(sliderPosition(typed("x"), limit())).toBe(0);
  });

  it("fills in a share of the largest order", () => {
    const share = (percent: number) =>
      ticketReducer(FIRST_TICKET, { type: "share", percent, limit: limit() }).text;
    expect([10, 25, 100].map(share)).toEqual(["1000", "2500", "10000"]);
  });
});

describe("the leverage chips", () => {
  const chips = (most: string, profile: string | null) =>
    leverageChips(parseRate(most), profile === null ? null : parseRate(profile)).map(Number);

  it("are those that the market allows, with the profile's among them", () => {
    expect(chips("10", null)).toEqual([1e12, 2e12, 3e12, 5e12, 10e12]);
    expect(chips("4", "2.5")).toEqual([1e12, 2e12, 2.5e12, 3e12]);
    expect(chips("4", "3")).toEqual([1e12, 2e12, 3e12]);
  });

  /** An account of 1,000 whose order of n costs n × 0.002: leverage is n / (1,000 − 0.002 n). */
  it("stand where the order has that leverage, costs included", () => {
    const account = decodeMarginAccount(wireAccount());
    const { maxPositionModification } = wireLimit();
    const largest = decodeLimit(
      wireLimit({
        maxPositionModification: {
          ...maxPositionModification,
          leverageMultiple: "10.204081632653",
        },
      }),
    );
    for (const leverage of ["1", "3", "5"]) {
      const place = leveragePosition(parseRate(leverage), account, largest);
      const notional = ((place ?? 0) / SLIDER_STEPS) * 10_000;
      expect(notional / (1_000 - 0.002 * notional)).toBeCloseTo(Number(leverage), 6);
    }
  });

  it("have no place below the account's leverage, above the largest or without a limit", () => {
    const account = decodeMarginAccount(wireAccount({ leverageMultiple: "2" }));
    expect(leveragePosition(parseRate("2"), account, limit())).toBeNull();
    expect(leveragePosition(parseRate("11"), account, limit())).toBeNull();
    expect(leveragePosition(parseRate("3"), account, null)).toBeNull();
  });
});

describe("changing the unit", () => {
  it("takes the other figure from the server's quote", () => {
    const quote = decodeQuote(wireQuote());
    const state = ticketReducer(typed("3000"), { type: "unit", unit: "size", quote });
    expect(state).toMatchObject({ unit: "size", text: "28.6" });
  });

  it("empties the field without a quote", () => {
    const state = ticketReducer(typed("3000"), { type: "unit", unit: "size", quote: null });
    expect(state.text).toBe("");
  });
});

describe("what is wrong with an amount", () => {
  const problem = (text: string) => amountProblem(typed(text), limit(), "sq ft");

  it.each([
    ["", null],
    ["1,000.50", null],
    ["  250 ", null],
    ["１００", "Use the digits 0 to 9."],
    ["1e5", "Write the number out, without an exponent."],
    ["1,5", "Enter a number, e.g. 1,500.50."],
    ["123456789012345678901234567890", "Amount too large."],
    ["0", "Enter an amount greater than 0."],
    ["-5", "Enter an amount greater than 0."],
    ["1.2345678", "At most 6 decimals."],
    ["0.5", "At least $1.00."],
    ["10,000.01", "Max order now: $10,000.00."],
  ])("%s: %s", (text, words) => {
    expect(problem(text)).toBe(words);
  });

  it("is shown in the typed unit", () => {
    const state = { ...typed("95.1"), unit: "size" } as const;
    expect(amountProblem(state, limit(), "sq ft")).toBe("Max order now: 95.00 sq ft.");
  });

  it("knows no bounds without the server's", () => {
    expect(amountProblem(typed("99999999"), null, "sq ft")).toBeNull();
  });
});

it("closes all of a position to the last unit and parts in hundredths", () => {
  const size = 33333333n as SizeE6;
  expect(closeText(size, 100)).toBe("33.333333");
  expect(closeText(size, 50)).toBe("16.66");
});

describe("in square meters", () => {
  beforeEach(() => setAreaUnit("sqm"));
  afterEach(() => setAreaUnit("sqft"));

  it("closes a share in hundredths of one and all of it exactly", () => {
    const size = 33_333_333n as SizeE6;
    expect(closeText(size, 50)).toBe("1.54");
    expect(parseInput(closeText(size, 100), "SizeE6")).toBe(size);
  });

  it("orders the server's unit", () => {
    const state = { ...FIRST_TICKET, unit: "size" as const, text: "9.290304" };
    expect(ticketQuoteInput(state, 1, 2)).toMatchObject({
      input: "100000000",
      inputKind: "sizeDelta",
    });
  });

  it("slides to the whole limit exactly", () => {
    const state = ticketReducer(
      { ...FIRST_TICKET, unit: "size" },
      { type: "slide", position: SLIDER_STEPS, limit: limit() },
    );
    expect(parseInput(state.text, "SizeE6")).toBe(limit().maxDelta?.size);
  });
});
