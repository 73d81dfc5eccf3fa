import { ApiError } from "@/api/http";
import type { CommandRow } from "@/generated/api";
import type { BuiltTransaction, Outcome, SendStage } from "@/state/wallet-api.types";
import { outcomeOf } from "../model/command-outcome";
import { explainWalletError } from "../model/wallet-errors";
import type { SentTransaction, WalletBridge } from "../wallet-state";

const POLL_MS = 400;
/** A live user stream reports the outcome; the chain is asked only after this long without one. */
export const QUIET_MS = 2_000;
/** Between two looks at the block height; a transaction that the node may have dropped is resent. */
const LOOK_POLLS = QUIET_MS / POLL_MS;
/** Bounds for a node or an exchange that has stopped answering. */
export const CONFIRM_MAX_MS = 180_000;
export const ANSWER_MAX_MS = 120_000;

export interface SendPorts {
  readonly bridge: WalletBridge;
  readonly recentCommands: () => Promise<readonly CommandRow[]>;
  /** True while the user stream reports outcomes. */
  readonly isStreamLive: () => boolean;
  /** The outcome that the user stream reports, null after `maxMs` without one. */
  readonly streamedOutcome: (signature: string, maxMs: number) => Promise<CommandRow | null>;
  readonly nowMs: () => number;
}

type Build = () => Promise<BuiltTransaction>;
type OnStage = (stage: SendStage) => void;

/**
 * Takes a command from its building to the exchange's answer. Never throws: whatever happens is an
 * outcome, and “on chain” is not yet “applied”.
 */
export async function sendCommand(
  build: Build,
  ports: SendPorts,
  onStage: OnStage,
): Promise<Outcome> {
  try {
    onStage("building");
    const built = await build();
    onStage("signing");
    const sent = await ports.bridge.signAndSend(built.tx, () => onStage("sending"));
    onStage("confirming");
    const confirmed = await confirm(sent, built.lastValidBlockHeight, ports);
    if ("failure" in confirmed) return confirmed.failure;
    onStage("awaitingExchange");
    if (confirmed.row !== null) return outcomeOf(sent.signature, confirmed.row);
    return await awaitAnswer(sent.signature, ports);
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): Outcome {
  if (error instanceof ApiError) {
    return { status: "failed", code: error.code, message: error.humanText };
  }
  const { isCancelled, message } = explainWalletError(error);
  return isCancelled ? { status: "cancelled" } : { status: "failed", code: null, message };
}

/** A confirmed transaction, with the exchange's answer where the stream was first. */
type Confirmation = { readonly row: CommandRow | null } | { readonly failure: Outcome };

const CONFIRMED: Confirmation = { row: null };

/** Waits for the outcome, or until the transaction is confirmed, has failed or can never land. */
async function confirm(
  sent: SentTransaction,
  lastValidBlockHeight: number,
  ports: SendPorts,
): Promise<Confirmation> {
  const { bridge, nowMs } = ports;
  const deadlineMs = nowMs() + CONFIRM_MAX_MS;
  for (let poll = 1; nowMs() < deadlineMs; poll += 1) {
    const isLive = ports.isStreamLive();
    if (isLive) {
      const row = await ports.streamedOutcome(sent.signature, QUIET_MS);
      if (row !== null) return { row };
    }
    const status = await orNull(bridge.signatureStatus(sent.signature, false));
    if (status?.error) return { failure: failedOnChain(status.error) };
    if (status?.isConfirmed) return CONFIRMED;
    if (isLive || poll % LOOK_POLLS === 0) {
      const height = await orNull(bridge.blockHeight());
      if (height !== null && height > lastValidBlockHeight) return await lastLook(sent, ports);
      if (status === null) await orNull(sent.resend?.());
    }
    if (isLive) continue;
    const row = await ports.streamedOutcome(sent.signature, POLL_MS);
    if (row !== null) return { row };
  }
  return { failure: NODE_UNAVAILABLE };
}

const NODE_UNAVAILABLE: Outcome = {
  status: "failed",
  code: "NODE_UNAVAILABLE",
  message: "The Solana node stopped responding. Check your history before sending again.",
};

/** After the last valid block a transaction that is not known anywhere can never land. */
async function lastLook(sent: SentTransaction, { bridge }: SendPorts): Promise<Confirmation> {
  const status = await bridge.signatureStatus(sent.signature, true);
  if (status?.error) return { failure: failedOnChain(status.error) };
  if (status?.isConfirmed) return CONFIRMED;
  const expired: Outcome = { status: "expired", signature: sent.signature };
  return { failure: sent.resend === null ? SENT_ELSEWHERE : expired };
}

/** A wallet that sends by itself may be set to another network than ours. */
const SENT_ELSEWHERE: Outcome = {
  status: "failed",
  code: "SENT_ELSEWHERE",
  message: "Your wallet sent it to another network. Set the wallet to this network and try again.",
};

function failedOnChain(error: unknown): Outcome {
  const detail = typeof error === "string" ? error : JSON.stringify(error);
  return {
    status: "failed",
    code: "TRANSACTION_FAILED",
    message: `The transaction failed on chain and changed nothing (${detail}).`,
  };
}

/** Reads the commands of the user until the answer is among them or the stream reports it. */
async function awaitAnswer(signature: string, ports: SendPorts): Promise<Outcome> {
  const deadlineMs = ports.nowMs() + ANSWER_MAX_MS;
  while (ports.nowMs() < deadlineMs) {
    const rows = (await orNull(ports.recentCommands())) ?? [];
    const row = rows.find((candidate) => candidate.signature === signature);
    if (row) return outcomeOf(signature, row);
    const streamed = await ports.streamedOutcome(
      signature,
      ports.isStreamLive() ? QUIET_MS : POLL_MS,
    );
    if (streamed !== null) return outcomeOf(signature, streamed);
  }
  return {
    status: "failed",
    code: "AWAITING_EXCHANGE",
    message: "Confirmed, but not answered yet. See your history for the result; do not resend.",
  };
}

/** A single lost poll is not an outcome: the next one tries again, and the loops are bounded. */
async function orNull<T>(answer: Promise<T> | undefined): Promise<T | null> {
  try {
    return (await answer) ?? null;
  } catch {
    return null;
  }
}
