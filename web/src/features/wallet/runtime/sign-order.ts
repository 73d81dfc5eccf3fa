import { fromBase64 } from "@acre/sdk/chain/base64";
import { signedTransaction } from "@acre/sdk/chain/wire";
import {
  type Connection,
  PublicKey,
  SystemProgram,
  Transaction,
  VersionedTransaction,
} from "@solana/web3.js";
import type { BrowserKey } from "../one-click/browser-key";
import { checkOrder } from "../one-click/check-order";
import type { AskedOrder, SentTransaction } from "../wallet-state";
import { COMMITMENT } from "./connection";
import { sendSigned } from "./sign-and-send";

/** Checks an order of the server against what was asked, signs it with the browser key, sends it. */
export async function signOrder(
  connection: Connection,
  key: BrowserKey,
  asked: AskedOrder,
  onSigned: () => void,
): Promise<SentTransaction> {
  const { message } = await checkOrder(fromBase64(asked.txBase64), asked.order);
  const signed = signedTransaction(message, await key.sign(message));
  return await sendSigned(connection, VersionedTransaction.deserialize(signed), onSigned);
}

const SIGNATURE_LAMPORTS = 5_000;

/** Sends all SOL of the browser key back to the owner; false where there is nothing to send. */
export async function sweepKey(
  connection: Connection,
  key: BrowserKey,
  owner: string,
): Promise<boolean> {
  const payer = new PublicKey(key.address);
  const lamports = (await connection.getBalance(payer, COMMITMENT)) - SIGNATURE_LAMPORTS;
  if (lamports <= 0) return false;
  const { blockhash } = await connection.getLatestBlockhash(COMMITMENT);
  const transaction = new Transaction({ feePayer: payer, recentBlockhash: blockhash });
  transaction.add(
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: new PublicKey(owner), lamports }),
  );
  const signature = await key.sign(Uint8Array.from(transaction.serializeMessage()));
  transaction.addSignature(payer, Buffer.from(signature));
  await connection.sendRawTransaction(transaction.serialize(), { preflightCommitment: COMMITMENT });
  return true;
}
