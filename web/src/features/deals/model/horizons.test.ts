import { describe, expect, it } from "vitest";
import { drawHorizons, horizonText, owningLeadsFrom, owningPaysFrom, toHorizons } from "./horizons";

const of = (...rows: readonly (readonly [number, string, string])[]) =>
  toHorizons({
    horizons: rows.map(([years, acrePercentage, physicalPercentage]) => ({
      years,
      acrePercentage,
      physicalPercentage,
      acreDollars: "0",
      physicalDollars: "0",
      liquidatedAt: null,
    })),
  });

const CROSSING = of(
  [1, "0.02", "-0.09"],
  [2, "0.01", "0.02"],
  [3, "0.05", "0.04"],
  [4, "0.1", "0.2"],
);

describe("horizons", () => {
  it("finds the year from which owning stays ahead, not the first lead", () => {
    expect(owningLeadsFrom(CROSSING)).toBe(4);
    expect(owningPaysFrom(CROSSING)).toBe(2);
    expect(horizonText(CROSSING)).toBe(
      "Owning led for holds of 4 years and longer. Owning broke even after 2 years.",
    );
  });

  it("says where one way leads throughout", () => {
    const acre = of([1, "0.02", "-0.09"], [2, "0.01", "-0.01"]);
    expect(owningLeadsFrom(acre)).toBeNull();
    expect(horizonText(acre)).toBe(
      "Acre led for holds of up to 2 years. Owning lost money at the longest hold.",
    );
    const owning = of([1, "-0.02", "0.09"]);
    expect(horizonText(owning)).toBe(
      "Owning led at every holding time. Owning made money at every holding time.",
    );
    expect(horizonText([])).toBe("");
  });

  it("draws both curves on one scale with 0 and round lines", () => {
    const { acre, physical, zero, ticks } = drawHorizons(CROSSING);
    expect(ticks.map(({ percent }) => percent)).toEqual([-10, 0, 10, 20]);
    expect(zero).toBeCloseTo(2 / 3);
    expect(acre.points[0]?.[0]).toBe(0);
    expect(physical.points.at(-1)).toEqual([1, 0]);
    for (const [x, y] of [...acre.points, ...physical.points]) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(Math.max(x, y)).toBeLessThanOrEqual(1);
    }
  });

  it("draws a single year and equal returns", () => {
    expect(drawHorizons(of([1, "0", "0"])).acre.points).toEqual([[0.5, 1]]);
    expect(drawHorizons(of([1, "-1", "-1"], [2, "-1", "-1"])).zero).toBe(0);
  });
});
