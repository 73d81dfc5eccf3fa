/** The chains that wallets name, and which of them a node's address means (API 6). */

export type Chain = `solana:${"mainnet" | "devnet" | "testnet" | "localnet"}`;

export function chainOf(endpoint: string): Chain {
  if (/devnet/i.test(endpoint)) return "solana:devnet";
  if (/testnet/i.test(endpoint)) return "solana:testnet";
  if (/localnet|\blocalhost\b|\b127\.0\.0\.1\b/i.test(endpoint)) return "solana:localnet";
  return "solana:mainnet";
}

/** The wallet knows other networks only; the message names both it and the needed one. */
export class WrongChainError extends Error {
  override readonly name = "WrongChainError";
}

/**
 * Throws `WrongChainError` unless the account of a wallet may be used on `chain`. A wallet that
 * names no chains at all is believed.
 */
export function requireChain(chains: readonly string[] | null, chain: Chain): void {
  if (chains === null || chains.includes(chain)) return;
  const known = chains.map((name) => name.replace("solana:", "")).join(", ") || "none";
  throw new WrongChainError(`wrong network: needs ${chain}, the wallet offers ${known}`);
}
