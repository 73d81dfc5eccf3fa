import { expect, it } from "vitest";
import { decodeMarginAccount } from "@/api/decode-account";
import { decodeSummaries } from "@/api/decode-market";
import { wireAccount, wirePosition, wireSummary } from "@/test/rows";
import { defaultMarket } from "./default-market";

const markets = decodeSummaries({
  markets: [
    wireSummary({ marketId: 1, symbol: "abi", openInterest: "5" }),
    wireSummary({ marketId: 2, symbol: "HOU", openInterest: "900" }),
    wireSummary({ marketId: 3, symbol: "AUS", openInterest: null }),
    wireSummary({ marketId: 4, symbol: "SPI", openInterest: "1000", change1y: null }),
  ],
});
const held = (marketId: number, notional: string) =>
  wirePosition({ marketId, openInterest: { size: "1", notional } });

it("is the market of the largest position over all accounts, else the largest with a year of history", () => {
  expect(defaultMarket(markets, [])).toBe("HOU");
  const accounts = [
    wireAccount({ positions: [held(3, "60"), held(1, "100")] }),
    wireAccount({ id: 1, positions: [held(3, "50")] }),
  ].map(decodeMarginAccount);
  expect(defaultMarket(markets, accounts)).toBe("AUS");
  expect(
    defaultMarket(markets, [wireAccount({ positions: [held(4, "1")] })].map(decodeMarginAccount)),
  ).toBe("SPI");
  expect(defaultMarket([], accounts)).toBe("");
});
