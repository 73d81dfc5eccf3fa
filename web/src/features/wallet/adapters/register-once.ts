import type { Wallet } from "@wallet-standard/base";
import { registerWallet } from "@wallet-standard/wallet";

const registered = new WeakSet<Wallet>();

/** Registers a Wallet Standard wallet for this page, however often it is asked to. */
export function registerOnce(wallet: Wallet): void {
  if (registered.has(wallet)) return;
  registered.add(wallet);
  registerWallet(wallet);
}
