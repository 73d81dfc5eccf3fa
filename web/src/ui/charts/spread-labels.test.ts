import { describe, expect, it } from "vitest";
import { spreadLabels } from "./spread-labels";

const place = (ys: readonly number[], axis = 200) =>
  spreadLabels(
    ys.map((y, index) => ({ id: String(index), y })),
    18,
    axis,
  );

describe("labels of a value axis", () => {
  it("stay at their values where there is room", () => {
    expect(place([50, 150]).map(({ y }) => y)).toEqual([50, 150]);
  });

  it("move apart in the order of their values", () => {
    expect(place([104, 100]).map(({ id, y }) => [id, y])).toEqual([
      ["1", 100],
      ["0", 118],
    ]);
  });

  it("stay within the axis at both ends", () => {
    expect(place([-40, 1, 199, 260]).map(({ y, edge }) => [y, edge])).toEqual([
      [9, "above"],
      [27, null],
      [173, null],
      [191, "below"],
    ]);
  });

  it("drop the last ones where there is no room for all", () => {
    expect(place([10, 20, 30], 40).map(({ id }) => id)).toEqual(["0", "1"]);
    expect(place([10], 10)).toEqual([]);
  });

  it("never touch, wherever their values are", () => {
    for (let seed = 1; seed < 500; seed += 1) {
      const ys = Array.from(
        { length: 6 },
        (_, index) => ((seed * 37 + index * index * 61) % 300) - 50,
      );
      const placed = place(ys);
      expect(placed).toHaveLength(6);
      for (const [index, { y }] of placed.entries()) {
        expect(y).toBeGreaterThanOrEqual(9);
        expect(y).toBeLessThanOrEqual(191);
        const before = placed[index - 1];
        if (before) expect(y - before.y).toBeGreaterThanOrEqual(18);
      }
    }
  });
});
