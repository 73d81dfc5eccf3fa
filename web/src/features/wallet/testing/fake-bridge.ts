import type { WalletBridge } from "../wallet-state";

/** The door to a wallet that can do nothing but what `part` says. */
export function fakeBridge(part: Partial<WalletBridge> = {}): WalletBridge {
  return {
    signIn: null,
    signMessage: null,
    signMemo: null,
    signAndSend: () => Promise.reject(new Error("unused")),
    signOrder: () => Promise.reject(new Error("unused")),
    sweepKey: () => Promise.resolve(false),
    signatureStatus: () => Promise.resolve(null),
    blockHeight: () => Promise.resolve(0),
    disconnect: () => Promise.resolve(),
    ...part,
  };
}
