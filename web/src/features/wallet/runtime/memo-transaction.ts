import { PublicKey, Transaction, TransactionInstruction } from "@solana/web3.js";

/** Memo program, version 2. */
const MEMO_PROGRAM = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

/**
 * The transaction that a hardware wallet signs in place of a message (API 2.4). The server wants
 * the nonce of the message as its blockhash: no block has it, so no node takes the transaction.
 */
export function memoTransaction(payer: PublicKey, text: string): Transaction {
  const nonce = /^Nonce: (\S+)$/m.exec(text)?.[1];
  if (nonce === undefined) throw new Error("The sign-in message has no nonce.");
  const transaction = new Transaction({ feePayer: payer, recentBlockhash: nonce });
  return transaction.add(
    new TransactionInstruction({
      programId: MEMO_PROGRAM,
      keys: [{ pubkey: payer, isSigner: true, isWritable: true }],
      data: Buffer.from(text, "utf8"),
    }),
  );
}
