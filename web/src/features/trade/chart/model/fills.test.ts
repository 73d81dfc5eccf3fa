import { expect, it } from "vitest";
import type { CollateralE6 } from "@/domain/amounts";
import type { Trade } from "@/domain/model";
import { parseCollateral, parsePrice, parseSize } from "@/domain/parse";
import { fillMarkers } from "./fills";

const DAY = 86_400;
const TIMES = [DAY, 2 * DAY, 3 * DAY];

function fill(timestamp: number, size: string): Trade {
  const none = 0n as CollateralE6;
  return {
    key: `${timestamp} ${size}`,
    timestamp,
    slot: timestamp,
    signature: "signature",
    user: "wallet",
    marketId: 3,
    marginAccountId: 0,
    tradeKind: "open",
    side: "long",
    fillPrice: parsePrice("10323000000"),
    indexPrice: parsePrice("10320000000"),
    delta: { size: parseSize(size), notional: parseCollateral("3000000000") },
    fee: parseCollateral("3720000"),
    surcharge: null,
    pnl: none,
    funding: none,
  };
}

it("draws a fill at the last instant before it, with size, price and fee", () => {
  expect(fillMarkers([fill(2 * DAY + 5_000, "28600000")], TIMES, "sq ft")).toEqual([
    {
      id: "buy:172800",
      timestamp: 2 * DAY,
      way: "buy",
      lines: ["Bought 28.60 sq ft at $103.23, fee $3.72"],
    },
  ]);
});

it("draws one marker per instant and direction, in time", () => {
  const trades = [fill(3 * DAY, "-1000000"), fill(DAY, "1000000"), fill(DAY + 9, "2000000")];
  expect(fillMarkers(trades, TIMES, "sq ft").map(({ id, lines }) => [id, lines.length])).toEqual([
    ["buy:86400", 2],
    ["sell:259200", 1],
  ]);
});

it("names five fills of a marker and counts the others", () => {
  const trades = Array.from({ length: 8 }, (_, at) => fill(DAY + at, "1000000"));
  const [marker] = fillMarkers(trades, TIMES, "sq ft");
  expect(marker?.lines).toHaveLength(6);
  expect(marker?.lines.at(-1)).toBe("and 3 more");
});

it("leaves out fills before the first instant", () => {
  expect(fillMarkers([fill(DAY - 1, "1000000")], TIMES, "sq ft")).toEqual([]);
});
