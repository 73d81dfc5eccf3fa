/** What a person wants to know of a transaction, from the node's `getTransaction` answer. */
import { asObject, countOrNull, objectOrNull } from "./json";

export interface TransactionFacts {
  readonly slot: number;
  readonly hasFailed: boolean;
  readonly feeLamports: bigint | null;
  readonly memo: string | null;
}

const MEMO_LENGTH_MAX = 600;

export function describeTransaction(answer: unknown): TransactionFacts | null {
  if (answer === null || answer === undefined) return null;
  const row = asObject(answer, "transaction");
  const meta = objectOrNull(row, "meta") ?? {};
  const fee = countOrNull(meta, "fee");
  return {
    slot: countOrNull(row, "slot") ?? 0,
    hasFailed: meta["err"] !== null && meta["err"] !== undefined,
    feeLamports: fee === null ? null : BigInt(fee),
    memo: findMemo(row) ?? memoOfLogs(meta["logMessages"]),
  };
}

/** The memo instruction as a parsed answer carries it: its program is "spl-memo". */
function findMemo(row: ReturnType<typeof asObject>): string | null {
  const transaction = objectOrNull(row, "transaction") ?? {};
  const message = objectOrNull(transaction, "message") ?? {};
  const instructions = message["instructions"];
  if (!Array.isArray(instructions)) return null;
  for (const instruction of instructions) {
    const { program, parsed } = asObject(instruction, "instruction");
    if (program === "spl-memo" && typeof parsed === "string")
      return parsed.slice(0, MEMO_LENGTH_MAX);
  }
  return null;
}

/** The memo program logs its text as a quoted string. */
function memoOfLogs(logs: unknown): string | null {
  if (!Array.isArray(logs)) return null;
  for (const line of logs) {
    const quoted = typeof line === "string" ? /Memo \(len \d+\): (".*")$/s.exec(line)?.[1] : null;
    if (!quoted) continue;
    try {
      const text: unknown = JSON.parse(quoted);
      if (typeof text === "string") return text.slice(0, MEMO_LENGTH_MAX);
    } catch {
      return quoted.slice(0, MEMO_LENGTH_MAX);
    }
  }
  return null;
}
