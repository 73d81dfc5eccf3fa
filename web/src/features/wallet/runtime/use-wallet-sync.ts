import type { Adapter } from "@solana/wallet-adapter-base";
import { useConnection, useWallet } from "@solana/wallet-adapter-react";
import type { Connection } from "@solana/web3.js";
import { useEffect } from "react";
import { BURNER_WALLET_NAME } from "../model/burner";
import { useWalletState, type WalletBridge } from "../wallet-state";
import { signAndSend } from "./sign-and-send";

function createBridge(adapter: Adapter, connection: Connection, address: string): WalletBridge {
  return {
    signMessage:
      "signMessage" in adapter && adapter.signMessage ? adapter.signMessage.bind(adapter) : null,
    signAndSend: (txBase64, onSigned) =>
      signAndSend(connection, adapter, address, txBase64, onSigned),
    signatureStatus: async (signature, searchTransactionHistory) => {
      const { value } = await connection.getSignatureStatuses([signature], {
        searchTransactionHistory,
      });
      const status = value[0];
      if (!status) return null;
      const { confirmationStatus, err } = status;
      return {
        isConfirmed: confirmationStatus === "confirmed" || confirmationStatus === "finalized",
        error: err,
      };
    },
    blockHeight: () => connection.getBlockHeight("confirmed"),
    disconnect: () => adapter.disconnect(),
  };
}

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
