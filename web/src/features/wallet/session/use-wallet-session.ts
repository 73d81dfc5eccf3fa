import { useMemo } from "react";
import { useTokenState } from "@/api/auth/token-state";
import type { WalletSession } from "@/state/wallet-api.types";
import { useWalletState } from "../wallet-state";
import { disconnectWallet, signInWallet } from "./session";

/** The connected wallet and its session with the server, for any component. */
export function useWalletSession(): WalletSession {
  const wallet = useWalletState((state) => state.wallet);
  const openDialog = useWalletState((state) => state.openDialog);
  const session = useTokenState((state) => state.session);
  return useMemo(() => {
    const address = wallet?.address ?? null;
    const accessToken = session?.address === address ? (session?.accessToken ?? null) : null;
    return {
      address,
      walletName: wallet?.name ?? "your wallet",
      isBurner: wallet?.isBurner ?? false,
      signedIn: accessToken !== null,
      accessToken,
      signIn: signInWallet,
      disconnect: disconnectWallet,
      openConnectDialog: openDialog,
    };
  }, [wallet, session, openDialog]);
}
