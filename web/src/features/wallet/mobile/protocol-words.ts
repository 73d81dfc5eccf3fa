import {
  SolanaMobileWalletAdapterError,
  SolanaMobileWalletAdapterProtocolError,
} from "@solana-mobile/mobile-wallet-adapter-protocol";
import { MobileWalletError } from "./mobile-error";

export const SESSION_DROPPED = "ERROR_SESSION_CLOSED";
export const NOT_FOUND = "ERROR_WALLET_NOT_FOUND";
export const CANCELLED = "ERROR_ASSOCIATION_CANCELLED";
export const BLOCKED = "ERROR_LOOPBACK_ACCESS_BLOCKED";
export const TIMEOUT = "ERROR_SESSION_TIMEOUT";
const ILLEGAL_STATE = "ERROR_ILLEGAL_TRANSPORT_STATE";
export const TAP_NEEDED = "ERROR_TAP_NEEDED";
export const BUSY = "ERROR_BUSY";

/** Sentences by the package's codes and by our own two. */
const BY_CODE: Readonly<Record<string, string>> = {
  ERROR_ASSOCIATION_PORT_OUT_OF_RANGE:
    "The wallet was not opened: its port must lie between 49152 and 65535. Try again.",
  ERROR_FORBIDDEN_WALLET_BASE_URL:
    "The wallet asked to be opened at an address that is not https, which is not allowed.",
  ERROR_SECURE_CONTEXT_REQUIRED: "Wallet apps can only be reached from a secure page (https).",
  [SESSION_DROPPED]:
    "The wallet session dropped unexpectedly. Try again and stay in the wallet app until done.",
  [TIMEOUT]: "The wallet app did not answer in time. Open it, unlock it and try again.",
  [NOT_FOUND]: "Found no installed wallet that supports the mobile wallet protocol.",
  ERROR_INVALID_PROTOCOL_VERSION:
    "The wallet app uses an unknown version of the mobile protocol. Update it and try again.",
  [ILLEGAL_STATE]: "Messages from the wallet came out of order or unreadable. Try again.",
  [BLOCKED]:
    "This browser blocks apps on this device. Allow them in the site settings and try again.",
  [CANCELLED]: "You canceled before the wallet answered.",
  [TAP_NEEDED]: "A wallet app opens only right after a tap. Tap the button again.",
  [BUSY]: "The wallet app is still busy with the last request. Answer or cancel that one first.",
};

/** The protocol's own numbers for a wallet's refusal. */
const AUTHORIZATION_FAILED = -1;
const NOT_SIGNED = -3;
const BY_NUMBER: Readonly<Record<number, string>> = {
  [AUTHORIZATION_FAILED]: "You declined the connection in the wallet app.",
  [-2]: "The wallet app rejected the request as invalid.",
  [NOT_SIGNED]: "You declined the request in the wallet app.",
  [-4]: "The wallet app signed, but could not send the transaction.",
  [-5]: "Too many requests at once for the wallet app.",
};

const MESSAGE_MAX = 160;

/** An error of a code in words. */
export function mobileError(code: string): MobileWalletError {
  return new MobileWalletError(code, BY_CODE[code] ?? `Code ${code}.`, code === CANCELLED);
}

/** The wallet knows nothing of the authorization that it was shown, or refused a new one. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof MobileWalletError && error.code === String(AUTHORIZATION_FAILED);
}

/** An error of the protocol package in words; what is none of its errors stays as it is. */
export function inWords(error: unknown): unknown {
  if (error instanceof SolanaMobileWalletAdapterError) return mobileError(error.code);
  if (error instanceof SolanaMobileWalletAdapterProtocolError) {
    const { code, message } = error;
    const words = BY_NUMBER[code] ?? `The wallet app refused: ${message.slice(0, MESSAGE_MAX)}`;
    const isCancelled = code === AUTHORIZATION_FAILED || code === NOT_SIGNED;
    return new MobileWalletError(String(code), words, isCancelled);
  }
  return error;
}

/** What the package throws out of reach of its caller: from a handler of the socket's messages. */
export function strayError(reason: unknown): MobileWalletError | null {
  if (reason instanceof SolanaMobileWalletAdapterError) return mobileError(reason.code);
  // The browser's word for a message whose tag does not fit its content.
  const isUnreadable = reason instanceof DOMException && reason.name === "OperationError";
  return isUnreadable ? mobileError(ILLEGAL_STATE) : null;
}
