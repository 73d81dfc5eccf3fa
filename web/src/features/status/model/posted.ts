/** What the chain itself kept with the transaction of a root: who signed it, what the vaults held. */
import { asList, asObject, objectOrNull, text } from "@/api/json";

export interface Holding {
  readonly account: string;
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
}

export interface Posted {
  /** Who paid for it, and so signed it. */
  readonly signer: string;
  /** What each token account that it names held after it. */
  readonly holdings: readonly Holding[];
}

/** Reads the node's `getTransaction` answer (jsonParsed). */
export function readPosted(answer: unknown): Posted {
  const row = asObject(answer, "transaction");
  const message = asObject(objectOrNull(row, "transaction")?.["message"], "message");
  const keys = asList(message["accountKeys"], "accountKeys").map((key) =>
    text(asObject(key, "accountKey"), "pubkey"),
  );
  const balances = asList(objectOrNull(row, "meta")?.["postTokenBalances"], "postTokenBalances");
  return {
    signer: keys[0] ?? "",
    holdings: balances.map((value) => {
      const balance = asObject(value, "balance");
      const amount = text(asObject(balance["uiTokenAmount"], "uiTokenAmount"), "amount");
      return {
        account: keys[Number(balance["accountIndex"])] ?? "",
        mint: text(balance, "mint"),
        owner: text(balance, "owner"),
        amount: BigInt(amount),
      };
    }),
  };
}
