import {
  WalletConnectionError,
  WalletNotReadyError,
  WalletSignTransactionError,
  WalletWindowClosedError,
} from "@solana/wallet-adapter-base";
import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/api";
import { explainWalletError } from "./wallet-errors";

const message = (error: unknown) => explainWalletError(error).message;
const isCancelled = (error: unknown) => explainWalletError(error).isCancelled;

describe("wallet errors in words", () => {
  it.each([
    new WalletSignTransactionError("User rejected the request."),
    new WalletSignTransactionError("x", { code: 4001 }),
    new WalletSignTransactionError("Transaction cancelled"),
    new WalletWindowClosedError(),
    new WalletSignTransactionError("", { statusCode: 0x6985 }),
  ])("knows a no when it hears one (%s)", (error) => {
    expect(isCancelled(error)).toBe(true);
  });

  it("does not take a refused connection for a person's no", () => {
    expect(isCancelled(new WalletConnectionError("connect ECONNREFUSED"))).toBe(false);
    expect(message(new WalletConnectionError("connect ECONNREFUSED"))).toContain("network");
  });

  it("speaks of the device when the device is the matter", () => {
    expect(message(new WalletSignTransactionError("", { statusCode: 0x5515 }))).toContain("locked");
    expect(message(new WalletConnectionError("", { statusCode: 0x6e00 }))).toContain("Solana app");
  });

  it("names missing money and stale transactions", () => {
    expect(message(new Error("Attempt to debit an account but found no record"))).toContain("SOL");
    expect(message(new Error("Simulation failed: Blockhash not found"))).toContain("too long");
  });

  it("has a sentence for each kind of the library", () => {
    expect(message(new WalletNotReadyError())).toContain("not installed");
    expect(message(new WalletConnectionError("odd"))).toBe("The wallet did not connect.");
  });

  it("keeps the server's sentence and survives anything thrown", () => {
    expect(message(new ApiError("no", "EXCHANGE_HALTED", 409))).toContain("halted");
    expect(message(null)).toContain("unknown");
    expect(message("plain text")).toBe("plain text");
  });
});
