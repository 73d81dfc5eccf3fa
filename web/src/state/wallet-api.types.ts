/**
 * What the wallet feature gives the rest of the app, as types only.
 *
 * The wallet code is a lazy chunk. `app/wallet-bridge.tsx` renders it beside the pages, publishes
 * its session and its send function to `state/wallet-store.ts`, and portals its buttons into the
 * `<WalletSlot>`s of the pages, so that no page waits for it and no feature imports it.
 *
 * Named exports expected of the feature:
 *   features/wallet/wallet-provider.tsx     WalletRoot        (children)
 *   features/wallet/connect-button.tsx      ConnectButton     (no props)
 *   features/wallet/use-wallet-session.ts   useWalletSession  → WalletSession
 *   features/wallet/use-send-command.ts     useSendCommand    → SendCommand
 *   features/wallet/transfer-dialog.tsx     DepositDialog, WithdrawDialog (TransferDialogProps),
 *                                           FaucetButton      (no props)
 */

import type { Delegation } from "@/api/builders";
import type { Transaction } from "@/generated/api";

/** Answer of a transaction builder (API 4.9). */
export type BuiltTransaction = Transaction & {
  /** It was built for the key of one-click trading. */
  readonly delegation?: Delegation;
  /** Why the wallet has to sign although one-click trading is on. */
  readonly fallback?: string;
};

/** How far a command has come; `awaitingExchange` is "confirmed, awaiting the exchange". */
export type SendStage =
  | "idle"
  | "building"
  | "signing"
  | "sending"
  | "confirming"
  | "awaitingExchange";

export type Outcome =
  | {
      readonly status: "applied";
      readonly signature: string;
      /** The command's name as in its memo. */
      readonly command?: string | null;
    }
  /** The transaction is on chain, the exchange refused the command. */
  | {
      readonly status: "rejected";
      readonly signature: string;
      readonly code: string;
      readonly message: string;
    }
  /** Nothing happened on chain: the builder, the wallet or the node refused. */
  | { readonly status: "failed"; readonly code: string | null; readonly message: string }
  | { readonly status: "cancelled" }
  | { readonly status: "expired"; readonly signature: string };

export interface WalletSession {
  readonly address: string | null;
  /** What the wallet calls itself; "your wallet" while there is none. */
  readonly walletName: string;
  readonly isBurner: boolean;
  readonly signedIn: boolean;
  /** Given to the stream for the user channel; null until signed in. */
  readonly accessToken: string | null;
  signIn(): Promise<void>;
  disconnect(): Promise<void> | void;
  /** Opens the wallet dialog; the ticket's "Connect a wallet" button calls it. */
  openConnectDialog(): void;
}

export interface SendCommand {
  /**
   * Builds, signs and sends, then waits for the exchange's answer. Shows its own progress and
   * result in a toast; `label` names the command (for example "Open long AUS"). Without a live user
   * stream it invalidates the queries under the key `["user", address]`. Never throws.
   */
  readonly send: Send;
  readonly stage: SendStage;
}

/** `request`: the body given to the builder, for facts that no event carries. */
export type Send = (
  build: () => Promise<BuiltTransaction>,
  label: string,
  request?: object,
) => Promise<Outcome>;

export interface TransferDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** null in the deposit dialog: create a new margin account with this first deposit. */
  readonly marginAccountId: number | null;
}
