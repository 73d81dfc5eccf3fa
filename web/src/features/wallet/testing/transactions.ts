import {
  type PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";

const BLOCKHASH = "11111111111111111111111111111111";

/** An unsigned transaction as the server's builders send it: base64, fee payer = the user. */
export function unsignedTransaction(payer: PublicKey, version: "legacy" | 0 = 0): string {
  const instruction = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 1 });
  if (version === "legacy") {
    const transaction = new Transaction({ feePayer: payer, recentBlockhash: BLOCKHASH });
    transaction.add(instruction);
    return transaction
      .serialize({ requireAllSignatures: false, verifySignatures: false })
      .toString("base64");
  }
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: BLOCKHASH,
    instructions: [instruction],
  });
  return Buffer.from(new VersionedTransaction(message.compileToV0Message()).serialize()).toString(
    "base64",
  );
}
