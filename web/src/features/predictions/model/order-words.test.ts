import { expect, it } from "vitest";
import { parsePoints } from "@/domain/parse";
import { readOrder } from "../api";
import { wireOrder } from "../testing/wire-order";
import { orderName, outcomeOf, pointsText } from "./order-words";

const BUY = { action: "buy", side: "yes" } as const;
const outcome = (change: Parameters<typeof wireOrder>[0], form: Parameters<typeof outcomeOf>[1]) =>
  outcomeOf(readOrder(wireOrder(change)), form);

it("describes a resting order with what it reserves", () => {
  expect(outcome({}, BUY)).toEqual({
    title: "Order placed: buy 10 YES resting at 40",
    detail: "400 points reserved.",
    isFilled: false,
  });
});

it("describes a fill with its price, points and fee, as the server answered", () => {
  const filled = {
    type: "market" as const,
    filledContracts: 10,
    remainingContracts: 0,
    averagePrice: "61",
    feePoints: "4758000",
  };
  expect(outcome(filled, BUY)).toEqual({
    title: "Bought 10 YES at 61 for 610 points",
    detail: "Fee 4.76 points.",
    isFilled: true,
  });
});

it("describes a fill in part with its average price and its rest", () => {
  const partly = { filledContracts: 4, averagePrice: "39.5", feePoints: "1920000" };
  const said = outcome({ ...partly, remainingContracts: 6, reservedPoints: "240000000" }, BUY);
  expect(said.title).toBe("Bought 4 YES at 39.50 for 158 points");
  expect(said.detail).toBe("Fee 1.92 points. 6 YES resting at 40. 240 points reserved.");
});

it("describes a sale in the prices of the side that was sold", () => {
  const sold = {
    filledContracts: 10,
    remainingContracts: 0,
    side: "no",
    averagePrice: "42",
  } as const;
  expect(outcome(sold, { action: "sell", side: "yes" }).title).toBe(
    "Sold 10 YES at 58 for 580 points",
  );
});

it("describes an order without a match", () => {
  const none = { remainingContracts: 0, canceledContracts: 10 };
  expect(outcome({ ...none, type: "market" }, BUY)).toEqual({
    title: "Nothing filled",
    detail: "10 not filled: the price moved.",
    isFilled: false,
  });
  expect(outcome(none, BUY).detail).toBe("10 not filled: no match.");
});

it("names an order as the book keeps it", () => {
  expect(orderName(readOrder(wireOrder({ side: "no", price: 38 })))).toBe("Buy NO at 38");
  expect(orderName(readOrder(wireOrder({ type: "market" })))).toBe("Buy YES at market");
});

it("shows whole points without decimals", () => {
  expect(pointsText(parsePoints("610000000"))).toBe("610");
  expect(pointsText(parsePoints("614758000"))).toBe("614.76");
});
