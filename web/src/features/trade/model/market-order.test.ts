import { expect, it } from "vitest";
import { decodeSummaries } from "@/api/decode-market";
import { wireSummary } from "@/test/rows";
import { orderMarkets } from "./market-order";

const rows = decodeSummaries({
  markets: [
    wireSummary({ symbol: "AUS", name: "Austin, TX", openInterest: "5", change1y: "0.01" }),
    wireSummary({ symbol: "DAL", name: "Dallas, TX", openInterest: "9", change1y: "-0.02" }),
    wireSummary({ symbol: "HOU", name: "Houston, TX", openInterest: null, change1y: null }),
    wireSummary({ symbol: "ABI", name: "Abilene, TX", openInterest: "5", change1y: "0.04" }),
  ],
} as never);

const symbols = (choice: Partial<Parameters<typeof orderMarkets>[1]>) =>
  orderMarkets(rows, { search: "", sort: "interest", favorites: [], ...choice }).map(
    ({ symbol }) => symbol,
  );

it("sorts by open interest, change or name, with unknown figures last", () => {
  expect(symbols({})).toEqual(["DAL", "ABI", "AUS", "HOU"]);
  expect(symbols({ sort: "change" })).toEqual(["ABI", "AUS", "DAL", "HOU"]);
  expect(symbols({ sort: "name" })).toEqual(["ABI", "AUS", "DAL", "HOU"]);
});

it("puts favorites first and finds names and symbols", () => {
  expect(symbols({ favorites: ["HOU", "AUS"] })).toEqual(["AUS", "HOU", "DAL", "ABI"]);
  expect(symbols({ search: " hou" })).toEqual(["HOU"]);
  expect(symbols({ search: "au" })).toEqual(["AUS"]);
  expect(symbols({ search: "x y z" })).toEqual([]);
});
