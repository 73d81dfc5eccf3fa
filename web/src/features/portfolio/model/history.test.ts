import { describe, expect, it } from "vitest";
import { parsePrice } from "@/domain/parse";
import { wireTrade } from "@/test/rows";
import { exact, isoTime, liquidations, lpEvents, trades, transfers } from "./history";

describe("a file's figures", () => {
  it("are exact decimals and instants in UTC", () => {
    expect(exact(parsePrice("10495000001"), "PriceE8")).toBe("104.95000001");
    expect(exact(null, "PriceE8")).toBeNull();
    expect(isoTime(1_420_070_400)).toBe("2015-01-01T00:00:00Z");
  });
});

describe("rows of the past", () => {
  const common = { timestamp: 7, signature: "sig", slot: 4, exchangeId: 1, user: "user" };

  it("know what the server says of trades and transfers", () => {
    expect(trades.decode(wireTrade({ fundingPerformance: "-12" })).funding).toBe(-12n);
    const transfer = transfers.decode({
      ...common,
      marginTransferKind: "withdraw",
      marginAccountId: 2,
      margin: "1500000",
      settlementRequestMaturity: 99,
    });
    expect(transfer).toMatchObject({ kind: "withdraw", amount: 1_500_000n, payoutFrom: 99 });
  });

  it("know what the server says of liquidity and liquidations", () => {
    const lp = lpEvents.decode({
      ...common,
      modifyLiquidityKind: "remove",
      lpPositionId: 1,
      liquidity: "5",
      shares: "4",
      sharePrice: "125000000",
      newSharesAmount: "0",
      newLiquidityAmount: "0",
      maturity: null,
    });
    expect(lp).toMatchObject({ kind: "remove", sharePrice: 125_000_000n, sharesLeft: 0n });
    const piece = liquidations.decode({
      ...common,
      marketId: 3,
      marginAccountId: 0,
      liquidationStartedAt: 7,
      maxLiquidationFee: "6",
      amountLiquidated: "8",
      amountLiquidatedNotional: "9",
      liquidatedMargin: "7",
      liquidationFee: "6",
      newPositionSize: "-2",
      indexPrice: "1",
      liquidator: "who",
    });
    expect(piece).toMatchObject({ size: 8n, taken: 7n, fee: 6n, liquidator: "who" });
  });
});
