import { defaultStringifySearch } from "@tanstack/react-router";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseRate } from "@/domain/parse";
import { setAreaUnit } from "@/domain/reader/area";
import {
  addressOf,
  checkDeal,
  DEFAULT_FIELDS,
  fieldsOf,
  percentOf,
  RATE_NAMES,
  searchOf,
} from "./deal-fields";

const TERMS = { maxLeverage: parseRate("10"), metric: "sqft" };
const FIELDS = { ...DEFAULT_FIELDS, market: "AUS", timeframe: "10y" as const };
const withRates = (rates: Partial<typeof FIELDS.rates>) => ({
  ...FIELDS,
  rates: { ...FIELDS.rates, ...rates },
});

describe("checkDeal", () => {
  it("makes the query of the API, without what is left at its default", () => {
    expect(checkDeal(FIELDS, TERMS)).toEqual({
      query: { timeframe: "10y", side: "long", sqft: "1800", leverage: "1" },
      errors: {},
    });
  });

  it("sends percentages as rates and dollars as raw amounts, exactly", () => {
    const fields = {
      ...withRates({ mortgageRate: "6.75 %", vacancyRate: "0", rentYield: "0.0000000001" }),
      leverage: "2.5x",
      sizeKind: "notional" as const,
      size: "250,000.10",
    };
    expect(checkDeal(fields, TERMS).query).toEqual({
      timeframe: "10y",
      side: "long",
      notional: "250000100000",
      leverage: "2.5",
      mortgageRate: "0.0675",
      vacancyRate: "0",
      rentYield: "0.000000000001",
    });
  });

  it("refuses in words what the API would refuse", () => {
    const wrong = (fields: typeof FIELDS) => checkDeal(fields, TERMS).errors;
    expect(wrong({ ...FIELDS, leverage: "0.5" })).toEqual({
      leverage: "Leverage is at least 1×.",
    });
    expect(wrong({ ...FIELDS, leverage: "11" }).leverage).toBe("Max leverage here is 10×.");
    expect(wrong({ ...FIELDS, size: "0" }).size).toBe("At least 1.");
    expect(wrong({ ...FIELDS, size: "1.5" }).size).toBe("Enter a whole number.");
    expect(wrong({ ...FIELDS, size: "1000001" }).size).toBe("At most 1,000,000.");
    expect(wrong({ ...FIELDS, sizeKind: "notional", size: "0" }).size).toMatch(/greater than 0/);
    expect(wrong(withRates({ vacancyRate: "101" })).vacancyRate).toBe("At most 100%.");
    expect(wrong(withRates({ mortgageRate: "100001" })).mortgageRate).toBe("At most 100,000%.");
    expect(wrong(withRates({ mortgageRate: "-1" })).mortgageRate).toBe("Enter 0 or more.");
    expect(wrong(withRates({ downPaymentRate: "0", closingCostRate: "0" }))).toEqual({
      downPaymentRate: "Enter a down payment or closing costs above 0.",
    });
    expect(checkDeal(FIELDS, null).errors).toEqual({ market: "Choose a market." });
  });

  it.each(["1,5", "1e5", "１００", "abc", "9".repeat(30), "0.12345678901"])(
    "does not guess what “%s” means",
    (text) => {
      for (const fields of [
        { ...FIELDS, leverage: text },
        { ...FIELDS, size: text },
        withRates({ rentYield: text }),
      ]) {
        const { query, errors } = checkDeal(fields, TERMS);
        expect(query).toBeNull();
        expect(Object.values(errors)[0]).toMatch(/\.$/);
      }
    },
  );
});

describe("the page's address", () => {
  it("comes back as the same fields", () => {
    const fields = {
      ...withRates(Object.fromEntries(RATE_NAMES.map((name, at) => [name, `${at + 0.25}`]))),
      timeframe: "3y" as const,
      side: "short" as const,
      leverage: "3",
      sizeKind: "notional" as const,
      size: "1234.5",
    };
    const { query } = checkDeal(fields, TERMS);
    const search = new URLSearchParams(searchOf("AUS", query ?? {}));
    expect(fieldsOf(search)).toEqual(fields);
  });

  it("leaves unknown words at the default and wrong figures for the fields to name", () => {
    const fields = fieldsOf(
      new URLSearchParams("market=aus&timeframe=7w&side=up&leverage=abc&mortgageRate=6%25"),
    );
    expect(fields).toMatchObject({ market: "AUS", timeframe: null, side: "long", leverage: "abc" });
    expect(checkDeal(fields, TERMS).errors.leverage).toBe("Enter a number, e.g. 1,500.50.");
    expect(fieldsOf(new URLSearchParams(""))).toEqual(DEFAULT_FIELDS);
  });

  it("writes a rate as its field wants it", () => {
    expect(percentOf(parseRate("0.0675"))).toBe("6.75");
    expect(percentOf(parseRate("1"))).toBe("100");
  });

  it("is written as the router writes it, so that typed text is never reverted", () => {
    const cases = [
      withRates({ rentYield: "0.0000000001" }),
      withRates({ rentYield: "0.00005" }),
      { ...FIELDS, sizeKind: "notional" as const, size: "9007199254.740993" },
      { ...FIELDS, sizeKind: "notional" as const, size: "9000000000000.000001" },
      FIELDS,
    ];
    for (const fields of cases) {
      const { query } = checkDeal(fields, TERMS);
      const { text, search } = addressOf(searchOf("AUS", query ?? {}));
      expect(defaultStringifySearch(search)).toBe(text);
      expect(fieldsOf(new URLSearchParams(text))).toEqual(fields);
    }
  });

  it("survives any text in a link", () => {
    const long = "A".repeat(10_000);
    expect(fieldsOf(new URLSearchParams({ market: long })).market).toHaveLength(32);
    for (const text of ["<script>alert(1)</script>", "%2F..%2F", "\u202e\u200b", long, '"', '"5']) {
      const names = ["market", "timeframe", "side", "leverage", "sqft", ...RATE_NAMES];
      const search = new URLSearchParams(names.map((name) => [name, text]));
      expect(checkDeal(fieldsOf(search), null).query).toBeNull();
      expect(checkDeal(fieldsOf(new URLSearchParams({ notional: text })), TERMS).query).toBeNull();
    }
  });
});

describe("in square meters", () => {
  beforeEach(() => setAreaUnit("sqm"));
  afterEach(() => setAreaUnit("sqft"));

  it("asks the server for the square feet of a link, whatever they are", () => {
    for (const sqft of ["1", "2", "1799", "1800", "999999", "1000000"]) {
      const fields = fieldsOf(new URLSearchParams(`market=AUS&timeframe=10y&sqft=${sqft}`));
      expect(checkDeal(fields, TERMS).query).toMatchObject({ sqft });
    }
    expect(fieldsOf(new URLSearchParams("")).size).toBe("167.22");
    expect(checkDeal({ ...FIELDS, size: "167.22" }, TERMS).query).toMatchObject({ sqft: "1800" });
  });

  it("refuses what is less than a square foot, and more than a million", () => {
    expect(checkDeal({ ...FIELDS, size: "0.04" }, TERMS).errors.size).toBe("At least 0.1.");
    expect(checkDeal({ ...FIELDS, size: "0.1" }, TERMS).query).toMatchObject({ sqft: "1" });
    expect(checkDeal({ ...FIELDS, size: "92904" }, TERMS).errors.size).toBe("At most 92,903.");
  });
});
