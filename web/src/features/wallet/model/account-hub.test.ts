import { describe, expect, it } from "vitest";
import type { CollateralE6, LamportsE9 } from "@/domain/amounts";
import type { MarginAccount, SettlementRequest } from "@/domain/model";
import { hubFigures, nextStep, onItsWay } from "./account-hub";

const account = (collateral: bigint, pnl: bigint) =>
  ({
    collateral,
    availableMargin: collateral,
    pnl: { total: { value: pnl } },
  }) as unknown as MarginAccount;
const wallet = (collateral: bigint) => ({
  sol: 0n as LamportsE9,
  collateral: collateral as CollateralE6,
});

describe("the next step", () => {
  const step = (accounts: readonly MarginAccount[], inWallet: bigint | null, hasFaucet = true) =>
    nextStep(hubFigures(accounts, inWallet === null ? null : wallet(inWallet)), hasFaucet);

  it("is test money, then a deposit, then a trade", () => {
    expect(step([], 0n)).toBe("faucet");
    expect(step([], 5n)).toBe("deposit");
    expect(step([account(5n, 0n)], 0n)).toBe("trade");
  });

  it("is a deposit where there is no test money, and before the balance is known", () => {
    expect(step([], 0n, false)).toBe("deposit");
    expect(step([], null)).toBe("deposit");
  });

  it("is not a trade while the accounts are worth nothing", () => {
    expect(step([account(0n, 0n)], 5n)).toBe("deposit");
    expect(step([account(5n, -5n)], 0n)).toBe("faucet");
  });
});

it("the value is collateral and unrealized P&L of all accounts", () => {
  expect(hubFigures([account(5n, -2n), account(7n, 1n)], null).value).toBe(11n);
});

it("only unsettled requests of the collateral are on their way", () => {
  const request = (amount: bigint, maturity: number, status: string, mint = "usd") =>
    ({ amount, maturity, status, mint }) as unknown as SettlementRequest;
  const rows = [
    request(1n, 50, "settled"),
    request(2n, 90, "pending"),
    request(4n, 80, "pending"),
    request(8n, 60, "payable"),
    request(16n, 10, "pending", "acre"),
  ];
  expect(onItsWay(rows, "usd")).toEqual({ amount: 14n, nextS: 80 });
  expect(onItsWay([request(8n, 60, "payable")], "usd")).toEqual({ amount: 8n, nextS: null });
  expect(onItsWay([], null)).toEqual({ amount: 0n, nextS: null });
});
