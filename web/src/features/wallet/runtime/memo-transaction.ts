import { PublicKey, Transaction, TransactionInstruction } from "@solana/web3.js";

/** Memo program, version 2. */
const MEMO_PROGRAM = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
/** No block has this hash, so no node would ever take the transaction: it proves a key, no more. */
const NEVER = "11111111111111111111111111111111";

/** The transaction that a hardware wallet signs in place of a message (contract 2.4). */
export function memoTransaction(payer: PublicKey, text: string): Transaction {
  const transaction = new Transaction({ feePayer: payer, recentBlockhash: NEVER });
  return transaction.add(
    new TransactionInstruction({
      programId: MEMO_PROGRAM,
      keys: [{ pubkey: payer, isSigner: true, isWritable: true }],
      data: Buffer.from(text, "utf8"),
    }),
  );
}
