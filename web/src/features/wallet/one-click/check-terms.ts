/**
 * Checks the delegation that the wallet is asked to sign: a server that leaves the limits out must
 * not get a key that may trade without them.
 */
import { formatRaw } from "@/domain/format";

export interface Terms {
  readonly delegate: string;
  readonly notionalPerDay: bigint;
  /** Symbols; empty: all markets. */
  readonly markets: readonly string[];
}

/** Throws unless the memo in an unsigned transaction (base64) names the key and all its limits. */
export function checkTerms(txBase64: string, { delegate, notionalPerDay, markets }: Terms): void {
  const limit = formatRaw(notionalPerDay, 6, { digits: 6 }).replaceAll(",", "");
  const lines = [
    "set-delegate",
    `delegate ${delegate}`,
    "until [0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z",
    `notional-per-day ${limit.replace(".", "\\.")}`,
    ...(markets.length === 0 ? [] : [`markets ${[...markets].sort().join(",")}`]),
    "nonce ",
  ];
  if (new RegExp(`\\n${lines.join("\\n")}`).test(atob(txBase64))) return;
  throw new Error("The server left out your limits. Nothing was signed.");
}
