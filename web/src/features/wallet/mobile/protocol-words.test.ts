import {
  SolanaMobileWalletAdapterErrorCode as Code,
  SolanaMobileWalletAdapterError,
  SolanaMobileWalletAdapterProtocolError,
} from "@solana-mobile/mobile-wallet-adapter-protocol";
import { describe, expect, it } from "vitest";
import { explainWalletError } from "../model/wallet-errors";
import { type MobileWalletError, mobileErrorIn } from "./mobile-error";
import { inWords, isUnauthorized, strayError } from "./protocol-words";

const ofPackage = (code: keyof typeof Code) =>
  new SolanaMobileWalletAdapterError(Code[code] as "ERROR_SESSION_TIMEOUT", "its own words");
const ofProtocol = (code: number, message = "no") =>
  new SolanaMobileWalletAdapterProtocolError(1, code as -1, message);

describe("words of the mobile protocol", () => {
  it.each([
    ["ERROR_ASSOCIATION_PORT_OUT_OF_RANGE", "between 49152 and 65535"],
    ["ERROR_FORBIDDEN_WALLET_BASE_URL", "not https"],
    ["ERROR_SECURE_CONTEXT_REQUIRED", "secure page (https)"],
    ["ERROR_SESSION_CLOSED", "The wallet session dropped unexpectedly"],
    ["ERROR_SESSION_TIMEOUT", "did not answer in time"],
    [
      "ERROR_WALLET_NOT_FOUND",
      "Found no installed wallet that supports the mobile wallet protocol.",
    ],
    ["ERROR_INVALID_PROTOCOL_VERSION", "version of the mobile protocol"],
    ["ERROR_ILLEGAL_TRANSPORT_STATE", "out of order or unreadable"],
  ] as const)("%s", (code, words) => {
    const error = inWords(ofPackage(code)) as MobileWalletError;
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
    expect(explainWalletError(new Error("outer", { cause: error }))).toEqual({
      kind: "unknown",
      isCancelled: false,
      message: error.message,
    });
  });

  it("takes a refusal in the app for the person's no", () => {
    for (const code of [-1, -3]) {
      const shown = explainWalletError(inWords(ofProtocol(code)));
      expect(shown).toMatchObject({ kind: "cancelled", isCancelled: true });
      expect(shown.message).toContain("You declined");
    }
    expect(isUnauthorized(inWords(ofProtocol(-1)))).toBe(true);
    expect(isUnauthorized(inWords(ofProtocol(-3)))).toBe(false);
  });

  it("shortens what an app says in words of its own", () => {
    const error = inWords(ofProtocol(-32000, "x".repeat(500))) as MobileWalletError;
    expect(error.message).toBe(`The wallet app refused: ${"x".repeat(160)}`);
  });

  it("leaves other errors as they are", () => {
    const error = new Error("other");
    expect(inWords(error)).toBe(error);
    expect(strayError(error)).toBeNull();
    expect(mobileErrorIn(error)).toBeNull();
  });

  it("knows a message that does not decrypt", () => {
    expect(strayError(new DOMException("", "OperationError"))?.code).toBe(
      "ERROR_ILLEGAL_TRANSPORT_STATE",
    );
    expect(strayError(new DOMException("", "AbortError"))).toBeNull();
  });
});
