import { describe, expect, it } from "vitest";
import type { PriceE8, SizeE6 } from "@/domain/amounts";
import { FIRST_TICKET, type TicketState } from "../../model/ticket";
import {
  checkAmend,
  checkEntry,
  checkTrail,
  type Entry,
  endOf,
  FIRST_WAITING,
  missingWords,
  placedBody,
  quoteBody,
  type WaitingFields,
} from "./entry";
import { waitingOrder } from "./testing/order";

const INPUT = {
  marginAccountId: 0,
  marketId: 3,
  side: "long",
  input: "1000000000",
  inputKind: "notionalDelta",
} as const;
const DAY_S = 86_400;

interface Change extends Partial<Omit<Entry, "fields" | "ticket">> {
  readonly fields?: Partial<WaitingFields>;
  readonly ticket?: Partial<TicketState>;
}

const check = ({ fields, ticket, ...rest }: Change) =>
  checkEntry({
    mode: "auction",
    isReduceOnly: false,
    index: 10_000_000_000n as PriceE8,
    ...rest,
    ticket: { ...FIRST_TICKET, ...ticket },
    fields: { ...FIRST_WAITING, ...fields },
  });
const limit = (priceText: string) => ({ kind: "price", slippageText: "1", priceText }) as const;

describe("an order of the next price update", () => {
  it("has a slippage, or a price", () => {
    expect(check({}).terms).toEqual({ orderType: "auction", slippageRate: "0.01" });
    expect(check({ ticket: { limit: limit("101") } }).terms).toEqual({
      orderType: "auction",
      acceptablePrice: "10100000000",
    });
    expect(check({ ticket: { limit: limit("") } })).toEqual({ terms: null, error: null });
  });

  it("that only reduces has neither, nor a bracket", () => {
    const bracket = { isOn: true, targetText: "110", stopText: "90" };
    const reduced = check({ isReduceOnly: true, ticket: { bracket } });
    expect(reduced.terms).toEqual({ orderType: "auction", reduceOnly: true });
    const priced = check({ isReduceOnly: true, ticket: { limit: limit("99") } });
    expect(priced.terms).toMatchObject({ acceptablePrice: "9900000000" });
  });

  it("takes a bracket around the index", () => {
    const bracket = { isOn: true, targetText: "110", stopText: "90" };
    expect(check({ ticket: { bracket } }).terms).toMatchObject({
      targetPrice: "11000000000",
      stopPrice: "9000000000",
    });
    const wrong = check({ ticket: { bracket: { ...bracket, stopText: "100" } } });
    expect(wrong).toEqual({ terms: null, error: "Stop loss must be below $100.00." });
  });
});

describe("a limit order", () => {
  it("has its price alone, and may act on the market price", () => {
    const fields = { priceText: "98.5", triggerBy: "market" } as const;
    expect(check({ mode: "limit", fields }).terms).toEqual({
      orderType: "limit",
      triggerPrice: "9850000000",
      triggerBy: "market",
    });
  });

  it("is no order without one, and none with a wrong one", () => {
    expect(check({ mode: "limit" })).toEqual({ terms: null, error: null });
    expect(check({ mode: "limit", fields: { priceText: "1,5" } }).error).toMatch(/Enter a number/);
  });

  it("has its bracket around its own price", () => {
    const bracket = { isOn: true, targetText: "99", stopText: "" };
    const fields = { priceText: "98.5" };
    expect(check({ mode: "limit", fields, ticket: { bracket } }).error).toBeNull();
  });
});

describe("a stop order", () => {
  it("trails by a rate", () => {
    const fields = { isTrailing: true, trailText: "2.5" };
    expect(check({ mode: "stop", fields }).terms).toEqual({
      orderType: "trailing",
      trailRate: "0.025",
      slippageRate: "0.01",
    });
  });

  it("has no limit price on the near side of its stop", () => {
    const stop = (side: "long" | "short", text: string) =>
      check({ mode: "stop", fields: { priceText: "105" }, ticket: { side, limit: limit(text) } });
    expect(stop("long", "105").error).toBeNull();
    expect(stop("long", "104.99").error).toMatch(/at or above the stop price/);
    expect(stop("short", "105.01").error).toMatch(/at or below the stop price/);
  });

  it.each([
    ["0", "Enter a percentage above 0 and below 100."],
    ["100", "Enter a percentage above 0 and below 100."],
    ["x", "Enter a percentage above 0 and below 100."],
    ["0.00001", "At most 4 decimals."],
    ["0.0001", null],
    ["99.9999", null],
  ])("trails by %s %%: %s", (text, error) => {
    expect(checkTrail(text).error).toBe(error);
  });
});

it("is asked about without an end, and placed with one", () => {
  const body = quoteBody(INPUT, check({}));
  expect(body).toEqual({ ...INPUT, orderType: "auction", slippageRate: "0.01" });
  expect(quoteBody(null, check({}))).toBeNull();
  expect(placedBody(body ?? INPUT_AUCTION, "7", 1000.5).expiresAt).toBe(1000 + 7 * DAY_S);
  expect(endOf("90", 0)).toBeLessThan(90 * DAY_S);
});
const INPUT_AUCTION = { ...INPUT, orderType: "auction" } as const;

it("says what is missing", () => {
  const typed = { ...FIRST_TICKET, text: "5" };
  expect(missingWords("stop", FIRST_TICKET)).toMatch(/Enter an amount/);
  expect(missingWords("stop", typed)).toBe("Enter a stop price.");
  expect(missingWords("auction", typed)).toBe("Enter a limit price.");
});

describe("an amendment", () => {
  const order = waitingOrder();
  const fields = { priceText: "99", sizeText: "28.6", worstText: "" };

  it("has what differs, and nothing else", () => {
    expect(checkAmend(order, fields, "sq ft")).toEqual({ change: {}, error: null });
    expect(checkAmend(order, { ...fields, priceText: "98" }, "sq ft").change).toEqual({
      triggerPrice: "9800000000",
    });
    expect(
      checkAmend(order, { priceText: "99", sizeText: "20", worstText: "97" }, "sq ft").change,
    ).toEqual({ input: "20000000", acceptablePrice: "9700000000" });
  });

  it("of a trailing stop is its distance, of a whole position its price", () => {
    const trailing = waitingOrder({ type: "trailing", trail: 50_000_000_000n as never });
    expect(checkAmend(trailing, { ...fields, priceText: "4" }, "sq ft").change).toEqual({
      trailRate: "0.04",
    });
    expect(checkAmend(trailing, { ...fields, priceText: "5" }, "sq ft").change).toEqual({});
    const whole = waitingOrder({ isWhole: true, size: 0n as SizeE6 });
    expect(checkAmend(whole, { ...fields, sizeText: "7" }, "sq ft").change).toEqual({});
  });

  it("keeps the price between the exits, and a stop before its worst price", () => {
    const exits = { stop: 9_000_000_000n as PriceE8, target: 11_000_000_000n as PriceE8 };
    const entry = waitingOrder({ type: "limit", side: "long", worst: null, ...exits });
    const errorAt = (priceText: string, of = entry) =>
      checkAmend(of, { ...fields, priceText }, "sq ft").error;
    expect(errorAt("90")).toBe("The price must be above the stop loss at $90.00.");
    expect(errorAt("90.01")).toBeNull();
    expect(errorAt("109.99")).toBeNull();
    expect(errorAt("110")).toBe("The price must be below the take profit at $110.00.");
    const swapped = { side: "short", stop: exits.target, target: exits.stop } as const;
    const short = waitingOrder({ type: "limit", worst: null, ...swapped });
    expect(errorAt("110", short)).toBe("The price must be below the stop loss at $110.00.");
    expect(errorAt("90", short)).toBe("The price must be above the take profit at $90.00.");
    expect(errorAt("98.01", order)).toBeNull();
    expect(errorAt("98", order)).toBe("The worst price must be at or below the price.");
  });

  it("says the first thing that is wrong", () => {
    const wrong = { priceText: "", sizeText: "0", worstText: "x" };
    expect(checkAmend(order, wrong, "sq ft").error).toBe("Price: Enter an amount.");
    expect(checkAmend(order, { ...fields, sizeText: "0" }, "sq ft").error).toMatch(/^Size: /);
  });
});
