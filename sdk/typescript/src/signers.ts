/** What signs: a key of one's own, or a signer of another library by its shape alone. */
import { addressBytes } from "./chain/addresses.js";
import { toBase58 } from "./chain/base58.js";
import { readTransaction, signedTransaction } from "./chain/wire.js";

/** One wallet. It is asked to sign only what the client has inspected. */
export interface Signer {
  readonly address: string;
  /** Signs without asking anyone: then the client may sign in by itself, to listen for outcomes. */
  readonly isSilent?: boolean;
  /** The same transaction with the signature of `address` as its first. */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
  signMessage(message: Uint8Array): Promise<Uint8Array>;
}

const SEED_BYTES = 32;
const KEY_BYTES = 64;
/** PKCS #8 of Ed25519, up to the seed. */
const PREFIX = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];
const PROOF = new Uint8Array(1);

/** A signer that signs bytes: the message of a transaction is what was inspected, unchanged. */
function signerOf(address: string, sign: (bytes: Uint8Array) => Promise<Uint8Array>): Signer {
  return {
    address,
    isSilent: true,
    signMessage: sign,
    signTransaction: async (transaction) => {
      const { message } = readTransaction(transaction);
      return signedTransaction(message, await sign(message));
    },
  };
}

/** The signer of a secret key: its 64 bytes, seed and public key, as key files have them. */
export async function fromSecretKey(secretKey: Uint8Array): Promise<Signer> {
  if (secretKey.length !== KEY_BYTES) throw new RangeError("a secret key has 64 bytes");
  const own = Uint8Array.from(secretKey);
  const key = await importSeed(own.subarray(0, SEED_BYTES), false);
  const sign = async (bytes: Uint8Array) =>
    new Uint8Array(await crypto.subtle.sign("Ed25519", key, Uint8Array.from(bytes)));
  const half = own.slice(SEED_BYTES);
  const known = await crypto.subtle.importKey("raw", half, "Ed25519", false, ["verify"]);
  const proof = Uint8Array.from(await sign(PROOF));
  if (!(await crypto.subtle.verify("Ed25519", known, proof, PROOF))) {
    throw new RangeError("the halves of the secret key do not belong together");
  }
  return signerOf(toBase58(half), sign);
}

/** A new secret key. */
export async function newSecretKey(): Promise<Uint8Array> {
  const seed = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  const { x } = await crypto.subtle.exportKey("jwk", await importSeed(seed, true));
  if (x === undefined) throw new TypeError("the key has no public half");
  const text = atob(x.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.of(...seed, ...[...text].map((letter) => letter.charCodeAt(0)));
}

async function importSeed(seed: Uint8Array, isExtractable: boolean): Promise<CryptoKey> {
  const bytes = Uint8Array.of(...PREFIX, ...seed);
  return await crypto.subtle.importKey("pkcs8", bytes, "Ed25519", isExtractable, ["sign"]);
}

/** A `Keypair` of `@solana/web3.js`. */
export interface KeypairLike {
  readonly publicKey: { toBase58(): string };
  readonly secretKey: Uint8Array;
}

/** The signer of a `Keypair` of `@solana/web3.js`. */
export function fromKeypair(keypair: KeypairLike): Signer {
  let made: Promise<Signer> | null = null;
  return signerOf(keypair.publicKey.toBase58(), async (bytes) => {
    made ??= fromSecretKey(keypair.secretKey);
    return await (await made).signMessage(bytes);
  });
}

/** A signer of `@solana/kit` for messages and transactions, such as a `KeyPairSigner`. */
export interface KitSignerLike {
  readonly address: string;
  signMessages(messages: never): Promise<readonly object[]>;
  signTransactions(transactions: never): Promise<readonly object[]>;
}

/** The signer of a signer of `@solana/kit`. */
export function fromKitSigner(signer: KitSignerLike): Signer {
  const { address } = signer;
  const signatures = {};
  return {
    address,
    isSilent: "keyPair" in signer,
    signMessage: async (content) => {
      const [found] = await signer.signMessages([{ content, signatures }] as never);
      return signatureIn(found, address);
    },
    signTransaction: async (transaction) => {
      const { message } = readTransaction(transaction);
      const asked = [{ messageBytes: message, signatures: { [address]: null } }];
      const [found] = await signer.signTransactions(asked as never);
      return signedTransaction(message, signatureIn(found, address));
    },
  };
}

function signatureIn(found: object | undefined, address: string): Uint8Array {
  const signature = (found as Readonly<Record<string, unknown>> | undefined)?.[address];
  if (!(signature instanceof Uint8Array)) throw new TypeError(`${address} has not signed`);
  return signature;
}

/** A connected wallet of `@solana/wallet-adapter`. */
export interface WalletLike {
  readonly publicKey: { toBase58(): string } | null;
  readonly signMessage?: ((message: Uint8Array) => Promise<Uint8Array>) | undefined;
  readonly signTransaction?: ((transaction: never) => Promise<Serializable>) | undefined;
}

interface Serializable {
  serialize(): Uint8Array;
}

/** `VersionedTransaction` of `@solana/web3.js`. */
interface TransactionClass {
  deserialize(bytes: Uint8Array): Serializable;
}

/**
 * The signer of a wallet of `@solana/wallet-adapter`; `transactions` is `VersionedTransaction` of
 * `@solana/web3.js`. A wallet may add what it wants to a transaction, such as guards.
 */
export function fromWallet(wallet: WalletLike, transactions: TransactionClass): Signer {
  const { publicKey, signMessage, signTransaction } = wallet;
  if (publicKey === null) throw new TypeError("the wallet is not connected");
  return {
    address: publicKey.toBase58(),
    signMessage: async (message) => {
      if (signMessage === undefined) throw new TypeError("the wallet signs no messages");
      return await signMessage(message);
    },
    signTransaction: async (transaction) => {
      if (signTransaction === undefined) throw new TypeError("the wallet signs no transactions");
      return (await signTransaction(transactions.deserialize(transaction) as never)).serialize();
    },
  };
}

/** Throws RangeError for a text that is no address. */
export function checkedAddress(text: string): string {
  addressBytes(text);
  return text;
}
