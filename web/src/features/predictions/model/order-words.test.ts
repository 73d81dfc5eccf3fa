import { expect, it } from "vitest";
import { readOrder } from "../api";
import { wireOrder } from "../testing/wire-order";
import { orderName, placedWords } from "./order-words";

const words = (change: Parameters<typeof wireOrder>[0]) =>
  placedWords(readOrder(wireOrder(change)));

it("describes a resting order with what it reserves", () => {
  expect(words({})).toBe("10 rest in the book at 40, 400.00 points reserved.");
});

it("describes a fill with its average price, fee and remainder", () => {
  const filled = { filledContracts: 4, averagePrice: "39.5", feePoints: "1920000" };
  expect(
    words({
      ...filled,
      status: "partiallyFilled",
      remainingContracts: 6,
      reservedPoints: "240000000",
    }),
  ).toBe(
    "4 of 10 filled at 39.50 on average, fee 1.92 points. 6 rest in the book at 40, 240.00 points reserved.",
  );
});

it("describes an order without a match", () => {
  expect(words({ status: "canceled", remainingContracts: 0, canceledContracts: 10 })).toBe(
    "10 found no match and were cancelled.",
  );
});

it("names an order as the book keeps it", () => {
  expect(orderName(readOrder(wireOrder({ side: "no", price: 38 })))).toBe("Buy NO at 38");
  expect(orderName(readOrder(wireOrder({ type: "market" })))).toBe("Buy YES at market");
});
