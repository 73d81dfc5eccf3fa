import { expect, it } from "vitest";
import { decodeMarket } from "@/api/decode-market";
import { wireMarket } from "@/test/rows";
import { marketNotes } from "./market-notes";

const NOW_S = 1_420_070_500;
const ids = (change: Record<string, unknown>, status: string | null = "active", nowS = NOW_S) =>
  marketNotes(decodeMarket(wireMarket(change)), status, nowS).map(({ id }) => id);

it("says nothing of an open market", () => {
  expect(ids({})).toEqual([]);
});

it("shows each state, the gravest first, with its end", () => {
  const change = {
    paused: true,
    heldPrint: { price: "9000000000", publishedAt: 1_420_070_400 },
    increaseBlockedUntil: NOW_S + 300,
  };
  expect(ids(change)).toEqual(["paused", "held", "entry"]);
  const [, held, entry] = marketNotes(decodeMarket(wireMarket(change)), "active", NOW_S);
  expect(held?.text).toContain("$90.00 of Jan 1, 2015, 00:00");
  expect(held?.untilS).toBe(1_420_156_800);
  expect(entry?.untilS).toBe(NOW_S + 300);
});

it("forgets an entry window that has passed and finds a print that is too old", () => {
  expect(ids({ increaseBlockedUntil: NOW_S - 1 })).toEqual([]);
  expect(ids({}, "active", 1_420_070_400 + 93_601)).toEqual(["stale"]);
});

it("says of a halted exchange only that", () => {
  expect(ids({ paused: true }, "halted")).toEqual(["halted"]);
  expect(marketNotes(decodeMarket(wireMarket()), "paused", NOW_S)[0]?.text).toMatch(
    /^The exchange/,
  );
});
