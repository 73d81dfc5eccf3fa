import { describe, expect, it } from "vitest";
import { ParseError } from "@/domain/parse";
import {
  wireAccount,
  wireLimit,
  wireMarket,
  wirePosition,
  wireQuote,
  wireSummary,
  wireTrade,
} from "@/test/rows";
import { decodeLimit, decodeMarginAccounts, decodeQuote, decodeTrade } from "./decode-account";
import { decodeCandles, decodeMarket, decodePriceFeed, decodeSummaries } from "./decode-market";

describe("markets", () => {
  it("reads the figures and the place on the map", () => {
    expect(decodeMarket(wireMarket())).toMatchObject({
      marketId: 3,
      symbol: "AUS",
      latitude: 30.27,
      indexPrice: 10500000000n,
      fundingParts: { drift: 100000000n },
    });
  });

  it("keeps unknown figures unknown", () => {
    const markets = [wireSummary({ change1y: null, indexPrice: null })];
    expect(decodeSummaries({ markets })).toMatchObject([{ change1y: null, indexPrice: null }]);
  });

  it("leaves places out where nothing is traded", () => {
    const markets = [wireSummary({ marketId: null }), wireSummary()];
    expect(decodeSummaries({ markets }).map(({ marketId }) => marketId)).toEqual([3]);
  });

  it("refuses a float where an amount belongs", () => {
    const markets = [wireSummary({ indexPrice: 104.86 })];
    expect(() => decodeSummaries({ markets })).toThrow(ParseError);
  });

  it("reads points and columns of candles", () => {
    const points = [{ timestamp: 1, value: "5" }];
    expect(decodePriceFeed({ symbol: "A", points })).toEqual([{ timestamp: 1, value: 5n }]);
    const candles = {
      symbol: "A",
      interval: "1d",
      source: "index",
      timestamp: [1],
      open: ["1"],
      high: ["3"],
      low: ["1"],
      close: ["2"],
      volume: [],
    } as const;
    expect(decodeCandles(candles)).toEqual([
      { timestamp: 1, open: 1n, high: 3n, low: 1n, close: 2n, volume: null },
    ]);
  });
});

describe("accounts and quotes", () => {
  it("leaves closed accounts out", () => {
    const accounts = decodeMarginAccounts([
      wireAccount({ positions: [wirePosition()] }),
      wireAccount({ id: 1, isClosed: true }),
    ]);
    expect(accounts.map(({ id }) => id)).toEqual([0]);
    expect(accounts[0]?.positions[0]).toMatchObject({
      side: "long",
      liquidationPrice: 7340000000n,
    });
  });

  it("reads a quote that can not execute", () => {
    const quote = decodeQuote(
      wireQuote({ isExecutable: false, reasons: ["MAX_SIDE_SIZE"], liquidationPrice: null }),
    );
    expect(quote).toMatchObject({
      isExecutable: false,
      reasons: ["MAX_SIDE_SIZE"],
      liquidationPrice: null,
      availableAfter: 992000000n,
    });
  });

  it("takes a missing limit as nothing executable", () => {
    const none = { maxPositionModification: null, minPositionModification: null };
    const limit = decodeLimit(wireLimit(none));
    expect(limit).toMatchObject({ maxDelta: null, maxLeverage: null, minDelta: null });
  });
});

it("reads trades without a transaction of their own", () => {
  const reduced = wireTrade({ signature: null, tradeKind: "decrease" });
  const trade = decodeTrade(reduced);
  expect(trade.signature).toBeNull();
  expect(decodeTrade({ ...reduced, user: "another" }).key).not.toBe(trade.key);
});
