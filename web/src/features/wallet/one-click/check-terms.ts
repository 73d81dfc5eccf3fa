/**
 * Checks the delegation that the wallet is asked to sign: a server that leaves the limits out must
 * not get a key that may trade without them.
 */
const ONE_USD = 1_000_000n;

export interface Terms {
  readonly delegate: string;
  /** Engine time. */
  readonly expiresAt: number;
  readonly notionalPerDay: bigint;
  /** Symbols; empty: all markets. */
  readonly markets: readonly string[];
}

/** Throws unless the memo in an unsigned transaction (base64) names the key and all its limits. */
export function checkTerms(txBase64: string, terms: Terms): void {
  const { delegate, expiresAt, notionalPerDay, markets } = terms;
  const micros = String(notionalPerDay % ONE_USD).padStart(6, "0");
  const until = new Date(expiresAt * 1000).toISOString().replace(".000Z", "Z");
  const lines = [
    "",
    "set-delegate",
    `delegate ${delegate}`,
    `until ${until}`,
    `notional-per-day ${notionalPerDay / ONE_USD}.${micros}`,
    ...(markets.length === 0 ? [] : [`markets ${[...markets].sort().join(",")}`]),
    "nonce ",
  ];
  if (atob(txBase64).includes(lines.join("\n"))) return;
  throw new Error("The server left out your limits. Nothing was signed.");
}
