import { expect, it } from "vitest";
import { type ChartLine, missingEdge, stretchRange } from "./chart-range";

const line = (price: number): ChartLine => ({
  id: "liquidation",
  label: "Liquidation",
  price,
  text: String(price),
});

it("widens for a near line", () => {
  expect(stretchRange({ low: 100, high: 120 }, [line(96)])).toEqual({ low: 96, high: 120 });
});

it("leaves a far line outside, to be shown at the edge", () => {
  const range = stretchRange({ low: 100, high: 120 }, [line(70), line(150)]);
  expect(range).toEqual({ low: 100, high: 120 });
  expect(missingEdge(line(70), range)).toBe("below");
  expect(missingEdge(line(150), range)).toBe("above");
  expect(missingEdge(line(110), range)).toBeNull();
});

it("never widens by more than a quarter on a side", () => {
  const range = stretchRange({ low: 100, high: 120 }, [line(95), line(94), line(125), line(126)]);
  expect(range).toEqual({ low: 95, high: 125 });
});
