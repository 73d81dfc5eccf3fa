import { expect, it } from "vitest";
import type { MarketSummary } from "@/domain/model";
import { lastMarket, rememberMarket } from "./last-market";
import { firstMarket } from "./trade-start";

const market = (symbol: string, openInterest: bigint | null) =>
  ({ symbol, openInterest }) as MarketSummary;
const markets = [market("AAA", null), market("BBB", 5n), market("CCC", 7n)];

it("opens the market traded last, while it is listed", () => {
  expect(firstMarket(markets, "AAA")).toBe("AAA");
  expect(firstMarket(markets, "GONE")).toBe("CCC");
});

it("opens the busiest market the first time, and none where there is none", () => {
  expect(firstMarket(markets, null)).toBe("CCC");
  expect(firstMarket([], "AAA")).toBeNull();
});

it("remembers a symbol and nothing else", () => {
  rememberMarket("AUS");
  expect(lastMarket()).toBe("AUS");
  localStorage.setItem("lastMarket", "../../evil");
  expect(lastMarket()).toBeNull();
});
