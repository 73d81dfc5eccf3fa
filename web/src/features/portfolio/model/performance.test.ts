import { describe, expect, it } from "vitest";
import { parseCollateral } from "@/domain/parse";
import type { Performance as Wire } from "@/generated/api";
import {
  axisDollars,
  axisPercent,
  curvePoints,
  headline,
  partLines,
  toPerformance,
} from "./performance";

const WIRE: Wire = {
  user: "wallet",
  points: [
    { timestamp: 10, pnl: "0", returnOnCapital: "0" },
    { timestamp: 20, pnl: "-9060000", returnOnCapital: "-0.001812" },
  ],
  parts: {
    pnl: "-9060000",
    realized: "1000000",
    unrealized: "-2560000",
    funding: "0",
    tradingFees: "7500000",
    liquidationFees: "0",
    liquidity: "0",
    other: "0",
    deposited: "5000000000",
    withdrawn: "0",
  },
};
const performance = toPerformance(WIRE);
const values = [{ timestamp: 20, value: parseCollateral("4990940000") }];

describe("the curves", () => {
  it("draw value, P&L and return of their own points", () => {
    expect(curvePoints("value", values, performance)).toEqual([{ time: 20, value: 4990.94 }]);
    expect(curvePoints("pnl", values, performance)).toEqual([
      { time: 10, value: 0 },
      { time: 20, value: -9.06 },
    ]);
    expect(curvePoints("return", values, performance)[1]?.value).toBeCloseTo(-0.1812);
  });

  it("have the newest figure as heading", () => {
    expect(headline("value", values, performance)).toBe("$4,990.94");
    expect(headline("pnl", values, performance)).toBe("−$9.06");
    expect(headline("return", values, performance)).toBe("−0.18%");
    for (const curve of ["value", "pnl", "return"] as const) {
      expect(headline(curve, [], { points: [] })).toBeNull();
    }
  });

  it("write the axis with two digits", () => {
    expect([axisDollars(-9.06), axisDollars(1234.5), axisDollars(-0.001)]).toEqual([
      "−$9.06",
      "$1,234.50",
      "$0.00",
    ]);
    expect(axisPercent(-0.1812)).toBe("−0.18%");
  });
});

it("the shown parts sum to the P&L; parts without an amount are hidden after the first four", () => {
  const lines = partLines(performance.parts);
  expect(lines.map(({ label }) => label)).toEqual([
    "Realized",
    "Unrealized",
    "Funding",
    "Trading fees",
  ]);
  expect(lines.reduce((sum, { value }) => sum + value, 0n)).toBe(performance.parts.pnl);
  const all = partLines({
    ...performance.parts,
    liquidationFees: parseCollateral("1"),
    liquidity: parseCollateral("2"),
    other: parseCollateral("3"),
  });
  expect(all.slice(4).map(({ value }) => value)).toEqual([-1n, 2n, 3n]);
});
