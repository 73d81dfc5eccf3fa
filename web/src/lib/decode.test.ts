import { describe, expect, it } from "vitest";
import {
  wireAccount,
  wireLimit,
  wireMarket,
  wirePosition,
  wireQuote,
  wireSummary,
  wireTrade,
} from "@/test/rows";
import {
  decodeCandles,
  decodeMarket,
  decodePriceFeed,
  decodeStatus,
  decodeSummary,
} from "./decode";
import {
  decodeCommand,
  decodeLimits,
  decodeMarginAccounts,
  decodeQuote,
  decodeTrade,
} from "./decode-account";
import { ParseError } from "./parse";

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
    const summary = decodeSummary(wireSummary({ change1y: null, indexPrice: null }));
    expect(summary.change1y).toBeNull();
    expect(summary.indexPrice).toBeNull();
  });

  it("refuses a float where an amount belongs", () => {
    expect(() => decodeSummary(wireSummary({ indexPrice: 104.86 }))).toThrow(ParseError);
  });

  it("reads points of both bases and columns of candles", () => {
    const point = { timestamp: 1, value: "5" };
    expect(decodePriceFeed([point])).toEqual(decodePriceFeed({ symbol: "A", points: [point] }));
    const candles = {
      timestamp: [1],
      open: ["1"],
      high: ["3"],
      low: ["1"],
      close: ["2"],
      volume: [],
    };
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
    const [limit] = decodeLimits([
      wireLimit({ maxPositionModification: null, minPositionModification: null }),
    ]);
    expect(limit).toMatchObject({ maxDelta: null, maxLeverage: null, minDelta: null });
  });
});

it("reads trades and commands without a transaction of their own", () => {
  const reduced = wireTrade({ signature: null, tradeKind: "decrease" });
  const trade = decodeTrade(reduced);
  expect(trade.signature).toBeNull();
  expect(decodeTrade({ ...reduced, user: "another" }).key).not.toBe(trade.key);
  const command = { signature: null, slot: 9, name: null, status: "applied", code: null };
  expect(decodeCommand({ ...command, details: {}, timestamp: 1 }).signature).toBeNull();
});

it("names the source of a replay", () => {
  const status = decodeStatus({
    env: "local",
    status: "ok",
    exchange: "active",
    lastPrintAt: null,
    clock: { now: 5, rate: 1440 },
    replay: { source: "Texas", attribution: "A", date: "x", historyEnds: "2015" },
  });
  expect(status.replay).toEqual({ source: "Texas", attribution: "A", historyEnds: "2015" });
});
