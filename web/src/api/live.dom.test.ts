import { render } from "@testing-library/react";
import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { engineClock } from "@/domain/clock";
import { wireLive, wireTrade } from "@/test/rows";
import {
  foldMarkets,
  foldTrades,
  type LiveMarkets,
  type LiveTrades,
  TRADES_MAX,
  useEngineNow,
} from "./live";

const NO_MARKETS: LiveMarkets = { exchangeStatus: null, byId: new Map() };
const NO_TRADES: LiveTrades = { status: "loading", trades: [] };

describe("foldMarkets", () => {
  const snapshot = {
    exchange: { status: "active", paused: false },
    markets: [wireLive(), wireLive({ marketId: 4 })],
  };

  it("replaces everything by a snapshot", () => {
    const known = foldMarkets(NO_MARKETS, { markets: [wireLive({ marketId: 9 })] }, true);
    const next = foldMarkets(known, snapshot, true);
    expect([...next.byId.keys()]).toEqual([3, 4]);
    expect(next.exchangeStatus).toBe("active");
  });

  it("keeps the identity of rows a delta does not name", () => {
    const known = foldMarkets(NO_MARKETS, snapshot, true);
    const next = foldMarkets(known, { markets: [wireLive({ indexPrice: "1" })] }, false);
    expect(next.byId.get(4)).toBe(known.byId.get(4));
    expect(next.byId.get(3)?.indexPrice).toBe(1n);
    expect(next.exchangeStatus).toBe("active");
  });

  it("keeps fields that a partial row does not carry", () => {
    const known = foldMarkets(NO_MARKETS, snapshot, true);
    const next = foldMarkets(known, { markets: [{ marketId: 3, paused: true }] }, false);
    expect(next.byId.get(3)).toMatchObject({ isPaused: true, indexPrice: 10500000000n });
  });
});

describe("foldTrades", () => {
  const at = (timestamp: number) => wireTrade({ timestamp, signature: `s${timestamp}` });

  it("puts new trades first and drops repeated ones", () => {
    const known = foldTrades(NO_TRADES, { trades: [at(2), at(1)] }, true);
    const next = foldTrades(known, { trades: [at(2), at(3), at(4)] }, false);
    expect(next.trades.map((trade) => trade.timestamp)).toEqual([4, 3, 2, 1]);
  });

  it("is bounded", () => {
    const many = Array.from({ length: 80 }, (_, index) => at(index));
    expect(foldTrades(NO_TRADES, { trades: many }, true).trades).toHaveLength(TRADES_MAX);
  });
});

it("holds engine time still while a page renders, however fast it runs", () => {
  engineClock.set({ now: 1_000, rate: 1_000_000 });
  const seen = new Set<number | null>();
  function Many() {
    return Array.from({ length: 200 }, (_, at) => createElement(One, { key: at }));
  }
  function One() {
    seen.add(useEngineNow());
    return null;
  }
  const { unmount } = render(createElement(Many));
  expect(seen.size).toBeLessThan(5);
  unmount();
});
