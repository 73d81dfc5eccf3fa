import type { Adapter, WalletError } from "@solana/wallet-adapter-base";
import { toast } from "@/state/toast";
import { explainWalletError } from "../model/wallet-errors";

/** Errors of the connection itself; the caller of a request reports its errors. */
const CONNECTION_ERRORS: ReadonlySet<string> = new Set([
  "WalletAccountError",
  "WalletConfigError",
  "WalletConnectionError",
  "WalletDisconnectedError",
  "WalletDisconnectionError",
  "WalletKeypairError",
  "WalletLoadError",
  "WalletNotReadyError",
  "WalletPublicKeyError",
  "WalletTimeoutError",
  "WalletWindowBlockedError",
  "WalletWindowClosedError",
]);

/** Once a wallet is connected, only its going away concerns the connection. */
function isAboutConnection({ name }: WalletError, adapter: Adapter | undefined): boolean {
  if (!CONNECTION_ERRORS.has(name)) return false;
  return adapter?.connected !== true || name.startsWith("WalletDisconnect");
}

const TOAST_ID = "wallet-connection";

/** Explains a failed connection; for a wallet that is not installed, opens its site. */
export function reportConnectionError(error: WalletError, adapter?: Adapter): void {
  if (!isAboutConnection(error, adapter)) return;
  const walletName = adapter?.name ?? "The wallet";
  if (error.name === "WalletNotReadyError" && adapter) {
    window.open(adapter.url, "_blank", "noopener,noreferrer");
    toast.info(`${walletName} is not installed in this browser`, {
      id: TOAST_ID,
      description: "Its site opens in a new tab. Come back and reload this page afterwards.",
    });
    return;
  }
  const { isCancelled, message } = explainWalletError(error);
  if (isCancelled) {
    toast.info(`${walletName} was not connected`, { id: TOAST_ID, description: message });
  } else {
    toast.error(`${walletName}: no connection`, { id: TOAST_ID, description: message });
  }
}
