import { Keypair } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { memoTransaction } from "./memo-transaction";

const NONCE = "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM";

describe("the transaction of a hardware sign-in", () => {
  it("has the nonce of the message as its blockhash, so no node takes it", () => {
    const { publicKey } = Keypair.generate();
    const transaction = memoTransaction(publicKey, `Version: 1\nNonce: ${NONCE}\nIssued At: x`);
    expect(transaction.recentBlockhash).toBe(NONCE);
    expect(transaction.instructions).toHaveLength(1);
  });

  it("is not made for a text without a nonce", () => {
    const { publicKey } = Keypair.generate();
    expect(() => memoTransaction(publicKey, "Acre v1 localnet")).toThrow("no nonce");
  });
});
