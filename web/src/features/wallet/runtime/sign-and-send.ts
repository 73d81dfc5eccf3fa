import { fromBase64 } from "@acre/sdk/chain/base64";
import type { Adapter, SignerWalletAdapterProps } from "@solana/wallet-adapter-base";
import {
  type Connection,
  SendTransactionError,
  Transaction,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import type { SentTransaction } from "../wallet-state";
import { COMMITMENT } from "./connection";
import { whileConnected } from "./while-connected";

type Signed = Transaction | VersionedTransaction;
type SignTransaction = SignerWalletAdapterProps["signTransaction"];

class WrongTransactionError extends Error {
  override readonly name = "WrongTransactionError";
}

/** Decodes what the server built, in the form the wallet can sign. */
function decodeFor(adapter: Adapter, bytes: Uint8Array, address: string): Signed {
  const versioned = VersionedTransaction.deserialize(bytes);
  const payer = versioned.message.staticAccountKeys[0];
  if (payer?.toBase58() !== address) {
    throw new WrongTransactionError("The server built this transaction for another wallet.");
  }
  const isOldWallet = !adapter.supportedTransactionVersions;
  return versioned.version === "legacy" && isOldWallet ? Transaction.from(bytes) : versioned;
}

function signatureOf(signed: Signed): string {
  const signature = signed instanceof Transaction ? signed.signature : signed.signatures[0];
  if (!signature) throw new WrongTransactionError("The wallet returned no signature.");
  return bs58.encode(signature);
}

/** True when a wallet says that it cannot sign apart from sending. */
function isUnsupported(error: unknown): boolean {
  return error instanceof Error && error.name === "WalletConfigError";
}

/** A refusal by the node is final; a lost connection is not, the bytes may have arrived. */
async function sendRaw(connection: Connection, raw: Uint8Array): Promise<void> {
  try {
    await connection.sendRawTransaction(raw, { preflightCommitment: COMMITMENT });
  } catch (error) {
    if (error instanceof SendTransactionError) throw error;
  }
}

export async function sendSigned(
  connection: Connection,
  signed: Signed,
  onSigned: () => void,
): Promise<SentTransaction> {
  const raw = Uint8Array.from(signed.serialize());
  const signature = signatureOf(signed);
  onSigned();
  await sendRaw(connection, raw);
  return {
    signature,
    resend: async () => {
      await connection.sendRawTransaction(raw, { skipPreflight: true });
    },
  };
}

/**
 * Has the wallet sign a transaction and sends it to our node. A wallet that can only sign and send
 * in one step is asked to do that; it then sends through its own node.
 */
export async function signAndSend(
  connection: Connection,
  adapter: Adapter,
  address: string,
  txBase64: string,
  onSigned: () => void,
): Promise<SentTransaction> {
  const transaction = decodeFor(adapter, fromBase64(txBase64), address);
  const signTransaction =
    "signTransaction" in adapter && adapter.signTransaction
      ? (adapter.signTransaction.bind(adapter) as SignTransaction)
      : null;
  if (signTransaction !== null) {
    try {
      const signed = await whileConnected(adapter, () => signTransaction(transaction));
      return await sendSigned(connection, signed, onSigned);
    } catch (error) {
      if (!isUnsupported(error)) throw error;
    }
  }
  const options = { preflightCommitment: COMMITMENT };
  const signature = await whileConnected(adapter, () =>
    adapter.sendTransaction(transaction, connection, options),
  );
  onSigned();
  return { signature, resend: null };
}
