import { SOLANA_LOCALNET_CHAIN } from "@solana/wallet-standard-chains";
import {
  SolanaSignMessage,
  type SolanaSignMessageFeature,
  SolanaSignTransaction,
  type SolanaSignTransactionFeature,
} from "@solana/wallet-standard-features";
import { VersionedTransaction } from "@solana/web3.js";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import {
  StandardConnect,
  type StandardConnectFeature,
  StandardDisconnect,
  type StandardDisconnectFeature,
  StandardEvents,
  type StandardEventsFeature,
  type StandardEventsListeners,
} from "@wallet-standard/features";
import { BURNER_WALLET_NAME } from "../model/burner";
import { BURNER_ICON } from "./burner-icon";
import { type BurnerKey, createBurnerKey, loadBurnerKey } from "./burner-key";

type BurnerFeatures = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignTransactionFeature &
  SolanaSignMessageFeature;

const CHAINS = [SOLANA_LOCALNET_CHAIN] as const;

/**
 * A wallet of the page itself: it lets a newcomer trade on the local chain without installing
 * anything, and signs without asking. It knows only the local chain.
 */
export class BurnerWallet implements Wallet {
  readonly version = "1.0.0" as const;
  readonly name = BURNER_WALLET_NAME;
  readonly icon = BURNER_ICON;
  readonly chains = CHAINS;
  #key: BurnerKey | null = null;
  #account: WalletAccount | null = null;
  readonly #listeners = new Set<StandardEventsListeners["change"]>();

  get accounts(): readonly WalletAccount[] {
    return this.#account === null ? [] : [this.#account];
  }

  get features(): BurnerFeatures {
    return {
      [StandardConnect]: { version: "1.0.0", connect: (input) => this.#connect(input?.silent) },
      [StandardDisconnect]: { version: "1.0.0", disconnect: () => this.#disconnect() },
      [StandardEvents]: { version: "1.0.0", on: (_event, listener) => this.#on(listener) },
      [SolanaSignTransaction]: {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signTransaction: async (...inputs) =>
          inputs.map(({ account, transaction }) => {
            const key = this.#keyOf(account);
            const unsigned = VersionedTransaction.deserialize(transaction);
            unsigned.sign([key.keypair]);
            return { signedTransaction: unsigned.serialize() };
          }),
      },
      [SolanaSignMessage]: {
        version: "1.0.0",
        signMessage: (...inputs) =>
          Promise.all(
            inputs.map(async ({ account, message }) => ({
              signedMessage: message,
              signature: await this.#keyOf(account).signMessage(message),
            })),
          ),
      },
    };
  }

  async #connect(isSilent = false): Promise<{ accounts: readonly WalletAccount[] }> {
    this.#key ??= loadBurnerKey() ?? (isSilent ? null : createBurnerKey());
    if (this.#key !== null && this.#account === null) {
      const { publicKey } = this.#key.keypair;
      this.#account = Object.freeze({
        address: publicKey.toBase58(),
        publicKey: publicKey.toBytes(),
        chains: CHAINS,
        features: [SolanaSignTransaction, SolanaSignMessage] as const,
      });
      this.#emitChange();
    }
    return { accounts: this.accounts };
  }

  /** Lets the account go but keeps the key: what it holds must still be there next time. */
  async #disconnect(): Promise<void> {
    this.#key = null;
    this.#account = null;
    this.#emitChange();
  }

  #on(listener: StandardEventsListeners["change"]): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #emitChange(): void {
    for (const listener of this.#listeners) listener({ accounts: this.accounts });
  }

  #keyOf(account: WalletAccount): BurnerKey {
    if (this.#key === null || account.address !== this.#account?.address) {
      throw new Error("The burner wallet does not hold this account.");
    }
    return this.#key;
  }
}
