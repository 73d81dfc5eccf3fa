import { expect, it } from "vitest";
import { decodeScenarios, drawnScenarios, scenarioOf } from "./scenarios";

const row = (move: string, sharePrice: string, sharePriceChange: string | null) => ({
  move,
  value: "1000",
  change: "-10",
  sharePrice,
  sharePriceChange,
});
const WIRE = {
  asOf: 7,
  value: "1010",
  sharePrice: "100000000",
  allMarkets: [
    row("-0.2", "104000000", "0.04"),
    row("0", "100000000", "0"),
    row("0.2", "-1", "-0.06"),
  ],
  markets: [
    {
      marketId: 3,
      symbol: "AUS",
      name: "Austin",
      skew: "-5",
      scenarios: [row("-0.1", "99", "-0.01"), row("0.1", "101", "0.01")],
    },
  ],
};

it("reads every scenario, a worthless share too", () => {
  const { all, byMarket } = decodeScenarios(WIRE);
  expect(all.map(({ move }) => move)).toEqual([-200_000_000_000n, 0n, 200_000_000_000n]);
  expect(all.at(-1)?.sharePrice).toBe(-1n);
  expect(byMarket.get(3)).toHaveLength(2);
  const [unknown] = decodeScenarios({ ...WIRE, allMarkets: [row("0", "0", null)] }).all;
  expect(unknown?.priceChange).toBeNull();
});

it("knows the scenario of one market by the way of its index", () => {
  const scenarios = decodeScenarios(WIRE);
  expect(scenarioOf(scenarios, 3, "up")?.priceChange).toBe(10_000_000_000n);
  expect(scenarioOf(scenarios, 3, "down")?.priceChange).toBe(-10_000_000_000n);
  expect(scenarioOf(scenarios, 4, "up")).toBeUndefined();
  expect(scenarioOf(undefined, 3, "up")).toBeUndefined();
});

it("draws gains above the line of no change and losses below it", () => {
  const { points, zero } = drawnScenarios(decodeScenarios(WIRE).all);
  expect(zero).toBeCloseTo(0.4);
  expect(points.map(({ x, way }) => [x, way])).toEqual([
    [0, "up"],
    [0.5, "flat"],
    [1, "down"],
  ]);
  expect(points.map(({ y }) => Math.round(y * 10))).toEqual([0, 4, 10]);
});

it("draws a flat line where nothing would change", () => {
  const flat = decodeScenarios({ ...WIRE, allMarkets: [row("0", "1", "0"), row("0.1", "1", "0")] });
  expect(drawnScenarios(flat.all)).toEqual({
    zero: 0.5,
    points: [
      { x: 0, y: 0.5, way: "flat" },
      { x: 1, y: 0.5, way: "flat" },
    ],
  });
});
