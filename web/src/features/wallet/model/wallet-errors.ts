import { ApiError } from "@/api/http";
import { mobileErrorIn } from "../mobile/mobile-error";
import { WALLET_ERROR_WORDS, type WalletErrorKind } from "./wallet-error-words";

export interface WalletErrorWords {
  /** `server`: refused by the server; `unknown`: any other error. */
  readonly kind: WalletErrorKind | "server" | "unknown";
  /** The person said no (or closed the window): not a failure. */
  readonly isCancelled: boolean;
  readonly message: string;
}

/** What the texts, names and status words of an error give away; the first that fits counts. */
const BY_TEXT: readonly (readonly [WalletErrorKind, RegExp])[] = [
  ["noDevice", /TransportOpenUserCancelled|access denied to use ledger/i],
  ["stale", /blockhash not found|block height exceeded/i],
  ["noMoney", /insufficient (funds|lamports|balance)|debit an account but found no record/i],
  ["unplugged", /DisconnectedDevice|device (was )?(disconnected|unplugged)|NotFoundError/i],
  ["deviceBusy", /TransportLocked|TransportRaceCondition|device is (already open|busy)/i],
  ["wrongApp", /0x6d0[0-2]|0x6e0[01]|0x6511|open the solana app/i],
  ["blindSigning", /0x6808|blind sign/i],
  [
    "cancelled",
    /\breject|denied|declin|cancel|user refus|refused by the user|(window|popup) (was )?closed|0x6985|0x5501/i,
  ],
  ["locked", /\block(ed)?\b|LockedDevice|0x5515|0x6982|0x6b0c/i],
  ["wrongChain", /WrongChainError|(wrong|different|unsupported|invalid) (network|cluster|chain)/i],
  ["unsupported", /not supported|unsupported|not implemented|does not support/i],
  ["network", /failed to fetch|network|load failed|econn|timed? ?out/i],
];

/** By the library's error class; it sets `name` on every instance. */
const BY_NAME: Readonly<Record<string, WalletErrorKind>> = {
  WalletNotReadyError: "notReady",
  WalletLoadError: "load",
  WalletConfigError: "unsupported",
  WalletConnectionError: "connection",
  WalletDisconnectedError: "disconnected",
  WalletDisconnectionError: "disconnection",
  WalletAccountError: "account",
  WalletPublicKeyError: "publicKey",
  WalletKeypairError: "publicKey",
  WalletNotConnectedError: "notConnected",
  WalletNotSelectedError: "notSelected",
  WalletSendTransactionError: "sendTransaction",
  WalletSignTransactionError: "signTransaction",
  WalletSignMessageError: "signMessage",
  WalletSignInError: "signIn",
  WalletTimeoutError: "timeout",
  WalletWindowBlockedError: "windowBlocked",
  WalletWindowClosedError: "cancelled",
};

/** These say all by their class; what is inside them could only mislead. */
const PLAIN_NAMES: ReadonlySet<string> = new Set([
  "WalletConfigError",
  "WalletDisconnectedError",
  "WalletLoadError",
  "WalletNotReadyError",
  "WalletTimeoutError",
  "WalletWindowClosedError",
]);

const NESTED_MAX = 4;
const TEXT_MAX = 200;

function wordsOf(kind: WalletErrorKind): WalletErrorWords {
  return { kind, isCancelled: kind === "cancelled", message: WALLET_ERROR_WORDS[kind] };
}

/** An error and the errors inside it: the adapters wrap the wallet's own. */
function nested(error: unknown): readonly Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  let current = error;
  while (typeof current === "object" && current !== null && found.length < NESTED_MAX) {
    const layer = current as Record<string, unknown>;
    found.push(layer);
    current = layer["error"] ?? layer["cause"];
  }
  return found;
}

function textsOf(error: unknown): readonly string[] {
  if (typeof error === "string") return [error];
  return nested(error).flatMap((layer) => {
    const { message, error: inner } = layer;
    return [message, inner].filter((part): part is string => typeof part === "string");
  });
}

/** Names, device status words and texts: all that a rule may look at. */
function tracesOf(error: unknown): string {
  const marks = nested(error).flatMap(({ name, id, statusCode }) => [
    typeof name === "string" && !name.startsWith("Wallet") ? name : "",
    typeof id === "string" ? id : "",
    typeof statusCode === "number" ? `0x${statusCode.toString(16)}` : "",
  ]);
  return [...marks, ...textsOf(error)].join(" ");
}

function hasRejectionCode(error: unknown): boolean {
  return nested(error).some(({ code }) => code === 4001);
}

/** What went wrong with a wallet, the node or the server, in words a person understands. */
export function explainWalletError(error: unknown): WalletErrorWords {
  if (error instanceof ApiError) {
    return { kind: "server", isCancelled: false, message: error.humanText };
  }
  const mobile = mobileErrorIn(error);
  if (mobile !== null) {
    const { isCancelled, message } = mobile;
    return { kind: isCancelled ? "cancelled" : "unknown", isCancelled, message };
  }
  const name = error instanceof Error ? error.name : "";
  const own = BY_NAME[name];
  if (own !== undefined && PLAIN_NAMES.has(name)) return wordsOf(own);
  if (hasRejectionCode(error)) return wordsOf("cancelled");
  const traces = tracesOf(error);
  const rule = BY_TEXT.find(([, pattern]) => pattern.test(traces));
  if (rule !== undefined) return wordsOf(rule[0]);
  if (own !== undefined) return wordsOf(own);
  const text = textsOf(error).join(" ");
  const message = text === "" ? "The wallet reported an unknown error." : text.slice(0, TEXT_MAX);
  return { kind: "unknown", isCancelled: false, message };
}
