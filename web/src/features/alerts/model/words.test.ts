import { expect, it } from "vitest";
import type { Alert, AlertEvent } from "@/generated/api";
import { alertWords, eventWords, leadWords, type Names } from "./words";

const names: Names = {
  market: (id) => (id === 1 ? "Austin, TX" : null),
  account: (id) => (id === 0 ? "Main" : null),
};
const NONE = {
  marketId: null,
  price: null,
  moveBp: null,
  marginAccountId: null,
  health: null,
  predictionMarketId: null,
  leadS: null,
};
const alert = (change: Partial<Alert>): Alert => ({
  id: 1,
  kind: "paid",
  isActive: true,
  createdAt: 0,
  ...NONE,
  ...change,
});
const event = (change: Partial<AlertEvent>): AlertEvent => ({
  id: 1,
  kind: "paid",
  timestamp: 0,
  isRead: false,
  indexPrice: null,
  healthNow: null,
  settlementRequestId: null,
  amount: null,
  orderId: null,
  orderEvent: null,
  orderText: null,
  ...NONE,
  ...change,
});

it("an alert says what it waits for", () => {
  const words = (change: Partial<Alert>) => alertWords(alert(change), names);
  const price = "10400000000";
  expect(words({ kind: "priceAbove", marketId: 1, price })).toBe("Austin, TX at or above $104.00");
  expect(words({ kind: "priceBelow", marketId: 9, price })).toBe("Market 9 at or below $104.00");
  expect(words({ kind: "priceMove", marketId: 1, moveBp: 105 })).toBe(
    "Austin, TX moves 1.05% or more in one update",
  );
  expect(words({ kind: "healthBelow", marginAccountId: 0, health: "1.5" })).toBe(
    "Health of Main below 1.50×",
  );
  expect(words({ kind: "questionClosing", predictionMarketId: 7, leadS: 86_400 })).toBe(
    "Question 7 closes within 1 day",
  );
  expect(words({})).toBe("A withdrawal is paid");
});

it("an event says what happened, with the figures of that moment", () => {
  const words = (change: Partial<AlertEvent>) => eventWords(event(change), names);
  const price = "10400000000";
  expect(words({ kind: "priceBelow", marketId: 1, price, indexPrice: "10390000000" })).toEqual({
    title: "Austin, TX is at $103.90",
    text: "Your alert: at or below $104.00",
    to: "/trade",
  });
  expect(words({ kind: "priceMove", marketId: 1, moveBp: -99 }).title).toBe(
    "Austin, TX moved −0.99%",
  );
  expect(words({ kind: "priceMove", marketId: 1, moveBp: 200 }).title).toBe(
    "Austin, TX moved +2.00%",
  );
  expect(words({ kind: "healthBelow", marginAccountId: 3, health: "2", healthNow: "1.2" })).toEqual(
    { title: "Health of Account 3 is 1.20×", text: "Your alert: below 2.00×", to: "/portfolio" },
  );
  expect(
    words({
      kind: "orders",
      marketId: 1,
      orderId: 7,
      orderEvent: "deferred",
      orderText: "The fill would be worse than the limit price",
    }),
  ).toEqual({
    title: "Order 7 in Austin, TX was put off",
    text: "The fill would be worse than the limit price",
    to: "/trade",
  });
  expect(words({ amount: "994733494" }).title).toBe("$994.73 paid to your wallet");
});

it("the time before a close is in the largest whole unit", () => {
  expect([60, 90, 3_600, 7_200, 86_400, 172_800, 0].map(leadWords)).toEqual([
    "1 minute",
    "2 minutes",
    "1 hour",
    "2 hours",
    "1 day",
    "2 days",
    "0 minutes",
  ]);
});
