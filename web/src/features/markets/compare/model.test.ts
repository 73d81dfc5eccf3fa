import { describe, expect, it } from "vitest";
import { decodeComparison, decodeCorrelations } from "./api";
import {
  closestTo,
  colorOf,
  daySeconds,
  drawCompared,
  drawSpread,
  readAsked,
  shade,
  spreadOf,
  stepTo,
  writeAsked,
  yearsBefore,
} from "./model";

const DAY_S = 86_400;
const COMPARED = decodeComparison({
  start: 10 * DAY_S,
  earliest: 10 * DAY_S,
  timestamp: [10 * DAY_S, 20 * DAY_S],
  markets: [
    { symbol: "PHX", name: "Phoenix, AZ", values: ["100", "110.5"] },
    { symbol: "LV", name: "Las Vegas, NV", values: ["100", "98.000001"] },
  ],
});
const TABLE = decodeCorrelations({
  asOf: null,
  quarters: 40,
  markets: ["A1", "B2", "C3"].map((symbol) => ({ symbol, name: symbol })),
  rows: [
    ["1", "-0.25", "0.5"],
    ["-0.25", "1", null],
    ["0.5", null, "1"],
  ],
});

describe("the address of a comparison", () => {
  it("names at most five symbols, each once, and a day", () => {
    expect(readAsked({ m: "phx,LV,PHX,a b,<x>,c3,d4,e5,f6,g7", start: "2007-12-01" })).toEqual({
      symbols: ["PHX", "LV", "C3", "D4", "E5"],
      start: "2007-12-01",
    });
  });

  it("ignores what is no list and no day", () => {
    for (const start of [7, "2007-13-01", "2007-02-30", "07-1-1", "1900-01-01", "x", null]) {
      expect(readAsked({ m: 7, start })).toEqual({ symbols: [], start: null });
    }
    expect(readAsked({ m: "A1,".repeat(10_000) }).symbols).toEqual(["A1"]);
  });

  it("is read as it is written", () => {
    for (const asked of [
      { symbols: ["PHX", "DAL-1"], start: null },
      { symbols: ["PHX"], start: "1999-06-05" },
    ]) {
      expect(readAsked(writeAsked(asked))).toEqual(asked);
    }
  });

  it("counts years back, not before the earliest day", () => {
    const now = daySeconds("2008-03-01") ?? 0;
    expect(yearsBefore(now, 1, 0)).toBe("2007-03-02");
    expect(yearsBefore(now, 20, daySeconds("1999-01-01") ?? 0)).toBe("1999-01-01");
  });
});

describe("a comparison", () => {
  it("is drawn with a color for each market", () => {
    const drawn = drawCompared(COMPARED);
    expect(drawn.map(({ name, color }) => [name, color])).toEqual([
      ["PHX", "accent"],
      ["LV", "no"],
    ]);
    expect(drawn[0]?.points).toEqual([
      { time: 10 * DAY_S, value: 100 },
      { time: 20 * DAY_S, value: 110.5 },
    ]);
    expect(new Set([0, 1, 2, 3, 4].map(colorOf)).size).toBe(5);
  });

  it("has an exact spread of two markets", () => {
    const spread = spreadOf(COMPARED, "PHX", "LV");
    expect(spread).toEqual([0n, 12_499_999_000_000n]);
    expect(spreadOf(COMPARED, "LV", "PHX")).toEqual([0n, -12_499_999_000_000n]);
    expect(drawSpread(COMPARED, spread)[0]?.points.at(-1)?.value).toBeCloseTo(12.499_999);
  });
});

describe("the table of correlations", () => {
  it("lists the closest first and the unknown last", () => {
    expect(closestTo(TABLE, "A1").map(({ symbol }) => symbol)).toEqual(["C3", "B2"]);
    expect(closestTo(TABLE, "C3").map(({ correlation }) => correlation)).toEqual([
      500_000_000_000n,
      null,
    ]);
  });

  it("shades by size and sign", () => {
    const [row] = TABLE.rows;
    expect(row?.map((cell) => shade(cell))).toEqual([
      { share: 100, isBelow: false },
      { share: 25, isBelow: true },
      { share: 50, isBelow: false },
    ]);
    expect(shade(null)).toEqual({ share: 0, isBelow: false });
  });

  it("moves by arrows within its bounds", () => {
    expect(stepTo([0, 0], "ArrowUp", 3)).toEqual([0, 0]);
    expect(stepTo([0, 0], "ArrowRight", 3)).toEqual([0, 1]);
    expect(stepTo([2, 2], "ArrowDown", 3)).toEqual([2, 2]);
    expect(stepTo([1, 1], "ArrowLeft", 3)).toEqual([1, 0]);
    expect(stepTo([1, 1], "Home", 3)).toEqual([1, 0]);
    expect(stepTo([1, 1], "End", 3)).toEqual([1, 2]);
    expect(stepTo([1, 1], "Tab", 3)).toBeNull();
  });
});
