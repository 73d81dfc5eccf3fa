import { WalletTimeoutError } from "@solana/wallet-adapter-base";
import { useWallet } from "@solana/wallet-adapter-react";
import { useEffect } from "react";
import { reportConnectionError } from "./connection-errors";

/** Long enough to find a device and to type a password; then the choice is forgotten. */
export const CONNECT_MAX_MS = 120_000;

/** Gives up on a wallet that neither connects nor refuses (API 8.6). */
export function useConnectTimeout(): void {
  const { connecting, wallet, select } = useWallet();
  const adapter = wallet?.adapter;
  useEffect(() => {
    if (!connecting) return undefined;
    const timer = setTimeout(() => {
      reportConnectionError(new WalletTimeoutError(), adapter);
      select(null);
    }, CONNECT_MAX_MS);
    return () => clearTimeout(timer);
  }, [adapter, connecting, select]);
}
