import { describe, expect, it } from "vitest";
import type { PriceE8 } from "@/domain/amounts";
import type { PricePoint } from "@/domain/model";
import { curvesOf } from "./curves";
import { csvOf } from "./curves-csv";
import { readLegend } from "./legend";

const DAY = 86_400;
const START = Date.parse("2004-01-01T00:00:00Z") / 1000;
const prints = (...dollars: readonly number[]): readonly PricePoint[] =>
  dollars.map((value, day) => ({
    timestamp: START + day * DAY,
    value: BigInt(Math.round(value * 1e8)) as PriceE8,
  }));

describe("curves of a view", () => {
  it("are none without data", () => {
    expect(curvesOf("index", [], [])).toEqual([]);
    expect(curvesOf("market", prints(1), [])).toEqual([]);
  });

  it("begin with the first known value", () => {
    const [curve] = curvesOf("yoy", prints(...Array.from({ length: 400 }, () => 100)), []);
    expect(curve?.points[0]).toEqual({ time: START + 366 * DAY, value: 0 });
    expect(curvesOf("monthly", prints(1, 2), [])[0]?.points).toEqual([]);
  });

  it("show the index beside the market price from its first value on", () => {
    const traded = prints(1, 2, 3.03).slice(1);
    const [index, market] = curvesOf("market", prints(1, 2, 3), traded);
    expect(index?.points.map(({ value }) => value)).toEqual([2, 3]);
    expect(market?.points.map(({ value }) => value)).toEqual([2, 3.03]);
  });

  it("are saved exactly, from the left edge on", () => {
    expect(csvOf(curvesOf("index", prints(1, 2.5, 3), []), START + DAY)).toEqual({
      heads: ["date", "Index"],
      rows: [
        ["2004-01-02", "2.5"],
        ["2004-01-03", "3"],
      ],
    });
  });
});

describe("the legend", () => {
  const curves = curvesOf("index", prints(100, 101, 99.99), []);

  it("has the last value with its changes by a day and over the view", () => {
    expect(readLegend(curves, null, START)).toEqual({
      atS: START + 2 * DAY,
      entries: [
        {
          id: "index",
          name: "Index",
          color: "accent",
          value: "$99.99",
          changes: [
            { label: "1 day", text: "−1.00%", way: "down" },
            { label: "in view", text: "−0.01%", way: "down" },
          ],
        },
      ],
    });
  });

  it("follows the crosshair", () => {
    const legend = readLegend(curves, START + DAY, START);
    expect(legend?.entries[0]?.value).toBe("$101.00");
    expect(legend?.entries[0]?.changes.map(({ text }) => text)).toEqual(["+1.00%", "+1.00%"]);
    expect(readLegend(curves, START, START)?.entries[0]?.changes).toEqual([]);
    expect(readLegend(curves, START - 1, START)).toBeNull();
  });

  it("has the premium of the market price", () => {
    const market = curvesOf("market", prints(100, 101), prints(100, 102.01));
    const legend = readLegend(market, null, START);
    expect(legend?.entries.map(({ value }) => value)).toEqual(["$101.00", "$102.01"]);
    expect(legend?.entries[1]?.changes).toEqual([{ label: "premium", text: "+1.00%", way: "up" }]);
  });

  it("has rates without a change of their own", () => {
    const legend = readLegend(curvesOf("drawdown", prints(100, 90), []), null, START);
    expect(legend?.entries[0]?.value).toBe("−10.00%");
    expect(legend?.entries[0]?.changes).toEqual([]);
  });
});
