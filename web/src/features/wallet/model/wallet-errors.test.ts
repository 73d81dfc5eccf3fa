import {
  WalletAccountError,
  WalletConfigError,
  WalletConnectionError,
  WalletDisconnectedError,
  WalletDisconnectionError,
  WalletKeypairError,
  WalletLoadError,
  WalletNotConnectedError,
  WalletNotReadyError,
  WalletPublicKeyError,
  WalletSendTransactionError,
  WalletSignInError,
  WalletSignMessageError,
  WalletSignTransactionError,
  WalletTimeoutError,
  WalletWindowBlockedError,
  WalletWindowClosedError,
} from "@solana/wallet-adapter-base";
import { WalletNotSelectedError } from "@solana/wallet-adapter-react";
import { describe, expect, it } from "vitest";
import { ApiError } from "@/api/http";
import { WALLET_ERROR_WORDS } from "./wallet-error-words";
import { explainWalletError } from "./wallet-errors";

const message = (error: unknown) => explainWalletError(error).message;
const kind = (error: unknown) => explainWalletError(error).kind;

/** What the device's transport throws, inside what the adapter makes of it. */
function ofDevice(statusCode: number): WalletSignTransactionError {
  const text = `Ledger device: status (0x${statusCode.toString(16)})`;
  return new WalletSignTransactionError(text, Object.assign(new Error(text), { statusCode }));
}

function named(name: string, text = ""): WalletConnectionError {
  return new WalletConnectionError(text, Object.assign(new Error(text), { name }));
}

describe("wallet errors in words", () => {
  it.each([
    [new WalletNotReadyError(), "notReady"],
    [new WalletNotConnectedError(), "notConnected"],
    [new WalletNotSelectedError(), "notSelected"],
    [new WalletConnectionError("odd"), "connection"],
    [new WalletDisconnectedError(), "disconnected"],
    [new WalletDisconnectionError(), "disconnection"],
    [new WalletAccountError(), "account"],
    [new WalletPublicKeyError(), "publicKey"],
    [new WalletKeypairError(), "publicKey"],
    [new WalletSignTransactionError("odd"), "signTransaction"],
    [new WalletSignMessageError("odd"), "signMessage"],
    [new WalletSendTransactionError("odd"), "sendTransaction"],
    [new WalletSignInError("odd"), "signIn"],
    [new WalletConfigError(), "unsupported"],
    [new WalletLoadError("Failed to fetch"), "load"],
    [new WalletTimeoutError(), "timeout"],
    [new WalletWindowBlockedError(), "windowBlocked"],
    [new WalletWindowClosedError(), "cancelled"],
  ] as const)("has a sentence for each kind of the library (%s)", (error, expected) => {
    expect(kind(error)).toBe(expected);
    expect(message(error)).toBe(WALLET_ERROR_WORDS[expected]);
  });

  it("says in every sentence what to do, but for a person's own no", () => {
    for (const [name, words] of Object.entries(WALLET_ERROR_WORDS)) {
      if (name === "cancelled") continue;
      expect(words, name).toMatch(/try again|reload|choose|add some|connect it/i);
    }
  });

  it.each([
    new WalletSignTransactionError("User rejected the request."),
    new WalletSignTransactionError("x", { code: 4001 }),
    new WalletSignTransactionError("Transaction cancelled"),
    ofDevice(0x6985),
    ofDevice(0x5501),
  ])("knows a no when it hears one (%s)", (error) => {
    expect(explainWalletError(error)).toMatchObject({ kind: "cancelled", isCancelled: true });
  });

  it("does not take a refused connection for a person's no", () => {
    expect(kind(new WalletConnectionError("connect ECONNREFUSED"))).toBe("network");
  });

  it.each([
    [0x5515, "locked"],
    [0x6982, "locked"],
    [0x6b0c, "locked"],
    [0x6d00, "wrongApp"],
    [0x6d02, "wrongApp"],
    [0x6e00, "wrongApp"],
    [0x6e01, "wrongApp"],
    [0x6511, "wrongApp"],
    [0x6808, "blindSigning"],
  ] as const)("speaks of the device when the device is the matter (%d)", (status, expected) => {
    expect(kind(ofDevice(status))).toBe(expected);
  });

  it.each([
    [named("TransportOpenUserCancelled", "Access denied to use Ledger device"), "noDevice"],
    [named("DisconnectedDeviceDuringOperation", "write failed"), "unplugged"],
    [named("TransportRaceCondition"), "deviceBusy"],
    [named("InvalidStateError", "The device is already open."), "deviceBusy"],
    [named("LockedDeviceError"), "locked"],
  ] as const)("knows the errors of the transport (%s)", (error, expected) => {
    expect(kind(error)).toBe(expected);
  });

  it("does not read a lock into a block", () => {
    expect(kind(new Error("failed to get recent blockhash: Failed to fetch"))).toBe("network");
  });

  it("names missing money, stale transactions and foreign networks", () => {
    expect(kind(new Error("Attempt to debit an account but found no record"))).toBe("noMoney");
    expect(kind(new Error("insufficient funds for rent"))).toBe("noMoney");
    expect(kind(new Error("Simulation failed: Blockhash not found"))).toBe("stale");
    expect(kind(new WalletSendTransactionError("Wrong network"))).toBe("wrongChain");
    expect(kind(new WalletSignMessageError("signMessage is not supported on Ledger"))).toBe(
      "unsupported",
    );
  });

  it("keeps the server's sentence and survives anything thrown", () => {
    expect(message(new ApiError("no", "EXCHANGE_HALTED", 409))).toContain("halted");
    expect(message(null)).toContain("unknown");
    expect(message("plain text")).toBe("plain text");
    expect(message({ error: "inner text" })).toBe("inner text");
    expect(message(new Error("x".repeat(500)))).toHaveLength(200);
  });
});
