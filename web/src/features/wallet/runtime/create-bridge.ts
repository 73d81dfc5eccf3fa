import {
  type Adapter,
  isWalletAdapterCompatibleStandardWallet,
  type SignerWalletAdapterProps,
} from "@solana/wallet-adapter-base";
import { type Connection, PublicKey } from "@solana/web3.js";
import type { SignInFields } from "@/generated/api";
import { BURNER_WALLET_NAME } from "../model/burner";
import { chainOf, requireChain } from "../model/chain";
import type { SignedMessage, WalletBridge } from "../wallet-state";
import { COMMITMENT } from "./connection";
import { memoTransaction } from "./memo-transaction";
import { signAndSend } from "./sign-and-send";
import { signOrder, sweepKey } from "./sign-order";
import { whileConnected } from "./while-connected";

/** What the connected wallet can do, behind one door. */
export function createBridge(
  adapter: Adapter,
  connection: Connection,
  address: string,
): WalletBridge {
  return {
    ...signatures(adapter, address),
    signAndSend: async (txBase64, onSigned) => {
      requireChain(chainsOf(adapter, address), chainOf(connection.rpcEndpoint));
      return await signAndSend(connection, adapter, address, txBase64, onSigned);
    },
    signOrder: (key, asked, onSigned) => signOrder(connection, key, asked, onSigned),
    sweepKey: (key) => sweepKey(connection, key, address),
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
    blockHeight: () => connection.getBlockHeight(COMMITMENT),
    disconnect: () => adapter.disconnect(),
  };
}

function signatures(
  adapter: Adapter,
  address: string,
): Pick<WalletBridge, "signIn" | "signMessage" | "signMemo"> {
  const signIn = "signIn" in adapter ? adapter.signIn?.bind(adapter) : undefined;
  const signMessage = "signMessage" in adapter ? adapter.signMessage?.bind(adapter) : undefined;
  const signTransaction =
    "signTransaction" in adapter
      ? (adapter.signTransaction?.bind(adapter) as SignerWalletAdapterProps["signTransaction"])
      : undefined;
  return {
    signIn: signIn
      ? (fields) => whileConnected(adapter, async () => toSigned(await signIn(toInput(fields))))
      : null,
    signMessage: signMessage
      ? (message) => whileConnected(adapter, () => signMessage(message))
      : null,
    signMemo: signTransaction
      ? async (text) => {
          const unsigned = memoTransaction(new PublicKey(address), text);
          const signed = await whileConnected(adapter, () => signTransaction(unsigned));
          // The server judges the signature, and has the words for a missing one.
          const bytes = signed.serialize({ requireAllSignatures: false, verifySignatures: false });
          return btoa(String.fromCharCode(...bytes));
        }
      : null,
  };
}

/** The wallet must write the very message that the server issued: all fields, none of its own. */
function toInput({ notBefore, ...fields }: SignInFields) {
  return notBefore === null ? fields : { ...fields, notBefore };
}

interface SignInOutput {
  readonly account: { readonly address: string };
  readonly signedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

function toSigned({ account, signedMessage, signature }: SignInOutput): SignedMessage {
  return { address: account.address, message: signedMessage, signature };
}

/** The chains of the connected account; null for wallets that name none, and for our own. */
function chainsOf(adapter: Adapter, address: string): readonly string[] | null {
  if (adapter.name === BURNER_WALLET_NAME || !("wallet" in adapter)) return null;
  const { wallet } = adapter;
  if (!isWalletAdapterCompatibleStandardWallet(wallet)) return null;
  return wallet.accounts.find((account) => account.address === address)?.chains ?? wallet.chains;
}
