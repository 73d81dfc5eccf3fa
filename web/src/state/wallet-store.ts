import { create } from "zustand";
import type { Send, SendStage, WalletSession } from "./wallet-api.types";

export type WalletDialog =
  | { readonly kind: "deposit"; readonly marginAccountId: number | null }
  | { readonly kind: "withdraw"; readonly marginAccountId: number }
  | { readonly kind: "one-click" };

export type WalletSlotName = "connect" | "faucet";

interface WalletState {
  /** False until the lazy wallet chunk has mounted. */
  readonly isReady: boolean;
  readonly session: WalletSession;
  readonly send: Send;
  readonly stage: SendStage;
  readonly dialog: WalletDialog | null;
  readonly slots: Readonly<Record<WalletSlotName, HTMLElement | null>>;
  openDialog(dialog: WalletDialog | null): void;
  setSlot(name: WalletSlotName, element: HTMLElement | null): void;
}

const noSession: WalletSession = {
  address: null,
  walletName: "your wallet",
  isBurner: false,
  signedIn: false,
  accessToken: null,
  signIn: () => Promise.resolve(),
  disconnect: () => undefined,
  openConnectDialog: () => undefined,
};

/** The wallet as pages see it: the bridge writes, everybody else reads. */
export const useWallet = create<WalletState>()((set) => ({
  isReady: false,
  session: noSession,
  send: () =>
    Promise.resolve({ status: "failed", code: null, message: "The wallet is still loading." }),
  stage: "idle",
  dialog: null,
  slots: { connect: null, faucet: null },
  openDialog: (dialog) => set({ dialog }),
  setSlot: (name, element) => set((state) => ({ slots: { ...state.slots, [name]: element } })),
}));
