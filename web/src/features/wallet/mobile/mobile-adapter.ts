import {
  BaseSignInMessageSignerWalletAdapter,
  type SendTransactionOptions,
  type TransactionOrVersionedTransaction,
  WalletConfigError,
  WalletConnectionError,
  type WalletError,
  type WalletName,
  WalletNotConnectedError,
  WalletReadyState,
  WalletSendTransactionError,
  WalletSignInError,
  WalletSignMessageError,
  WalletSignTransactionError,
} from "@solana/wallet-adapter-base";
import type { SolanaChain } from "@solana/wallet-standard-chains";
import type { SolanaSignInInput, SolanaSignInOutput } from "@solana/wallet-standard-features";
import {
  type Connection,
  PublicKey,
  Transaction,
  type TransactionSignature,
  VersionedTransaction,
} from "@solana/web3.js";
import {
  type MobileWallet,
  SolanaSignInWithSolana,
  SolanaSignTransactions,
} from "@solana-mobile/mobile-wallet-adapter-protocol";
import bs58 from "bs58";
import {
  clearAuthorization,
  type MobileAuthorization,
  readAuthorization,
  writeAuthorization,
} from "./authorization-cache";
import { fromBase64, toBase64 } from "./base64";
import { authorize, reauthorize } from "./mobile-account";
import { MOBILE_WALLET_NAME } from "./mobile-browser";
import { mobileErrorIn } from "./mobile-error";
import { MOBILE_ICON } from "./mobile-icon";
import { isUnauthorized, NOT_FOUND } from "./protocol-words";
import { SessionKeeper } from "./session-keeper";

const SIGNATURE_BYTES = 64;

type AnyTransaction = Transaction | VersionedTransaction;
type ErrorClass = new (message?: string, error?: unknown) => WalletError;

function serialize(transaction: AnyTransaction): string {
  const bytes =
    transaction instanceof Transaction
      ? transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
      : transaction.serialize();
  return toBase64(bytes);
}

function deserializeAs<T extends AnyTransaction>(transaction: T, payload: string): T {
  const bytes = fromBase64(payload);
  const signed =
    transaction instanceof Transaction
      ? Transaction.from(bytes)
      : VersionedTransaction.deserialize(bytes);
  return signed as T;
}

function keyOf(authorization: MobileAuthorization): PublicKey {
  return new PublicKey(fromBase64(authorization.accounts[0]?.address ?? ""));
}

/**
 * Any wallet app on this phone, as a wallet of the adapter library. It names to the app
 * the chain of our node, which the library's own mobile wallet guesses from the node's address.
 */
export class MobileWalletAdapter extends BaseSignInMessageSignerWalletAdapter {
  readonly name = MOBILE_WALLET_NAME as WalletName;
  readonly url = "https://solanamobile.com/wallets";
  readonly icon = MOBILE_ICON;
  readonly supportedTransactionVersions = new Set(["legacy", 0] as const);
  /** Called when connecting has found no wallet app. */
  onNotFound: () => void = () => undefined;
  readonly #chain: SolanaChain;
  readonly #sessions = new SessionKeeper();
  #readyState = WalletReadyState.Loadable;
  #authorization: MobileAuthorization | null = null;
  #publicKey: PublicKey | null = null;
  #connecting = false;

  constructor(chain: SolanaChain) {
    super();
    this.#chain = chain;
  }

  get readyState(): WalletReadyState {
    return this.#readyState;
  }

  get publicKey(): PublicKey | null {
    return this.#publicKey;
  }

  get connecting(): boolean {
    return this.#connecting;
  }

  /** Takes up what an app has granted before; opens nothing. */
  override async autoConnect(): Promise<void> {
    const stored = readAuthorization(this.#chain);
    if (stored !== null && !this.connected) this.#adopt(stored);
  }

  /** The session stays open for a moment, so that signing in needs no second opening of the app. */
  async connect(): Promise<void> {
    if (this.connected || this.#connecting) return;
    this.#connecting = true;
    try {
      await this.#withErrors(WalletConnectionError, async () => {
        const granted = await this.#sessions.use(null, (wallet) => authorize(wallet, this.#chain), {
          isHeld: true,
        });
        this.#adopt(granted.authorization);
      });
    } catch (error) {
      if (mobileErrorIn(error)?.code === NOT_FOUND) this.onNotFound();
      throw error;
    } finally {
      this.#connecting = false;
    }
  }

  async disconnect(): Promise<void> {
    this.#sessions.close();
    clearAuthorization();
    this.#authorization = null;
    this.#publicKey = null;
    this.emit("disconnect");
  }

  /** Has an app that can write a sign-in text sign one, together with a new authorization. */
  signIn(input: SolanaSignInInput = {}): Promise<SolanaSignInOutput> {
    return this.#withErrors(WalletSignInError, async () => {
      if (!this.#granted().capabilities.features.includes(SolanaSignInWithSolana)) {
        throw new WalletConfigError("This wallet app has no sign-in of its own.");
      }
      const { authorization, signIn } = await this.#sessions.use(this.#uriBase, (wallet) =>
        authorize(wallet, this.#chain, { domain: location.host, ...input }),
      );
      if (!signIn) throw new Error("The wallet app did not sign in.");
      this.#adopt(authorization);
      const publicKey = keyOf({ ...authorization, accounts: [{ address: signIn.address }] });
      return {
        account: {
          address: publicKey.toBase58(),
          publicKey: publicKey.toBytes(),
          chains: [this.#chain],
          features: [],
        },
        signedMessage: fromBase64(signIn.signed_message),
        signature: fromBase64(signIn.signature),
      };
    });
  }

  signMessage(message: Uint8Array): Promise<Uint8Array> {
    return this.#withErrors(WalletSignMessageError, async () => {
      const [account] = this.#granted().accounts;
      const { signed_payloads: signed } = await this.#ask((wallet) =>
        wallet.signMessages({
          addresses: [account?.address ?? ""],
          payloads: [toBase64(message)],
        }),
      );
      // The signature stands behind the message.
      return fromBase64(signed[0] ?? "").slice(-SIGNATURE_BYTES);
    });
  }

  async signTransaction<T extends AnyTransaction>(transaction: T): Promise<T> {
    const [signed] = await this.signAllTransactions([transaction]);
    if (signed === undefined) throw new WalletSignTransactionError("Nothing was signed.");
    return signed;
  }

  override signAllTransactions<T extends AnyTransaction>(transactions: T[]): Promise<T[]> {
    return this.#withErrors(WalletSignTransactionError, async () => {
      if (!this.#granted().capabilities.features.includes(SolanaSignTransactions)) {
        throw new WalletConfigError("This wallet app signs only what it sends itself.");
      }
      const payloads = transactions.map(serialize);
      const { signed_payloads: signed } = await this.#ask((wallet) =>
        wallet.signTransactions({ payloads }),
      );
      return transactions.map((transaction, at) => deserializeAs(transaction, signed[at] ?? ""));
    });
  }

  /** The app sends it where it can; else it only signs, and the bytes go to our node. */
  override sendTransaction(
    transaction: TransactionOrVersionedTransaction<this["supportedTransactionVersions"]>,
    connection: Connection,
    options: SendTransactionOptions = {},
  ): Promise<TransactionSignature> {
    return this.#withErrors(WalletSendTransactionError, async () => {
      if (!this.#granted().capabilities.supports_sign_and_send_transactions) {
        return super.sendTransaction(transaction, connection, options);
      }
      const commitment = options.preflightCommitment ?? connection.commitment ?? "confirmed";
      const { signatures } = await this.#ask((wallet) =>
        wallet.signAndSendTransactions({
          options: { commitment },
          payloads: [serialize(transaction)],
        }),
      );
      return bs58.encode(fromBase64(signatures[0] ?? ""));
    });
  }

  get #uriBase(): string | null {
    return this.#authorization?.wallet_uri_base ?? null;
  }

  #granted(): MobileAuthorization {
    if (this.#authorization === null) throw new WalletNotConnectedError();
    return this.#authorization;
  }

  /** One request that needs an authorization: in the open session, or in one that begins so. */
  async #ask<T>(request: (wallet: MobileWallet) => Promise<T>): Promise<T> {
    const granted = this.#granted();
    try {
      return await this.#sessions.use(this.#uriBase, async (wallet, isNew) => {
        if (isNew) this.#adopt(await reauthorize(wallet, granted));
        return await request(wallet);
      });
    } catch (error) {
      // The app has forgotten this page; what is stored here is worth nothing any more.
      if (isUnauthorized(error)) await this.disconnect();
      throw error;
    }
  }

  #adopt(authorization: MobileAuthorization): void {
    const before = this.#publicKey;
    const after = keyOf(authorization);
    this.#authorization = authorization;
    writeAuthorization(authorization);
    if (before?.equals(after)) return;
    this.#publicKey = after;
    if (this.#readyState !== WalletReadyState.Installed) {
      this.#readyState = WalletReadyState.Installed;
      this.emit("readyStateChange", this.#readyState);
    }
    this.emit("connect", after);
  }

  /** Converts an error to the library's class for the request and notifies listeners. */
  async #withErrors<T>(Failure: ErrorClass, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      const failure =
        error instanceof WalletConfigError || error instanceof Failure
          ? error
          : new Failure(error instanceof Error ? error.message : "", error);
      this.emit("error", failure as WalletError);
      throw failure;
    }
  }
}
