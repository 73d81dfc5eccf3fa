import { useWallet } from "@solana/wallet-adapter-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { WALLET_NAME_KEY } from "../wallet-state";
import { chainOfGenesis } from "./chain-of-node";
import { MobileWalletAdapter } from "./mobile-adapter";
import { MOBILE_WALLET_NAME } from "./mobile-browser";

/** The mobile wallet of a node's chain, with the component that has to stand in the provider. */
export function createMobileWallet(genesisHash: unknown) {
  const adapter = new MobileWalletAdapter(chainOfGenesis(genesisHash));
  return { adapter, Companion: () => <Companion adapter={adapter} /> };
}

/** Leads to the wallets page when no app was found, and keeps the wallet's name (API 8.6). */
function Companion({ adapter }: { readonly adapter: MobileWalletAdapter }) {
  const navigate = useNavigate();
  useEffect(() => {
    adapter.onNotFound = () => void navigate({ to: "/wallets" });
  }, [adapter, navigate]);
  useKeptName(adapter);
  return null;
}

/** The library forgets the name of every wallet that disconnects; that of the mobile one stays. */
function useKeptName(adapter: MobileWalletAdapter): void {
  const { wallet } = useWallet();
  const hasLeft = useRef(false);
  useEffect(() => {
    const onDisconnect = () => {
      hasLeft.current = true;
    };
    adapter.on("disconnect", onDisconnect);
    return () => {
      adapter.off("disconnect", onDisconnect);
    };
  }, [adapter]);
  useEffect(() => {
    if (wallet !== null || !hasLeft.current) return;
    hasLeft.current = false;
    // The library's own effect, which removes the name, runs after this one in the same turn.
    setTimeout(() => localStorage.setItem(WALLET_NAME_KEY, JSON.stringify(MOBILE_WALLET_NAME)));
  }, [wallet]);
}
