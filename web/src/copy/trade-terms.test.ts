import { expect, it } from "vitest";
import { tradeAction, tradeCue } from "./trade-terms";

it("names the position a trade acts on, not the direction of the trade", () => {
  const words = (tradeKind: string, side: "long" | "short") => tradeAction({ tradeKind, side });
  expect(words("open", "long")).toBe("open long");
  expect(words("increase", "short")).toBe("add to short");
  expect(words("decrease", "short")).toBe("reduce long");
  expect(words("close", "short")).toBe("close long");
  expect(words("close", "long")).toBe("close short");
  expect(words("flip", "short")).toBe("flip to short");
});

it("shows a kind that it does not know as it is", () => {
  expect(tradeAction({ tradeKind: "settle", side: "long" })).toBe("settle");
});

it("keeps the direction of the trade as a cue", () => {
  expect([tradeCue("long"), tradeCue("short")]).toEqual(["▲ buy", "▼ sell"]);
});
