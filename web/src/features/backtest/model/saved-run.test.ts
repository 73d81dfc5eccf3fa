import { describe, expect, it } from "vitest";
import { readRun } from "./saved-run";
import { savedRun } from "./saved-run.sample";

const read = (change: object = {}) => readRun(JSON.stringify({ ...savedRun(), ...change }));
const withStrategy = (change: object) => {
  const [first] = savedRun().strategies;
  return { strategies: [{ ...first, ...change }] };
};

describe("a saved backtest", () => {
  it("is read with its parts as shares of the collateral", () => {
    const [strategy] = read().strategies;
    expect(strategy).toMatchObject({
      name: "momentum",
      annualReturn: -0.02,
      fitReturn: -0.01,
      parts: { price: 0.3, funding: -0.45 },
      curve: [
        { time: 946_684_800, value: 1 },
        { time: 978_307_200, value: 0.8 },
      ],
    });
    expect(strategy?.profit).toBeCloseTo(-0.2);
    expect(strategy?.folds[0]?.params).toBe("leverage 1, lookback_days 365");
  });

  it.each([
    ["not JSON", "{", /not JSON/],
    ["a list", "[]", /not an object/],
    ["another format", JSON.stringify({ format: "other", version: 1 }), /not a backtest/],
    ["a newer version", JSON.stringify({ ...savedRun(), version: 2 }), /version 1/],
  ])("is not %s", (_what, content, message) => {
    expect(() => readRun(content)).toThrow(message);
  });

  it.each([
    ["a missing figure", { drawdown: undefined }, /drawdown: not a number/],
    ["a text for a figure", { annualReturn: "1" }, /annualReturn/],
    ["no collateral", { startE6: 0 }, /not positive/],
    ["a long curve", { curve: Array(401).fill(["2000-01-01", 1]) }, /more than 400/],
    ["a day that is none", { curve: [["2000-13-01", 1]] }, /not a day/],
    ["a long name", { name: "x".repeat(301) }, /longer than 300/],
    ["many folds", { folds: Array(101).fill({}) }, /more than 100/],
  ])("is refused with %s", (_what, change, message) => {
    expect(() => read(withStrategy(change))).toThrow(message);
  });

  it("has at most 20 strategies and 100 markets", () => {
    const [one] = savedRun().strategies;
    expect(() => read({ strategies: Array(21).fill(one) })).toThrow(/more than 20/);
    expect(() => read({ markets: Array(101).fill("X") })).toThrow(/more than 100/);
  });
});
