import { describe, expect, it } from "vitest";
import type { PriceE8 } from "@/domain/amounts";
import type { PricePoint } from "@/domain/model";
import { movingAverage } from "./average";
import { change, drawdown, mergePoints, monthlyChange, placeAt, yearOverYear } from "./derive";

const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
const price = (value: number) => BigInt(Math.round(value * 1e8)) as PriceE8;
const point = (day: string, value: number): PricePoint => ({
  timestamp: at(day),
  value: price(value),
});
const values = (points: readonly { readonly value: bigint | null }[]) =>
  points.map(({ value }) => value);

describe("a change", () => {
  it("is exact, rounded half away from zero", () => {
    expect(change(price(100), price(113.7))).toBe(137_000_000_000n);
    expect(change(3n as PriceE8, 5n as PriceE8)).toBe(666_666_666_667n);
    expect(change(3n as PriceE8, 1n as PriceE8)).toBe(-666_666_666_667n);
    expect(change(price(100), price(100))).toBe(0n);
  });

  it("is unknown from zero", () => {
    expect(change(price(0), price(1))).toBeNull();
  });
});

describe("year over year", () => {
  it("compares with the same date of the year before", () => {
    const points = [point("2004-03-01", 100), point("2004-06-01", 104), point("2005-03-01", 110)];
    expect(values(yearOverYear(points))).toEqual([null, null, 100_000_000_000n]);
  });

  it("takes the last value before a missing date, up to a week", () => {
    const near = [point("2004-02-24", 100), point("2005-03-01", 105)];
    expect(values(yearOverYear(near))).toEqual([null, 50_000_000_000n]);
    const far = [point("2004-02-22", 100), point("2005-03-01", 105)];
    expect(values(yearOverYear(far))).toEqual([null, null]);
  });

  it("compares February 29 with February 28", () => {
    const points = [point("2007-02-28", 100), point("2007-03-01", 200), point("2008-02-29", 101)];
    expect(values(yearOverYear(points)).at(-1)).toBe(10_000_000_000n);
  });
});

it("measures a drawdown from the highest value so far", () => {
  const points = [100, 120, 90, 120, 121].map((value, day) => point(`2004-03-0${day + 1}`, value));
  expect(values(drawdown(points))).toEqual([0n, 0n, -250_000_000_000n, 0n, 0n]);
});

it("measures each month from the end of the one before", () => {
  const points = [
    point("2004-01-30", 90),
    point("2004-01-31", 100),
    point("2004-02-15", 300),
    point("2004-02-29", 110),
    point("2004-03-02", 99),
  ];
  expect(monthlyChange(points)).toEqual([
    { timestamp: at("2004-01-01"), value: null },
    { timestamp: at("2004-02-01"), value: 100_000_000_000n },
    { timestamp: at("2004-03-01"), value: -100_000_000_000n },
  ]);
});

it("averages the last values, none before there are enough", () => {
  const points = [1, 2, 4, 6].map((value, day) => point(`2004-03-0${day + 1}`, value));
  expect(values(movingAverage(points, 3))).toEqual([null, null, 233_333_333n, price(4)]);
  expect(values(movingAverage(points, 1))).toEqual(values(points));
  expect(values(movingAverage([], 3))).toEqual([]);
});

it("merges lists in time, the later list's value of an instant", () => {
  const merged = mergePoints(
    [point("2004-03-02", 2), point("2004-03-01", 1)],
    [point("2004-03-02", 20), point("2004-03-03", 3)],
  );
  expect(values(merged)).toEqual([price(1), price(20), price(3)]);
});

it("finds the value at or before an instant", () => {
  const points = [point("2004-03-01", 1), point("2004-03-03", 2)];
  expect(placeAt(points, at("2004-02-28"))).toBe(-1);
  expect(placeAt(points, at("2004-03-01"))).toBe(0);
  expect(placeAt(points, at("2004-03-02"))).toBe(0);
  expect(placeAt(points, at("2004-04-01"))).toBe(1);
  expect(placeAt([], 0)).toBe(-1);
});
