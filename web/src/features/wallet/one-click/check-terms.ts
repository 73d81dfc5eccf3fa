/**
 * Checks the delegation that the wallet is asked to sign: a server that leaves the limits out must
 * not get a key that may trade without them, nor anything else beside the delegation.
 */
import { COLLATERAL, textOf, timeText } from "@acre/sdk/amounts";
import { fromBase64 } from "@acre/sdk/chain/base64";
import { inspect, type Line } from "@acre/sdk/inspection";

const FEE_MAX = 100_000n; // lamports

export interface Terms {
  readonly delegate: string;
  /** Engine time. */
  readonly expiresAt: number;
  readonly notionalPerDay: bigint;
  /** Symbols; empty: all markets. */
  readonly markets: readonly string[];
  /** Moved to the key for its fees. */
  readonly lamports: bigint;
}

/** Throws unless an unsigned transaction (base64) of the wallet names the key and all its limits. */
export async function checkTerms(wallet: string, txBase64: string, terms: Terms): Promise<void> {
  const { delegate, expiresAt, notionalPerDay, markets, lamports } = terms;
  const lines: Line[] = [
    ["delegate", delegate],
    ["until", timeText(expiresAt)],
    ["notional-per-day", textOf(notionalPerDay, COLLATERAL)],
  ];
  if (markets.length > 0) lines.push(["markets", [...markets].sort().join(",")]);
  try {
    await inspect(fromBase64(txBase64), {
      wallet,
      chain: null,
      command: "set-delegate",
      lines,
      mints: [],
      nonceMin: 0,
      nonceMax: Number.MAX_SAFE_INTEGER,
      expiresMax: Number.MAX_SAFE_INTEGER,
      feeMax: FEE_MAX,
      topUp: { receiver: delegate, lamports },
    });
  } catch (cause) {
    throw new Error("The server left out your limits. Nothing was signed.", { cause });
  }
}
