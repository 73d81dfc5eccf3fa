import { describe, expect, it } from "vitest";
import { parseCollateral } from "@/domain/parse";
import { decodeReturn, partRows } from "./return";
import { axisDigits } from "./series";

const WIRE = {
  start: {
    timestamp: 1_700_000_000,
    value: "0",
    unrealizedPnl: "0",
    shares: "0",
    sharePrice: "100000000",
  },
  end: {
    timestamp: 1_702_000_000,
    value: "10000060",
    unrealizedPnl: "-7",
    shares: "9999000",
    sharePrice: "100000600",
  },
  deposited: "10000000",
  withdrawn: "0",
  parts: {
    fees: "100",
    surcharge: "20",
    funding: "-50",
    holding: "10",
    trading: "-25",
    other: "5",
  },
  total: "60",
  sharePriceChange: "0.000006",
};

describe("the return", () => {
  const data = decodeReturn(WIRE);

  it("is read from the wire to the last unit", () => {
    expect(data.parts.funding).toBe(-50n);
    expect(data.parts.holding).toBe(10n);
    expect(data.total).toBe(60n);
    expect([data.startValue, data.endValue, data.deposited]).toEqual([
      0n,
      10_000_060n,
      10_000_000n,
    ]);
    expect(data.priceChange).toBe(6_000_000n);
    expect(decodeReturn({ ...WIRE, sharePriceChange: null }).priceChange).toBeNull();
  });

  it("draws each part beside the largest, losses to the left", () => {
    const rows = partRows(data);
    expect(rows.map(({ name, width }) => [name, width])).toEqual([
      ["fees", 1],
      ["surcharge", 0.2],
      ["funding", -0.5],
      ["holding", 0.1],
      ["trading", -0.25],
      ["other", 0.05],
      ["total", 0.6],
    ]);
    const parts = rows.slice(0, -1).reduce((sum, { value }) => sum + value, 0n);
    expect(parts).toBe(rows.at(-1)?.value);
  });

  it("draws nothing where nothing moved", () => {
    const none = parseCollateral("0");
    const parts = {
      fees: none,
      surcharge: none,
      funding: none,
      holding: none,
      trading: none,
      other: none,
    };
    expect(partRows({ parts, total: none }).every(({ width }) => width === 0)).toBe(true);
  });
});

it("writes as many digits on an axis as its ticks need to differ", () => {
  expect(axisDigits([1, 1.0004])).toBe(5);
  expect(axisDigits([0.97, 1.04])).toBe(3);
  expect(axisDigits([1, 40])).toBe(2);
  expect(axisDigits([1, 1])).toBe(2);
  expect(axisDigits([])).toBe(2);
  expect(axisDigits([1, 1 + 1e-9])).toBe(8);
});
