import { describe, expect, it } from "vitest";
import { decodeMarginAccount } from "@/api/decode-account";
import { wireAccount, wirePosition } from "@/test/rows";
import { accountAlert, accountState, healthLevel, healthWarning } from "./account-health";

const account = (change: Record<string, unknown> = {}) => decodeMarginAccount(wireAccount(change));
const trading = (healthRatio: string, change: Record<string, unknown> = {}) =>
  account({ positions: [wirePosition()], healthRatio, ...change });

it.each([
  [account({ marginCollateral: "0" }), "empty"],
  [account(), "funded"],
  [trading("3"), "trading"],
  [trading("0.9", { canLiquidate: true }), "liquidatable"],
  [trading("0.9", { canLiquidate: true, inLiquidation: true }), "inLiquidation"],
])("knows the state", (now, state) => {
  expect(accountState(now)).toBe(state);
});

describe("the approach to a liquidation", () => {
  it("has degrees of severity", () => {
    expect(healthLevel(account())).toBe("good");
    expect(healthLevel(trading("1.6"))).toBe("good");
    expect(healthLevel(trading("1.599"))).toBe("low");
    expect(healthLevel(trading("1.149"))).toBe("bad");
    expect(healthWarning(trading("2"))).toBeNull();
    expect(healthWarning(trading("1.3"))).toMatch(/^Close to/);
    expect(healthWarning(trading("1.1"))).toMatch(/^Very close/);
    expect(healthWarning(trading("0.9", { canLiquidate: true }))).toMatch(/can be liquidated now/);
  });

  it("alerts once when it becomes grave, and when it has happened", () => {
    expect(accountAlert(trading("2"), trading("1.3"))).toBeNull();
    expect(accountAlert(trading("1.3"), trading("1.1"))?.title).toMatch(/close to liquidation/);
    expect(accountAlert(trading("1.1"), trading("1.05"))).toBeNull();
    const after = trading("1.3", { wasRecentlyLiquidated: true });
    expect(accountAlert(trading("1.05"), after)).toMatchObject({ isLoss: true });
    expect(accountAlert(after, after)).toBeNull();
  });
});
