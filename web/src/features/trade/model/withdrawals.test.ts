import { expect, it } from "vitest";
import type { SettlementRequest } from "@/domain/model";
import { parseCollateral } from "@/domain/parse";
import { nextWithdrawal } from "./withdrawals";

const request = (id: number, change: Partial<SettlementRequest> = {}): SettlementRequest => ({
  id,
  address: `request ${id}`,
  amount: parseCollateral("994730000"),
  keeperTip: parseCollateral("0"),
  mint: "USD",
  maturity: 100 + id,
  status: "pending",
  signature: null,
  ...change,
});

it("takes the unpaid withdrawal that matures first and counts the others", () => {
  const paid = request(1, { status: "settled" });
  const stake = request(2, { mint: "ACRE" });
  const next = nextWithdrawal([request(5), paid, request(3), stake], "USD");
  expect(next?.request.id).toBe(3);
  expect(next?.others).toBe(1);
});

it("has none without an unpaid withdrawal of collateral", () => {
  expect(nextWithdrawal([request(1, { status: "settled" })], "USD")).toBeNull();
  expect(nextWithdrawal([request(1)], null)).toBeNull();
});
