import { describe, expect, it } from "vitest";
import { parseCollateral, parseRate } from "@/domain/parse";
import { wireSummary } from "@/test/rows";
import { decodeListed } from "../api";
import { decodeAbsorption, decodeListings, decodeSales } from "../api-detail";
import { distanceKm, nearest } from "./nearby";
import { countLine, dollarLine, makeView, rateLine } from "./series";
import { viewListings, viewSalePrices, viewSupply } from "./views";

describe("a series", () => {
  const rows = [
    { timestamp: 0, price: parseCollateral("1234560000"), rate: parseRate("0.05"), count: 3 },
    { timestamp: 86_400, price: null, rate: null, count: null },
    { timestamp: 172_800, price: parseCollateral("-1"), rate: parseRate("-0.01"), count: 1200 },
  ];
  type Row = (typeof rows)[number];
  const price = dollarLine<Row, "CollateralE6">(
    { name: "Price", head: "price_usd" },
    "CollateralE6",
    (row) => row.price,
  );
  const rate = rateLine<Row>({ name: "Rate", head: "rate" }, (row) => row.rate);
  const count = countLine<Row>({ name: "Sales", head: "sales" }, (row) => row.count);

  it("keeps missing values as gaps in the chart and empty in the file", () => {
    const view = makeView(rows, [price, rate, count]);
    expect(view.series.map(({ points }) => points.map(({ value }) => value))).toEqual([
      [1234.56, null, -0.000001],
      [5, null, -1],
      [3, null, 1200],
    ]);
    expect(view.heads).toEqual(["time", "price_usd", "rate", "sales"]);
    expect(view.rows).toEqual([
      ["1970-01-01T00:00:00.000Z", "1234.56", "0.05", 3],
      ["1970-01-02T00:00:00.000Z", null, null, null],
      ["1970-01-03T00:00:00.000Z", "-0.000001", "-0.01", 1200],
    ]);
    expect([view.periods, view.known]).toEqual([3, 2]);
  });

  it("says the last value of each line and when it was", () => {
    const view = makeView(rows.slice(0, 2), [price, rate, count]);
    expect(view.latest.map(({ name, text, at }) => [name, text, at])).toEqual([
      ["Price", "$1,234.56", 0],
      ["Rate", "5.00%", 0],
      ["Sales", "3", 0],
    ]);
  });

  it("leaves out the lines of which nothing is known", () => {
    const view = makeView(rows.slice(1, 2), [price, count]);
    expect(view.series).toEqual([]);
    expect(view.latest).toEqual([]);
  });
});

describe("the wire's statistics", () => {
  it("keep null as unknown", () => {
    const sales = decodeSales({
      points: [{ timestamp: 1, sales: 5, medianSalePrice: "2000000", pricePerUnit: null }],
      sources: [],
    });
    expect(sales[0]).toEqual({
      timestamp: 1,
      sales: 5,
      medianSalePrice: 2000000n,
      pricePerUnit: null,
    });
    expect(viewSalePrices(sales).latest[0]?.text).toBe("$2");
    const listings = decodeListings({
      points: [{ timestamp: 1, newListings: null, activeListings: 7, medianListPrice: null }],
      sources: [],
    });
    expect(viewListings(listings).latest.map(({ name }) => name)).toEqual(["Active listings"]);
  });

  it("read ratios exactly", () => {
    const points = [{ timestamp: 1, absorptionRate: "0.25", monthsOfSupply: "4" }];
    expect(viewSupply(decodeAbsorption({ points, sources: [] })).latest[0]?.text).toBe(
      "4.00 months",
    );
  });

  it("refuse what is no amount", () => {
    const points = [{ timestamp: 1, sales: 5, medianSalePrice: "2.5", pricePerUnit: null }];
    expect(() => decodeSales({ points, sources: [] })).toThrow(
      "CollateralE6: not a raw integer: 2.5",
    );
  });
});

describe("near markets", () => {
  const at = (symbol: string, latitude: number | null, longitude: number | null, state = "TX") =>
    decodeListed(wireSummary({ symbol, latitude, longitude, state }));
  const austin = at("AUS", 30.2672, -97.7431);
  const dallas = at("DAL", 32.7767, -96.797);

  it("are measured along the globe", () => {
    expect(distanceKm(austin, dallas)).toBeCloseTo(293, 0);
    expect(distanceKm(austin, austin)).toBe(0);
    expect(distanceKm(austin, at("USA", null, null))).toBeNull();
  });

  it("come nearest first, without the market itself and those of no place", () => {
    const country = { ...at("USA", 39, -98), state: null };
    const all = [austin, at("SEA", 47.6, -122.3, "WA"), dallas, country];
    expect(nearest(all, austin, 5).map(({ market }) => market.symbol)).toEqual(["DAL", "SEA"]);
    expect(nearest(all, austin, 1)).toHaveLength(1);
  });
});
