import { expect, it } from "vitest";
import { decodeMarginAccount } from "@/api/decode-account";
import { wireAccount, wirePosition } from "@/test/rows";
import { splitAccounts, whyNotEmpty, whyNoWithdrawal } from "./account-rules";

const account = (change: Record<string, unknown> = {}) => decodeMarginAccount(wireAccount(change));

it("says why an account can not be closed", () => {
  expect(whyNotEmpty(account({ canClose: true, marginCollateral: "0" }))).toEqual([]);
  expect(whyNotEmpty(account())).toEqual(["It holds $1,000.00: withdraw it first."]);
  const two = [wirePosition(), wirePosition({ marketId: 4 })];
  expect(
    whyNotEmpty(account({ positions: two, inLiquidation: true, marginCollateral: "1" })),
  ).toEqual([
    "It is in liquidation.",
    "It holds 2 positions: close first.",
    "It holds $0.000001: withdraw it first.",
  ]);
  expect(whyNotEmpty(account({ marginCollateral: "0" }))).toHaveLength(1);
});

it("says why nothing can be withdrawn", () => {
  expect(whyNoWithdrawal(account({ maxWithdrawableAmount: "5" }))).toBeNull();
  expect(whyNoWithdrawal(account({ maxWithdrawableAmount: "0" }))).toMatch(/needed by its/);
  expect(whyNoWithdrawal(account({ marginCollateral: "0" }))).toMatch(/nothing in it/);
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
