/** The chain node: the few JSON-RPC calls that sending a transaction needs. */
import { AcreError, BAD_ANSWER, NODE_REFUSED } from "../errors.js";
import { isObject, type Json } from "../json.js";
import type { Transport } from "../transport.js";
import { toBase64 } from "./base64.js";

/** What the chain says of a transaction. */
export interface Landing {
  readonly err: unknown;
}

/** One endpoint; every call throws AcreError. */
export class ChainNode {
  constructor(private readonly transport: Transport) {}

  /** The newest confirmed slot. */
  async slot(): Promise<number> {
    return asCount(await this.#call("getSlot", [{ commitment: "confirmed" }]));
  }

  /** The height of the newest final block. */
  async height(): Promise<number> {
    return asCount(await this.#call("getBlockHeight", [{ commitment: "finalized" }]));
  }

  /** Hands a signed transaction over; sending it twice is harmless. */
  async send(transaction: Uint8Array): Promise<void> {
    const config = { encoding: "base64", preflightCommitment: "confirmed" };
    await this.#call("sendTransaction", [toBase64(transaction), config]);
  }

  /** What became of a transaction; null while it is unknown. */
  async landing(signature: string): Promise<Landing | null> {
    const config = { searchTransactionHistory: true };
    const found = asObject(await this.#call("getSignatureStatuses", [[signature], config]));
    const rows = found["value"];
    const row: unknown = Array.isArray(rows) ? rows[0] : null;
    return isObject(row) ? { err: row["err"] ?? null } : null;
  }

  async #call(method: string, params: readonly unknown[]): Promise<unknown> {
    const request = { jsonrpc: "2.0", id: 1, method, params };
    const { body } = await this.transport.call({ method: "POST", path: "", body: request });
    const answer = asObject(body);
    const error = answer["error"];
    if (isObject(error)) {
      throw new AcreError(NODE_REFUSED, `${method}: ${String(error["message"])}`, {
        details: error,
      });
    }
    return answer["result"];
  }
}

function asObject(value: unknown): Json {
  if (!isObject(value)) throw new AcreError(BAD_ANSWER, "the node's answer is no object");
  return value;
}

function asCount(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) {
    throw new AcreError(BAD_ANSWER, "the node's answer is no number");
  }
  return value;
}
