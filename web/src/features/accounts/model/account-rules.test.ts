import { expect, it } from "vitest";
import { decodeMarginAccount } from "@/api/decode-account";
import { wireAccount, wirePosition } from "@/test/rows";
import { splitAccounts, whyNotEmpty, whyNoWithdrawal } from "./account-rules";

const account = (change: Record<string, unknown> = {}) => decodeMarginAccount(wireAccount(change));

it("says why an account cannot be closed", () => {
  expect(whyNotEmpty(account({ canClose: true, marginCollateral: "0" }))).toEqual([]);
  expect(whyNotEmpty(account())).toEqual(["Withdraw $1,000.00."]);
  const two = [wirePosition(), wirePosition({ marketId: 4 })];
  expect(
    whyNotEmpty(account({ positions: two, inLiquidation: true, marginCollateral: "1" })),
  ).toEqual(["Wait for the liquidation to end.", "Close its 2 positions.", "Withdraw $0.000001."]);
  expect(whyNotEmpty(account({ marginCollateral: "0" }))).toHaveLength(1);
});

it("says why nothing can be withdrawn", () => {
  expect(whyNoWithdrawal(account({ maxWithdrawableAmount: "5" }))).toBeNull();
  expect(whyNoWithdrawal(account({ maxWithdrawableAmount: "0" }))).toMatch(/need all of the/);
  expect(whyNoWithdrawal(account({ marginCollateral: "0" }))).toMatch(/is empty/);
  expect(whyNoWithdrawal(account({ inLiquidation: true }))).toMatch(/liquidation/);
});

it("puts the hidden ones apart, by id", () => {
  const rows = [account({ id: 2 }), account({ id: 0 }), account({ id: 1 })];
  const ids = (shownIds: readonly number[] | null) => {
    const { shown, hidden } = splitAccounts(rows, shownIds);
    return [shown.map(({ id }) => id), hidden.map(({ id }) => id)];
  };
  expect(ids(null)).toEqual([[0, 1, 2], []]);
  expect(ids([2, 0])).toEqual([[0, 2], [1]]);
});
