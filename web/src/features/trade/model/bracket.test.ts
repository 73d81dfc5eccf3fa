import { expect, it } from "vitest";
import type { PriceE8 } from "@/domain/amounts";
import { checkBracket, NO_BRACKET } from "./bracket";

const FROM = 10_000_000_000n as PriceE8;
const check = (side: "long" | "short", targetText: string, stopText: string) =>
  checkBracket({ isOn: true, targetText, stopText }, side, FROM);

it("is nothing while it is off or empty", () => {
  expect(checkBracket({ ...NO_BRACKET, stopText: "5" }, "long", FROM).body).toEqual({});
  expect(check("long", "", " ")).toEqual({ body: {}, error: null });
});

it("takes a gain above and a loss below of a long, the other way of a short", () => {
  expect(check("long", "110", "90")).toEqual({
    body: { targetPrice: "11000000000", stopPrice: "9000000000" },
    error: null,
  });
  expect(check("short", "90", "110").error).toBeNull();
  expect(check("long", "100.01", "99.99").error).toBeNull();
});

it.each([
  ["long", "100", "90", "Take profit must be above $100.00."],
  ["long", "110", "100", "Stop loss must be below $100.00."],
  ["short", "110", "", "Take profit must be below $100.00."],
  ["short", "", "90", "Stop loss must be above $100.00."],
  ["long", "x", "90", "Take profit: Enter a number, e.g. 1,500.50."],
] as const)("of a %s, %s and %s: %s", (side, target, stop, error) => {
  expect(check(side, target, stop).error).toBe(error);
});
