import { describe, expect, it } from "vitest";
import { parseRate } from "@/lib/parse";
import { mapColor, mapStep } from "./map-color";
import { placeLabels } from "./place-labels";
import { fitBox, placeOnMap } from "./projection";

describe("colours", () => {
  it("has a middle for no change and ends for large ones", () => {
    expect(mapStep(parseRate("0"))).toBe(5);
    expect(mapStep(parseRate("0.5"))).toBe(9);
    expect(mapStep(parseRate("-0.5"))).toBe(1);
    expect(mapColor(null)).toBe("url(#no-data)");
  });
});

describe("labels", () => {
  const wish = (id: number, x: number, y = 0) => ({
    id,
    text: "Austin",
    at: [x, y] as const,
    radius: 2,
  });
  const bounds = [-100, -100, 200, 100] as const;

  it("puts a label right of its dot, or left when that is taken", () => {
    const placed = placeLabels([wish(1, 0), wish(2, 30)], 5, 10, bounds);
    expect(placed.map(({ id, anchor }) => [id, anchor])).toEqual([
      [1, "end"],
      [2, "start"],
    ]);
  });

  it("puts a label above or below a dot with neighbours on both sides", () => {
    const row = [wish(1, 0), wish(2, 20), wish(3, -20)];
    const placed = placeLabels(row, 5, 10, bounds).filter(({ anchor }) => anchor === "middle");
    expect(placed.map(({ id, x, y }) => [id, x, y])).toEqual([[1, 0, -7]]);
  });

  it("leaves out what fits nowhere", () => {
    const crowd = [1, 2, 3, 4, 5].map((id) => wish(id, id));
    expect(placeLabels(crowd, 5, 10, bounds).length).toBeLessThan(5);
    expect(placeLabels([wish(1, 0)], 5, 10, [-5, -5, 5, 5])).toEqual([]);
  });
});

describe("places", () => {
  it("projects a city into the map's frame", () => {
    const [x = 0, y = 0] = placeOnMap(-97.74, 30.27) ?? [];
    expect(x).toBeGreaterThan(380);
    expect(x).toBeLessThan(520);
    expect(y).toBeGreaterThan(400);
    expect(y).toBeLessThan(560);
  });

  it("has no place for unknown or foreign coordinates", () => {
    expect(placeOnMap(null, 30)).toBeNull();
    expect(placeOnMap(13.4, 52.5)).toBeNull();
  });

  it("fits a box to an aspect ratio around its middle", () => {
    expect(fitBox([0, 0, 10, 10], 2, 0)).toEqual([-5, 0, 15, 10]);
    expect(fitBox([0, 0, 10, 10], 0.5, 0)).toEqual([0, -5, 10, 15]);
  });
});
