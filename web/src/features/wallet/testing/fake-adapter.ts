import {
  BaseSignerWalletAdapter,
  type WalletError,
  type WalletName,
  WalletNotReadyError,
  WalletReadyState,
} from "@solana/wallet-adapter-base";
import { Keypair, type PublicKey, Transaction, type VersionedTransaction } from "@solana/web3.js";

const ICON = "data:image/svg+xml;base64,PHN2Zy8+";

/** An adapter that signs with its own key, without a prompt. */
export class FakeAdapter extends BaseSignerWalletAdapter {
  readonly keypair = Keypair.generate();
  readonly name: WalletName;
  readonly url: string;
  readonly icon = ICON;
  readonly supportedTransactionVersions = new Set(["legacy", 0] as const);
  readyState: WalletReadyState;
  connecting = false;
  publicKey: PublicKey | null = null;
  /** Thrown by the next connection or signature. */
  refusal: WalletError | null = null;

  constructor(name: string, readyState: WalletReadyState) {
    super();
    this.name = name as WalletName;
    this.url = `https://${name.toLowerCase()}.example`;
    this.readyState = readyState;
  }

  async connect(): Promise<void> {
    if (this.refusal !== null) {
      this.emit("error", this.refusal);
      throw this.refusal;
    }
    if (this.readyState === WalletReadyState.NotDetected) throw new WalletNotReadyError();
    this.publicKey = this.keypair.publicKey;
    this.emit("connect", this.publicKey);
  }

  async disconnect(): Promise<void> {
    this.publicKey = null;
    this.emit("disconnect");
  }

  async signTransaction<T extends Transaction | VersionedTransaction>(transaction: T): Promise<T> {
    if (this.refusal !== null) throw this.refusal;
    if (transaction instanceof Transaction) transaction.partialSign(this.keypair);
    else transaction.sign([this.keypair]);
    return transaction;
  }
}
