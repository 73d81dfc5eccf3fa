import { expect, it } from "vitest";
import { exampleOf } from "./use-example-market";

it("explains the exchange with the largest market that has a year of history", () => {
  const young = { symbol: "SPI", change1y: null };
  expect(exampleOf([young, { symbol: "HOU", change1y: "0.01" }])).toBe("HOU");
  expect(exampleOf([young])).toBe("SPI");
  expect(exampleOf([])).toBeNull();
});
