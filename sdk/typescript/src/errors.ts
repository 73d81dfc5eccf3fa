/** Errors of client calls. Codes of the client itself; all others are the server's (API 9). */
import { WORDS } from "./generated/words.js";

/** The request did not leave this machine. */
export const NOT_CONNECTED = "NOT_CONNECTED";
/** It may have left; whether the server executed it is unknown. */
export const ANSWER_LOST = "ANSWER_LOST";
/** The answer is not what the contract says. */
export const BAD_ANSWER = "BAD_ANSWER";
/** A command was sent, its outcome is not known yet. */
const OUTCOME_UNKNOWN = "OUTCOME_UNKNOWN";
/** The text to sign is no sign-in text for this key. */
export const LOGIN_REFUSED = "LOGIN_REFUSED";
/** A built transaction is not what was asked for. */
const UNSAFE_TRANSACTION = "UNSAFE_TRANSACTION";
/** The runtime has no WebSocket, and the caller gave none. */
export const NO_WEBSOCKET = "NO_WEBSOCKET";
/** The leverage is beyond the market's maximum. */
export const BAD_LEVERAGE = "BAD_LEVERAGE";
/** The chain node refused a call. */
export const NODE_REFUSED = "NODE_REFUSED";

/** What a code means, in words. */
export function wordsOf(code: string): string {
  return (Object.hasOwn(WORDS, code) ? WORDS[code] : undefined) ?? code;
}

export type Details = Readonly<Record<string, unknown>>;

interface Facts {
  /** The HTTP status; 0: there was no answer. */
  readonly status?: number;
  readonly details?: Details;
  readonly requestId?: string | null;
  readonly retryAfterS?: number | null;
  readonly cause?: unknown;
}

/** A refusal of the server, or a call that could not be finished. */
export class AcreError extends Error {
  override readonly name: string = "AcreError";
  readonly code: string;
  readonly status: number;
  readonly details: Details;
  readonly requestId: string | null;
  readonly retryAfterS: number | null;
  /** An earlier attempt of the same call may have been executed already. */
  isAfterLostAnswer = false;

  constructor(code: string, message: string, facts: Facts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status ?? 0;
    this.details = facts.details ?? {};
    this.requestId = facts.requestId ?? null;
    this.retryAfterS = facts.retryAfterS ?? null;
  }

  /** Whether the server may have executed the request although it failed. */
  get isUnknown(): boolean {
    return this.code === ANSWER_LOST || this.status >= 500;
  }

  /** Whether the same call may succeed later without a change of the caller. */
  get isPassing(): boolean {
    return this.isUnknown || this.code === NOT_CONNECTED || this.status === 429;
  }
}

/** A built transaction is not what was asked for; the message says why, nothing was signed. */
export class UnsafeTransaction extends AcreError {
  override readonly name = "UnsafeTransaction";

  constructor(message: string, cause?: unknown) {
    super(UNSAFE_TRANSACTION, message, { cause });
  }
}

/** The exchange refused a command that was on the chain: its fee is paid, nothing else. */
export class CommandRefused extends AcreError {
  override readonly name = "CommandRefused";
  readonly signature: string;

  constructor(code: string, details: Details, signature: string) {
    super(code, wordsOf(code), { status: 409, details });
    this.signature = signature;
  }
}

/** A command was sent and may still be applied: look for its signature before sending again. */
export class OutcomeUnknown extends AcreError {
  override readonly name = "OutcomeUnknown";
  readonly signature: string;

  constructor(signature: string, cause?: unknown) {
    super(OUTCOME_UNKNOWN, `The outcome of ${signature} is not known yet`, { cause });
    this.signature = signature;
  }
}
