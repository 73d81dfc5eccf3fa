import { expect, it } from "vitest";
import type { SettlementRequest } from "@/domain/model";
import { parseCollateral } from "@/domain/parse";
import { nextPayout } from "./next-payout";

const request = (
  id: number,
  maturity: number,
  status: SettlementRequest["status"],
): SettlementRequest => ({
  id,
  address: "request",
  amount: parseCollateral("1"),
  keeperTip: parseCollateral("0"),
  mint: "mint",
  maturity,
  status,
  signature: null,
});

it("is the open withdrawal that matures first", () => {
  const rows = [request(1, 5, "settled"), request(2, 90, "pending"), request(3, 30, "mature")];
  expect(nextPayout(rows)?.id).toBe(3);
  expect(nextPayout([request(1, 5, "settled")])).toBeNull();
});
