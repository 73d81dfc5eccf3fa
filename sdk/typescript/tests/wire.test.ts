import { Keypair, PublicKey, Transaction, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM, tokenAccount } from "../src/chain/addresses.js";
import { fromBase58, toBase58 } from "../src/chain/base58.js";
import { readTransaction, signedTransaction } from "../src/chain/wire.js";

const KEY = Keypair.generate();
const HASH = new PublicKey(new Uint8Array(32).fill(7)).toBase58();

function transaction(accounts: number): Transaction {
  const keys = Array.from({ length: accounts }, (_, at) => ({
    pubkey: new PublicKey(new Uint8Array(32).fill(at + 1)),
    isSigner: false,
    isWritable: at % 2 === 0,
  }));
  const data = Buffer.from([1, 2, 3]);
  const programId = new PublicKey(new Uint8Array(32).fill(200));
  const instruction = new TransactionInstruction({ programId, keys, data });
  return new Transaction({ feePayer: KEY.publicKey, recentBlockhash: HASH }).add(instruction);
}

describe("base58", () => {
  it("agrees with web3.js, zeros in front too", () => {
    for (let round = 0; round < 50; round += 1) {
      const bytes = crypto.getRandomValues(new Uint8Array(32));
      bytes.fill(0, 0, round % 4);
      const text = new PublicKey(bytes).toBase58();
      expect(toBase58(bytes)).toBe(text);
      expect(fromBase58(text, 32)).toEqual(bytes);
    }
  });

  it.each(["", "0".repeat(32), "l".repeat(32), "1".repeat(31), "1".repeat(33), "z".repeat(5_000)])(
    "%s is no address",
    (text) => {
      expect(() => fromBase58(text, 32)).toThrow(RangeError);
    },
  );
});

it("finds the token accounts that web3.js finds", async () => {
  const program = new PublicKey(ASSOCIATED_TOKEN_PROGRAM);
  for (let round = 0; round < 40; round += 1) {
    const [owner, mint] = [Keypair.generate().publicKey, Keypair.generate().publicKey];
    const seeds = [owner.toBytes(), new PublicKey(TOKEN_PROGRAM).toBytes(), mint.toBytes()];
    const [expected] = PublicKey.findProgramAddressSync(seeds, program);
    expect(await tokenAccount(owner.toBase58(), mint.toBase58())).toBe(expected.toBase58());
  }
});

describe("a transaction", () => {
  it("is read as web3.js wrote it", () => {
    const made = transaction(8);
    const found = readTransaction(made.serialize({ verifySignatures: false }));
    expect(Buffer.from(found.message)).toEqual(made.serializeMessage());
    expect(found.signerCount).toBe(1);
    expect(found.instructions).toHaveLength(1);
    expect(found.instructions[0]?.accounts).toHaveLength(8);
    expect([...(found.instructions[0]?.data ?? [])]).toEqual([1, 2, 3]);
  });

  it("keeps the signed bytes when it is signed", () => {
    const made = transaction(2);
    const { message } = readTransaction(made.serialize({ verifySignatures: false }));
    made.sign(KEY);
    const signature = made.signature ?? new Uint8Array();
    expect(Buffer.from(signedTransaction(message, signature))).toEqual(made.serialize());
    expect(() => signedTransaction(message, new Uint8Array(63))).toThrow(RangeError);
  });

  it("is refused with more or fewer signatures than signers", () => {
    const { message } = readTransaction(transaction(3).serialize({ verifySignatures: false }));
    for (const count of [0, 2]) {
      const signatures = new Uint8Array(64 * count);
      expect(() => readTransaction(Uint8Array.of(count, ...signatures, ...message))).toThrow(
        "signatures",
      );
    }
  });

  it("is refused when it is cut, longer than it says or spelled in another way", () => {
    const good = Uint8Array.from(transaction(3).serialize({ verifySignatures: false }));
    for (let length = 0; length < good.length; length += 1) {
      expect(() => readTransaction(good.slice(0, length))).toThrow(RangeError);
    }
    expect(() => readTransaction(Uint8Array.of(...good, 0))).toThrow(RangeError);
    const long = Uint8Array.of(0x81, 0, ...good.slice(1)); // a length of two bytes for a small one
    expect(() => readTransaction(long)).toThrow(RangeError);
  });
});
