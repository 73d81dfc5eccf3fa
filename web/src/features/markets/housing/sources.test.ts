import { describe, expect, it } from "vitest";
import type { Source } from "@/generated/api";
import { beginsAt, firstOf, publishersOf, sourcesOf } from "./sources";

const source = (change: Partial<Source>): Source => ({
  figure: "medianRentMonthly",
  series: "rent",
  publisher: "Zillow Research",
  area: "AUS",
  areaName: "Austin, TX",
  firstPublishedAt: 100,
  ...change,
});

describe("sources of housing figures", () => {
  it("name each publisher once, and a discontinued or unnamed one as such", () => {
    const rows = [source({}), source({ series: "homeValue" }), source({ publisher: null })];
    expect(publishersOf(rows)).toBe("Zillow Research, Publisher not named");
    expect(publishersOf([source({ series: "rentLegacy" })])).toBe(
      "Zillow Research (discontinued rent index)",
    );
    expect(sourcesOf(rows, ["population"])).toEqual([]);
  });

  it("begin when the last of a figure's series does, and a panel when its first one does", () => {
    const rows = [source({ firstPublishedAt: 100 }), source({ firstPublishedAt: 300 })];
    expect([beginsAt(rows, 299), beginsAt(rows, 300)]).toEqual([300, null]);
    expect([firstOf(rows, 99), firstOf(rows, 300)]).toEqual([300, null]);
    const both = [...rows, source({ figure: "medianPrice", firstPublishedAt: 200 })];
    expect([firstOf(both, 99), firstOf(both, 200)]).toEqual([200, null]);
    expect([beginsAt([source({ firstPublishedAt: null })], 5), firstOf([], 5)]).toEqual([
      null,
      null,
    ]);
  });
});
