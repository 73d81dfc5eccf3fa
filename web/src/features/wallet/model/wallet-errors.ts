import { ApiError } from "@/lib/api";

export interface WalletErrorWords {
  /** The person said no (or closed the window): not a failure. */
  readonly isCancelled: boolean;
  readonly message: string;
}

const USER_REFUSED =
  /reject|denied|declin|cancel|user refus|refused by the user|(window|popup) (was )?closed|0x6985/i;
const LOCKED = /lock(ed)?|0x5515|0x6982|0x6b0c/i;
const WRONG_APP = /0x6d0[0-2]|0x6e0[01]|0x6511|open the solana app/i;
const NO_MONEY = /insufficient (funds|lamports|balance)|debit an account but found no record/i;
const NETWORK = /failed to fetch|network|load failed|econn|timed? ?out/i;
const STALE_BLOCKHASH = /blockhash not found|block height exceeded/i;

/** Sentences by the library's error class; it sets `name` on every instance. */
const BY_NAME: Readonly<Record<string, string>> = {
  WalletNotReadyError: "This wallet is not installed in this browser.",
  WalletLoadError: "The wallet's software could not be loaded.",
  WalletConfigError: "This wallet does not support what is needed here.",
  WalletConnectionError: "The wallet did not connect.",
  WalletDisconnectedError: "The wallet has disconnected.",
  WalletDisconnectionError: "The wallet did not disconnect cleanly.",
  WalletAccountError: "The wallet did not offer an account that can be used here.",
  WalletPublicKeyError: "The wallet gave an unreadable address.",
  WalletKeypairError: "The wallet gave an unreadable key.",
  WalletNotConnectedError: "The wallet is not connected.",
  WalletNotSelectedError: "Choose a wallet first.",
  WalletSendTransactionError: "The wallet could not send the transaction.",
  WalletSignTransactionError: "The wallet did not sign the transaction.",
  WalletSignMessageError: "The wallet did not sign the message.",
  WalletSignInError: "The wallet did not sign in.",
  WalletTimeoutError: "The wallet did not answer in time.",
  WalletWindowBlockedError: "The browser blocked the wallet's window. Allow pop-ups and try again.",
  WalletWindowClosedError: "The wallet's window was closed.",
};

const CANCELLED: WalletErrorWords = {
  isCancelled: true,
  message: "You declined the request in the wallet.",
};

function words(message: string): WalletErrorWords {
  return { isCancelled: false, message };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "";
}

/** The texts of an error and of the errors inside it (the adapters wrap the wallet's own). */
function textOf(error: unknown): string {
  const parts: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 4 && current !== null && current !== undefined; depth += 1) {
    if (typeof current === "string") parts.push(current);
    if (typeof current !== "object") break;
    const { message, error: inner, cause, statusCode } = current as Record<string, unknown>;
    if (typeof message === "string") parts.push(message);
    if (typeof statusCode === "number") parts.push(`0x${statusCode.toString(16)}`);
    current = inner ?? cause;
  }
  return parts.join(" ");
}

function hasRejectionCode(error: unknown): boolean {
  const inner = (error as { error?: { code?: unknown } } | null)?.error ?? error;
  return (inner as { code?: unknown } | null)?.code === 4001;
}

/** What went wrong with a wallet, the node or the server, in words a person understands. */
export function explainWalletError(error: unknown): WalletErrorWords {
  if (error instanceof ApiError) return words(error.humanText);
  const name = nameOf(error);
  const text = textOf(error);
  if (hasRejectionCode(error) || name === "WalletWindowClosedError" || USER_REFUSED.test(text)) {
    return CANCELLED;
  }
  if (NO_MONEY.test(text)) {
    return words("This wallet has too little SOL to pay for the transaction.");
  }
  if (STALE_BLOCKHASH.test(text)) {
    return words("The transaction waited too long before it was sent. Try again.");
  }
  if (WRONG_APP.test(text)) return words("Open the Solana app on the device and try again.");
  if (LOCKED.test(text)) return words("The device or wallet is locked. Unlock it and try again.");
  if (NETWORK.test(text)) return words("The network did not answer. Try again.");
  const sentence = BY_NAME[name];
  if (sentence !== undefined) return words(sentence);
  return words(text === "" ? "The wallet reported an unknown error." : text.slice(0, 200));
}
