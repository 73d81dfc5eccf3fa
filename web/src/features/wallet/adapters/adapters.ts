import type { Adapter } from "@solana/wallet-adapter-base";
import { PhantomWalletAdapter } from "@solana/wallet-adapter-phantom";
import { SolflareWalletAdapter } from "@solana/wallet-adapter-solflare";
import { LedgerAdapter } from "./ledger-adapter";

/**
 * The wallets that are offered to everybody. Those that speak the Wallet Standard come by
 * themselves; these are the two best known, for browsers that have none, and the Ledger device.
 */
export function createAdapters(): Adapter[] {
  return [new PhantomWalletAdapter(), new SolflareWalletAdapter(), new LedgerAdapter()];
}
