import { expect, it } from "vitest";
import { prefillOf } from "./prefill";

const EMPTY = { kind: "price", symbol: null, price: "", question: null };

it("takes market and price, and a question", () => {
  expect(prefillOf({ market: "AUS", price: "103.23987654" })).toEqual({
    ...EMPTY,
    symbol: "AUS",
    price: "103.23",
  });
  expect(prefillOf({ question: 7 })).toEqual({
    ...EMPTY,
    kind: "questionClosing",
    question: "7",
  });
});

it.each([
  {},
  { market: "<script>", price: "1e9", question: "-1" },
  { market: ["AUS"], price: "103,23", question: { id: 7 } },
  { market: "A".repeat(21), price: "1".repeat(10), question: "1".repeat(11) },
  { price: -5, question: 1.5 },
  { price: Number.NaN, question: 0 },
])("ignores malformed values: %j", (search) => {
  expect(prefillOf(search)).toEqual(EMPTY);
});
