import { describe, expect, it } from "vitest";
import { decodeSummary, mergeLiveMarket } from "@/lib/decode";
import type { LiveMarkets } from "@/lib/live";
import { wireLive, wireSummary } from "@/test/rows";
import { commonState, filterRows, makeRows, nextSort, sortRows } from "./market-rows";

const summaries = [
  decodeSummary(wireSummary()),
  decodeSummary(wireSummary({ marketId: 4, symbol: "DAL", name: "Dallas, TX", change1y: null })),
  decodeSummary(
    wireSummary({ marketId: 5, symbol: "ELP", name: "El Paso, TX", change1y: "-0.01" }),
  ),
];
const live: LiveMarkets = {
  exchangeStatus: "active",
  byId: new Map([[3, mergeLiveMarket(undefined, wireLive({ indexPrice: "7" }))]]),
};
const rows = makeRows(summaries, live);
const symbols = (list: typeof rows) => list.map(({ symbol }) => symbol);

it("prefers the stream's figures and keeps the summary's elsewhere", () => {
  expect(rows.map(({ price }) => price)).toEqual([7n, 10486000000n, 10486000000n]);
  expect(rows[1]?.fundingRate).toBeNull();
});

describe("finding and sorting", () => {
  it("finds by name, symbol and state, without case", () => {
    expect(symbols(filterRows(rows, " dal "))).toEqual(["DAL"]);
    expect(symbols(filterRows(rows, "tx"))).toHaveLength(3);
    expect(filterRows(rows, "nowhere")).toEqual([]);
  });

  it("puts unknown figures last in both directions", () => {
    expect(symbols(sortRows(rows, { key: "change1y", isDescending: true }))).toEqual([
      "AUS",
      "ELP",
      "DAL",
    ]);
    expect(symbols(sortRows(rows, { key: "change1y", isDescending: false }))).toEqual([
      "ELP",
      "AUS",
      "DAL",
    ]);
  });

  it("starts names ascending and figures descending, then turns round", () => {
    const byName = { key: "name", isDescending: false } as const;
    expect(nextSort(byName, "price")).toEqual({ key: "price", isDescending: true });
    expect(nextSort(byName, "name")).toEqual({ key: "name", isDescending: true });
  });
});

it("zooms to a state only when every market lies in it", () => {
  expect(commonState(rows)).toBe("TX");
  expect(
    commonState(makeRows([...summaries, decodeSummary(wireSummary({ state: "CA" }))], live)),
  ).toBeNull();
  expect(commonState([])).toBeNull();
});
