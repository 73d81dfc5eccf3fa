import { expect, it } from "vitest";
import { amendedLines, type PlacedBody, placedLines } from "./memo-lines";
import { waitingOrder } from "./testing/order";
import type { OrderQuote } from "./waiting-order";

const BODY: PlacedBody = {
  marginAccountId: 0,
  marketId: 3,
  orderType: "stop",
  side: "short",
  input: "28600000",
  inputKind: "sizeDelta",
  triggerPrice: "9900000000",
  acceptablePrice: "9801000000",
  expiresAt: 1_796_083_200,
};
const QUOTE = { size: 28_600_000n, worst: 10_590_000_000n } as OrderQuote;
const said = (body: PlacedBody, quote: OrderQuote | null = QUOTE) =>
  placedLines(body, "AUS", quote)?.map((line) =>
    "text" in line ? `${line.name} ${line.text}` : `${line.name} ~${line.near}`,
  ) ?? null;

it("are those of the builder's memo, in its order", () => {
  expect(said(BODY)).toEqual([
    "market AUS",
    "fill at-stop",
    "size -28.600000",
    "trigger 99.00000000",
    "worst-price 98.01000000",
    "until 2026-12-01T00:00:00Z",
  ]);
  const { acceptablePrice: _, ...free } = BODY;
  const whole = { ...free, input: undefined, wholePosition: true, group: 5 } as unknown;
  expect(said({ ...(whole as PlacedBody), triggerBy: "market", orderType: "takeProfit" })).toEqual([
    "market AUS",
    "fill at-take-profit",
    "trigger-by market-price",
    "reduce-only yes",
    "whole-position yes",
    "trigger 99.00000000",
    "until 2026-12-01T00:00:00Z",
    "group 5",
  ]);
});

it("have the server's figures for a notional and a slippage", () => {
  const { acceptablePrice: _, triggerPrice: __, ...rest } = BODY;
  const body: PlacedBody = {
    ...rest,
    orderType: "auction",
    side: "long",
    inputKind: "notionalDelta",
    slippageRate: "0.01",
    stopPrice: "9000000000",
    targetPrice: "11000000000",
  };
  expect(said(body)).toEqual([
    "market AUS",
    "fill at-next-price-update",
    "size ~28600000",
    "worst-price ~10590000000",
    "until 2026-12-01T00:00:00Z",
    "stop 90.00000000",
    "target 110.00000000",
  ]);
  expect(said(body, null)).toBeNull();
});

it("of a trailing order have its rate, of a limit order no worst price", () => {
  const { acceptablePrice: _, ...rest } = BODY;
  const { triggerPrice: __, ...trailing } = rest;
  expect(said({ ...trailing, orderType: "trailing", trailRate: "0.025" })).toContain(
    "trail 0.025000",
  );
  expect(said({ ...rest, orderType: "limit" })?.some((line) => line.startsWith("worst"))).toBe(
    false,
  );
});

it("of an amendment fill up what it leaves out", () => {
  const change = { marginAccountId: 0, orderId: 7, triggerPrice: "9800000000" };
  expect(amendedLines(change, waitingOrder())).toEqual([
    { name: "order", text: "7" },
    { name: "size", text: "-28.600000" },
    { name: "trigger", text: "98.00000000" },
    { name: "worst-price", text: "98.01000000" },
    { name: "until", text: "2033-05-18T03:33:20Z" },
  ]);
  const trailing = waitingOrder({ type: "trailing", trail: 50_000_000_000n as never, worst: null });
  expect(amendedLines({ marginAccountId: 0, orderId: 7, input: "1000000" }, trailing)).toEqual([
    { name: "order", text: "7" },
    { name: "size", text: "-1.000000" },
    { name: "trail", text: "0.050000" },
    { name: "until", text: "2033-05-18T03:33:20Z" },
  ]);
});
