import { describe, expect, it } from "vitest";
import { decodeQuote } from "@/api/decode-account";
import { parsePrice, parseRate } from "@/domain/parse";
import { wireQuote } from "@/test/rows";
import {
  checkLimit,
  FIRST_LIMIT,
  hasMovedAgainst,
  limitRefusal,
  renewalProblem,
  slippageRate,
} from "./price-limit";

const buy = decodeQuote(wireQuote());
const sell = decodeQuote(
  wireQuote({ openInterestDelta: { size: "-28600000", notional: "-3000000000" } }),
);

it("accepts a slippage above 0 and up to 50 percent", () => {
  expect(slippageRate("1")).toBe("0.01");
  expect(slippageRate("0.5%")).toBe("0.005");
  expect(slippageRate("50")).toBe("0.5");
  expect(slippageRate("0")).toBeNull();
  expect(slippageRate("51")).toBeNull();
  expect(slippageRate("x")).toBeNull();
});

describe("the worst price", () => {
  it("is a slippage or a price, as the builder takes it", () => {
    expect(checkLimit(FIRST_LIMIT).body).toEqual({ slippageRate: "0.01" });
    const price = checkLimit({ ...FIRST_LIMIT, kind: "price", priceText: "1,104.95" });
    expect(price.body).toEqual({ acceptablePrice: "110495000000" });
  });

  it("is refused in words", () => {
    const of = (priceText: string) => checkLimit({ ...FIRST_LIMIT, kind: "price", priceText });
    expect(of("0")).toMatchObject({ body: null, error: "Enter an amount greater than 0." });
    expect(of("1e3").error).toBe("Write the number out, without an exponent.");
    expect(checkLimit({ ...FIRST_LIMIT, slippageText: "60" }).error).toMatch(/up to 50/);
  });

  it("stops a buy above it and a sale below it", () => {
    expect(limitRefusal(buy, parsePrice("10494999999"))).toMatch(/\$104\.95, above your limit/);
    expect(limitRefusal(buy, parsePrice("10495000000"))).toBeNull();
    expect(limitRefusal(sell, parsePrice("10495000001"))).toMatch(/below your limit/);
    expect(limitRefusal(sell, parsePrice("10495000000"))).toBeNull();
    expect(limitRefusal(buy, null)).toBeNull();
  });
});

it("notices a fill that has become worse by more than the slippage", () => {
  const fresh = (fillPrice: string) => decodeQuote(wireQuote({ fillPrice }));
  const rate = parseRate("0.01");
  expect(hasMovedAgainst(buy, fresh("10599950000"), rate)).toBe(false);
  expect(hasMovedAgainst(buy, fresh("10599950001"), rate)).toBe(true);
  expect(hasMovedAgainst(buy, fresh("9000000000"), rate)).toBe(false);
  expect(hasMovedAgainst(sell, { ...sell, fillPrice: parsePrice("10390049999") }, rate)).toBe(true);
});

it("sends no order on a quote that did not come or has moved", () => {
  const worst = { slippageRate: "0.01" };
  const moved = { ...buy, fillPrice: parsePrice("10599950001") };
  expect(renewalProblem(buy, buy, worst)).toBeNull();
  expect(renewalProblem(buy, null, worst)).toBe("No fresh quote arrived. Nothing was sent.");
  expect(renewalProblem(buy, moved, worst)).toMatch(/^The price has moved/);
  expect(renewalProblem(buy, moved, { acceptablePrice: "10600000000" })).toBeNull();
});
