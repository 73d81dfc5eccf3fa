import { describe, expect, it } from "vitest";
import { decodeMarginAccount } from "@/api/decode-account";
import { decodeSummaries } from "@/api/decode-market";
import { wireAccount, wirePosition, wireSummary } from "@/test/rows";
import { exposureByPlace, leanByState, riskShares } from "./exposure";

const position = (marketId: number, side: string, notional: string) =>
  wirePosition({ marketId, side, openInterest: { size: "1", notional } });
const accounts = [
  wireAccount({ positions: [position(3, "long", "500"), position(4, "short", "900")] }),
  wireAccount({ id: 1, positions: [position(3, "short", "200"), position(9, "long", "5")] }),
].map(decodeMarginAccount);
const summaries = decodeSummaries({
  markets: [wireSummary(), wireSummary({ marketId: 4, name: "Dallas, TX", symbol: "DAL" })],
});

describe("exposure", () => {
  it("adds up accounts by market, long and short apart, the largest first", () => {
    const rows = exposureByPlace(accounts, summaries);
    expect(rows.map(({ name, long, short }) => [name, long, short])).toEqual([
      ["Dallas, TX", 0n, 900n],
      ["Austin, TX", 500n, 200n],
      ["Market 9", 5n, 0n],
    ]);
  });

  it("leans in a state the way of its larger side; places without a state have none", () => {
    expect([...leanByState(exposureByPlace(accounts, summaries))]).toEqual([["TX", "short"]]);
    expect(exposureByPlace([], summaries)).toEqual([]);
  });

  it("shares the risk by required margin", () => {
    const held = [
      wirePosition({ marketId: 3, initialMargin: "300" }),
      wirePosition({ marketId: 4, initialMargin: "100" }),
    ];
    const account = decodeMarginAccount(wireAccount({ positions: held }));
    const places = exposureByPlace([account], summaries);
    const shares = Object.fromEntries(
      riskShares(places).map((share, at) => [places[at]?.marketId, share]),
    );
    expect(shares).toEqual({ 3: 750_000_000_000n, 4: 250_000_000_000n });
    expect(riskShares([])).toEqual([]);
  });
});
