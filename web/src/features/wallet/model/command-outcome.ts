import { explainCode } from "@/copy/messages";
import type { CommandRow } from "@/generated/api";
import type { Outcome } from "@/state/wallet-api.types";

const IGNORED = "The exchange did not accept this transaction as a command, so it did nothing.";

/** What the exchange decided about the command of a transaction, in words for who sent it. */
export function outcomeOf(signature: string, row: CommandRow): Outcome {
  if (row.status === "applied") return { status: "applied", signature, command: row.name };
  const code = row.code ?? row.status.toUpperCase();
  const sentence = row.code === null ? null : explainCode(row.code, row.details);
  const fallback =
    row.status === "ignored" ? IGNORED : `The exchange refused this command (${code}).`;
  return { status: "rejected", signature, code, message: sentence ?? fallback };
}
