import { expect, it } from "vitest";
import { type ChartLine, stretchRange, windowStart } from "./chart-range";

const line = (price: number): ChartLine => ({
  id: "liquidation",
  label: "Liquidation",
  price,
  text: String(price),
});

it("widens for a near line", () => {
  expect(stretchRange({ low: 100, high: 120 }, [line(96)])).toEqual({ low: 96, high: 120 });
});

it("leaves a far line outside", () => {
  const range = stretchRange({ low: 100, high: 120 }, [line(70), line(150)]);
  expect(range).toEqual({ low: 100, high: 120 });
});

it("never widens by more than a quarter on a side", () => {
  const range = stretchRange({ low: 100, high: 120 }, [line(95), line(94), line(125), line(126)]);
  expect(range).toEqual({ low: 95, high: 125 });
});

it("widens further for own orders, by 3 % of the price at most", () => {
  const narrow = { low: 99, high: 100 };
  expect(stretchRange(narrow, [], [97, 102.5])).toEqual({ low: 97, high: 102.5 });
  expect(stretchRange(narrow, [line(97)], [95.9, 103.1])).toEqual(narrow);
});

it.each([
  ["1m", "2010-03-31", "2010-02-28"],
  ["6m", "2010-03-31", "2009-09-30"],
  ["1y", "2008-02-29", "2007-02-28"],
  ["5y", "2010-01-17", "2005-01-17"],
] as const)("begins a window of %s before %s on %s", (window, to, from) => {
  const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
  expect(windowStart(window, at(to))).toBe(at(from));
});

it("begins all at the first value", () => expect(windowStart("all", 1_263_686_400)).toBe(0));
