import { useConnection, useWallet } from "@solana/wallet-adapter-react";
import { useEffect } from "react";
import { BURNER_WALLET_NAME } from "../model/burner";
import { useWalletState } from "../wallet-state";
import { createBridge } from "./create-bridge";

/** Mirrors the adapter library's state into the light half, which the rest of the app reads. */
export function useWalletSync(isSettled: boolean): void {
  const { wallet, publicKey, connected, connecting } = useWallet();
  const { connection } = useConnection();
  const adapter = wallet?.adapter ?? null;
  const address = connected ? (publicKey?.toBase58() ?? null) : null;
  useEffect(() => {
    const state = useWalletState.getState();
    if (adapter !== null && address !== null) {
      const { name, icon } = adapter;
      state.setConnected(
        { name, icon, address, isBurner: name === BURNER_WALLET_NAME },
        createBridge(adapter, connection, address),
      );
      return () => useWalletState.getState().setDisconnected();
    }
    return undefined;
  }, [adapter, address, connection]);
  useEffect(() => {
    if (address !== null) return;
    const next = connecting ? "connecting" : isSettled ? "disconnected" : "loading";
    useWalletState.getState().setStatus(next);
  }, [address, connecting, isSettled]);
}
