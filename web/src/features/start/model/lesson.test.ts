import { expect, it } from "vitest";
import { parseCollateral, parsePrice, parseRate } from "@/domain/parse";
import { holdingLesson, liquidationLesson, priceAt, profitLesson, ratePercent } from "./lesson";

const RULES = {
  initialRatio: parseRate("0.1"),
  maintenanceShare: parseRate("0.5"),
  minPositionMargin: parseCollateral("1000000"),
  liquidationFeeRate: parseRate("0.005"),
  minLiquidationFee: parseCollateral("5000000"),
  maxLiquidationFee: parseCollateral("2500000000"),
};
const LONG = { side: "long", margin: parseCollateral("1000000000"), leverage: 3 } as const;
const usd = (text: string) => parseCollateral(`${text}000000`);

it("reads percentages with two digits", () => {
  expect(ratePercent(-2.5)).toBe(parseRate("-0.025"));
  expect(ratePercent(0.01)).toBe(parseRate("0.0001"));
});

it("moves a price", () => {
  expect(priceAt(parsePrice("10000000000"), parseRate("-0.28"))).toBe(7_200_000_000n);
});

it("shows profit in dollars and of the margin, and where the position no longer exists", () => {
  expect(profitLesson(LONG, RULES, parseRate("0.05"))).toEqual({
    notional: usd("3000"),
    profit: usd("150"),
    part: parseRate("0.15"),
    isLiquidated: false,
  });
  expect(profitLesson(LONG, RULES, parseRate("-0.32")).isLiquidated).toBe(true);
});

it("adds fees and funding, and names the move that covers both", () => {
  const market = { takerFeeRate: parseRate("0.0015"), fundingRate: parseRate("0.0001") };
  expect(holdingLesson(LONG, market, 30)).toEqual({
    fee: usd("9"),
    funding: usd("-9"),
    cost: usd("18"),
    breakEven: parseRate("0.006"),
  });
  const paid = holdingLesson({ ...LONG, side: "short" }, market, 60);
  expect(paid.cost).toBe(usd("-9"));
  expect(paid.breakEven).toBe(parseRate("0.003"));
});

it("compares balance and requirement up to the liquidation", () => {
  const before = liquidationLesson(LONG, RULES, parseRate("-0.1"));
  expect(before).toMatchObject({ balance: usd("700"), isLiquidated: false });
  const move = before.liquidation ?? parseRate("0");
  expect(liquidationLesson(LONG, RULES, move).isLiquidated).toBe(true);
});
