import { create } from "zustand";
import type { DelegatedOrder } from "@/api/one-click";
import type { SignInFields } from "@/generated/api";
import type { BrowserKey } from "./one-click/browser-key";

/**
 * The light half of the wallet feature: what its buttons and hooks know without the chain
 * libraries. The heavy half (runtime/) is a lazy chunk of its own that fills this state.
 */

export type WalletStatus = "idle" | "loading" | "disconnected" | "connecting" | "connected";

export interface SentTransaction {
  readonly signature: string;
  /** Sends the same bytes again; null when the wallet itself sent them. */
  readonly resend: (() => Promise<void>) | null;
}

export interface ChainStatus {
  readonly isConfirmed: boolean;
  readonly error: unknown;
}

/** What a wallet that signs in by itself gives back. */
export interface SignedMessage {
  readonly address: string;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

export interface AskedOrder {
  readonly txBase64: string;
  readonly order: DelegatedOrder;
}

/** What the runtime offers once a wallet is connected; null is what the wallet cannot do. */
export interface WalletBridge {
  readonly signIn: ((fields: SignInFields) => Promise<SignedMessage>) | null;
  readonly signMessage: ((message: Uint8Array) => Promise<Uint8Array>) | null;
  /** Signs a transaction whose only content is a memo; base64. It is never sent. */
  readonly signMemo: ((text: string) => Promise<string>) | null;
  readonly signAndSend: (txBase64: string, onSigned: () => void) => Promise<SentTransaction>;
  /** Checks an order that was built for the browser key, signs it with that key, sends it. */
  readonly signOrder: (
    key: BrowserKey,
    asked: AskedOrder,
    onSigned: () => void,
  ) => Promise<SentTransaction>;
  /** Sends the SOL of the browser key back to the wallet; false where there is none. */
  readonly sweepKey: (key: BrowserKey) => Promise<boolean>;
  readonly signatureStatus: (
    signature: string,
    searchHistory: boolean,
  ) => Promise<ChainStatus | null>;
  readonly blockHeight: () => Promise<number>;
  readonly disconnect: () => Promise<void>;
}

export interface ConnectedWallet {
  readonly name: string;
  readonly icon: string;
  readonly address: string;
  readonly isBurner: boolean;
}

interface WalletState {
  /** True once the runtime chunk is wanted. */
  readonly isRequested: boolean;
  readonly isDialogOpen: boolean;
  /** The user chose a wallet in this page view, so a signature request will not surprise. */
  readonly wasChosenByUser: boolean;
  readonly status: WalletStatus;
  readonly wallet: ConnectedWallet | null;
  readonly bridge: WalletBridge | null;
  openDialog(): void;
  closeDialog(): void;
  markChosen(): void;
  setStatus(status: WalletStatus): void;
  setConnected(wallet: ConnectedWallet, bridge: WalletBridge): void;
  setDisconnected(): void;
}

/** The name under which the adapter library keeps the chosen wallet (API 10). */
export const WALLET_NAME_KEY = "walletName";

function hasStoredWallet(): boolean {
  try {
    const stored = localStorage.getItem(WALLET_NAME_KEY);
    return stored !== null && stored !== "null";
  } catch {
    return false;
  }
}

export const useWalletState = create<WalletState>()((set) => ({
  isRequested: hasStoredWallet(),
  isDialogOpen: false,
  wasChosenByUser: false,
  status: hasStoredWallet() ? "loading" : "idle",
  wallet: null,
  bridge: null,
  openDialog: () =>
    set((state) => ({
      isRequested: true,
      isDialogOpen: true,
      status: state.status === "idle" ? "loading" : state.status,
    })),
  closeDialog: () => set({ isDialogOpen: false }),
  markChosen: () => set({ wasChosenByUser: true }),
  setStatus: (status) => set({ status }),
  setConnected: (wallet, bridge) => set({ status: "connected", wallet, bridge }),
  setDisconnected: () => set({ status: "disconnected", wallet: null, bridge: null }),
}));
