import { ApiError } from "@/api/http";
import type { CommandRow } from "@/generated/api";
import type { BuiltTransaction, Outcome, SendStage } from "@/state/wallet-api.types";
import { outcomeOf } from "../model/command-outcome";
import { explainWalletError } from "../model/wallet-errors";
import type { SentTransaction, WalletBridge } from "../wallet-state";

const POLL_MS = 400;
/** The same bytes are sent again now and then: a node may drop them, and a repeat is harmless. */
const RESEND_POLLS = 5;
const HEIGHT_POLLS = 5;
/** Bounds for a node or an exchange that has stopped answering. */
export const CONFIRM_MAX_MS = 180_000;
export const ANSWER_MAX_MS = 120_000;

export interface SendPorts {
  readonly bridge: WalletBridge;
  readonly recentCommands: () => Promise<readonly CommandRow[]>;
  readonly wait: (ms: number) => Promise<void>;
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
    const failure = await confirm(sent, built.lastValidBlockHeight, ports);
    if (failure !== null) return failure;
    onStage("awaitingExchange");
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

/** Waits until the transaction is confirmed; otherwise the reason why it will not be. */
async function confirm(
  sent: SentTransaction,
  lastValidBlockHeight: number,
  ports: SendPorts,
): Promise<Outcome | null> {
  const { bridge, wait, nowMs } = ports;
  const deadlineMs = nowMs() + CONFIRM_MAX_MS;
  for (let poll = 1; nowMs() < deadlineMs; poll += 1) {
    const status = await orNull(bridge.signatureStatus(sent.signature, false));
    if (status?.error) return failedOnChain(status.error);
    if (status?.isConfirmed) return null;
    if (poll % HEIGHT_POLLS === 0) {
      const height = await orNull(bridge.blockHeight());
      if (height !== null && height > lastValidBlockHeight) return await lastLook(sent, ports);
    }
    if (poll % RESEND_POLLS === 0 && status === null) await orNull(sent.resend?.());
    await wait(POLL_MS);
  }
  return {
    status: "failed",
    code: "NODE_UNAVAILABLE",
    message:
      "The chain node stopped answering. The transaction may still arrive: look at your history before you send it again.",
  };
}

/** After the last valid block a transaction that is not known anywhere can never land. */
async function lastLook(sent: SentTransaction, { bridge }: SendPorts): Promise<Outcome | null> {
  const status = await bridge.signatureStatus(sent.signature, true);
  if (status?.error) return failedOnChain(status.error);
  if (status?.isConfirmed) return null;
  return sent.resend === null ? SENT_ELSEWHERE : { status: "expired", signature: sent.signature };
}

/** A wallet that sends by itself may be set to another network than ours. */
const SENT_ELSEWHERE: Outcome = {
  status: "failed",
  code: "SENT_ELSEWHERE",
  message:
    "The wallet sent it through a node of its own, and it did not reach this exchange's chain. Check that the wallet is set to this network, then try again.",
};

function failedOnChain(error: unknown): Outcome {
  const detail = typeof error === "string" ? error : JSON.stringify(error);
  return {
    status: "failed",
    code: "TRANSACTION_FAILED",
    message: `The transaction failed on chain and changed nothing (${detail}).`,
  };
}

async function awaitAnswer(signature: string, ports: SendPorts): Promise<Outcome> {
  const deadlineMs = ports.nowMs() + ANSWER_MAX_MS;
  while (ports.nowMs() < deadlineMs) {
    const rows = (await orNull(ports.recentCommands())) ?? [];
    const row = rows.find((candidate) => candidate.signature === signature);
    if (row) return outcomeOf(signature, row);
    await ports.wait(POLL_MS);
  }
  return {
    status: "failed",
    code: "AWAITING_EXCHANGE",
    message:
      "Confirmed on chain, but the exchange has not answered yet. Its answer will appear in your history; do not send it again.",
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
