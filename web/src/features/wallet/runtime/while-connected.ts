import { type Adapter, WalletDisconnectedError } from "@solana/wallet-adapter-base";

/** Waits for a wallet's answer, but no longer than it stays connected. */
export function whileConnected<T>(adapter: Adapter, ask: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onDisconnect = () => reject(new WalletDisconnectedError());
    adapter.once("disconnect", onDisconnect);
    ask()
      .then(resolve, reject)
      .finally(() => adapter.off("disconnect", onDisconnect));
  });
}
