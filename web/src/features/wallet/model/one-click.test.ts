import { describe, expect, it } from "vitest";
import type { MarginAccount } from "@/domain/model";
import {
  checkMarkets,
  durations,
  leftToday,
  oneClickStatus,
  ordersLeft,
  TOP_UP_LAMPORTS,
} from "./one-click";

const TERMS = { expiresAt: 1_000, notionalPerDay: 10n, usedToday: 4n, markets: [] };
const account = (delegate: string | null, terms: object | null = TERMS) =>
  [{ delegate, delegateTerms: terms }] as unknown as readonly MarginAccount[];

describe("the status", () => {
  it("needs an account, and is off without a delegate", () => {
    expect(oneClickStatus([], "key", 5)).toEqual({ kind: "noAccount" });
    expect(oneClickStatus(account(null), "key", 5)).toEqual({ kind: "off" });
  });

  it("is on only for the key of this browser, until it ends", () => {
    expect(oneClickStatus(account("key"), "key", 999)).toMatchObject({ kind: "on", key: "key" });
    expect(oneClickStatus(account("key"), "key", 1_000).kind).toBe("expired");
    expect(oneClickStatus(account("key"), null, 5).kind).toBe("elsewhere");
    expect(oneClickStatus(account("other"), "key", 5).kind).toBe("elsewhere");
    expect(oneClickStatus(account("other"), "key", 1_000).kind).toBe("off");
  });

  it("is on without terms where the server does not say them", () => {
    expect(oneClickStatus(account("key", null), "key", 5)).toMatchObject({ terms: null });
  });
});

it("durations are days, longer ones where a day passes in a minute", () => {
  expect(durations(1).map(({ label }) => label)).toEqual(["1 day", "7 days", "30 days"]);
  const fast = durations(1_440);
  expect(fast.map(({ seconds }) => seconds / 86_400)).toEqual([30, 90, 364]);
  expect(fast[0]?.label).toBe("30 days");
});

it("markets are symbols, at most eight, each known", () => {
  const markets = Array.from({ length: 9 }, (_, at) => ({ marketId: at + 1, symbol: `M${at}` }));
  expect(checkMarkets(" m0, M2 m0", markets)).toEqual({ ids: [1, 3], error: null });
  expect(checkMarkets("", markets)).toEqual({ ids: [], error: null });
  expect(checkMarkets("M0 XX", markets).error).toBe("No market XX.");
  const all = markets.map(({ symbol }) => symbol).join(" ");
  expect(checkMarkets(all, markets).error).toBe("At most 8 markets.");
});

it("what is left of a day is never negative", () => {
  const terms = { expiresAt: null, markets: [] };
  expect(leftToday({ ...terms, notionalPerDay: 10n, usedToday: 4n } as never)).toBe(6n);
  expect(leftToday({ ...terms, notionalPerDay: 10n, usedToday: 14n } as never)).toBe(0n);
  expect(leftToday({ ...terms, notionalPerDay: null, usedToday: 0n } as never)).toBeNull();
});

it("the rent-exempt minimum pays for no order", () => {
  expect(ordersLeft(890_880n)).toBe(0n);
  expect(ordersLeft(890_880n + 5_001n)).toBe(1n);
  expect(ordersLeft(TOP_UP_LAMPORTS)).toBe(1_821n);
});
