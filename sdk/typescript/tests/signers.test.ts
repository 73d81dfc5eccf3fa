import { createPrivateKey, sign as nodeSign, verify } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair, SystemProgram, Transaction, VersionedTransaction } from "@solana/web3.js";
import { generateKeyPairSigner } from "solana-kit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addressBytes } from "../src/chain/addresses.js";
import { readTransaction } from "../src/chain/wire.js";
import { loadKey, loadOrCreateKey } from "../src/node.js";
import {
  fromKeypair,
  fromKitSigner,
  fromSecretKey,
  fromWallet,
  newSecretKey,
  type Signer,
} from "../src/signers.js";

const TEXT = new TextEncoder().encode("hello");

async function isTrue(address: string, bytes: Uint8Array, signature: Uint8Array) {
  const raw = Uint8Array.from(addressBytes(address));
  const key = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
  const made = Uint8Array.from(signature);
  return await crypto.subtle.verify("Ed25519", key, made, Uint8Array.from(bytes));
}

function unsigned(address: string): Uint8Array {
  const payer = addressBytes(address);
  const { publicKey } = Keypair.fromSeed(new Uint8Array(32).fill(1));
  const from = new (publicKey.constructor as typeof import("@solana/web3.js").PublicKey)(payer);
  const move = SystemProgram.transfer({ fromPubkey: from, toPubkey: publicKey, lamports: 5 });
  const recentBlockhash = publicKey.toBase58();
  const made = new Transaction({ feePayer: from, recentBlockhash }).add(move);
  return made.serialize({ requireAllSignatures: false });
}

function walletOf(keypair: Keypair) {
  return {
    publicKey: keypair.publicKey,
    signMessage: async (message: Uint8Array) => {
      const head = Buffer.from("302e020100300506032b657004220420", "hex");
      const der = Buffer.concat([head, keypair.secretKey.slice(0, 32)]);
      const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
      return Uint8Array.from(nodeSign(null, message, key));
    },
    signTransaction: async <T extends Transaction | VersionedTransaction>(transaction: T) => {
      if (transaction instanceof VersionedTransaction) transaction.sign([keypair]);
      return transaction;
    },
  };
}

const SIGNERS: Readonly<Record<string, () => Promise<Signer>>> = {
  "a secret key": async () => await fromSecretKey(await newSecretKey()),
  "a Keypair of web3.js": async () => fromKeypair(Keypair.generate()),
  "a signer of kit": async () => fromKitSigner(await generateKeyPairSigner()),
  "a wallet": async () => fromWallet(walletOf(Keypair.generate()), VersionedTransaction),
};

describe.each(Object.keys(SIGNERS))("%s", (name) => {
  it("signs messages and transactions, whose bytes stay as they were", async () => {
    const signer = await SIGNERS[name]?.();
    if (!signer) throw new Error(name);
    expect(await isTrue(signer.address, TEXT, await signer.signMessage(TEXT))).toBe(true);
    const before = unsigned(signer.address);
    const { message } = readTransaction(before);
    const after = readTransaction(await signer.signTransaction(before));
    expect(after.message).toEqual(message);
    const [signature = new Uint8Array()] = after.signatures;
    expect(await isTrue(signer.address, message, signature)).toBe(true);
  });
});

it("agrees with web3.js on the address of a key", async () => {
  const key = await newSecretKey();
  expect((await fromSecretKey(key)).address).toBe(Keypair.fromSecretKey(key).publicKey.toBase58());
});

it("takes no key of another length or of two halves that do not fit", async () => {
  const key = await newSecretKey();
  await expect(fromSecretKey(key.slice(1))).rejects.toThrow(RangeError);
  const [seed, other] = [key.slice(0, 32), (await newSecretKey()).slice(32)];
  await expect(fromSecretKey(Uint8Array.of(...seed, ...other))).rejects.toThrow(RangeError);
});

it("says what a wallet cannot do", async () => {
  expect(() => fromWallet({ publicKey: null }, VersionedTransaction)).toThrow("not connected");
  const poor = fromWallet({ publicKey: Keypair.generate().publicKey }, VersionedTransaction);
  await expect(poor.signMessage(TEXT)).rejects.toThrow("no messages");
  await expect(poor.signTransaction(TEXT)).rejects.toThrow("no transactions");
});

describe("a key file", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "acre-key-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it("is made once, for its owner alone, and read again", async () => {
    const path = join(folder, "deep", "key.json");
    const first = await loadOrCreateKey(path);
    expect((await loadOrCreateKey(path)).address).toBe(first.address);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path, "utf8"))).toHaveLength(64);
  });

  it("of other content is refused without a word of it", async () => {
    const path = join(folder, "key.json");
    for (const text of ["[1,2,3]", "secret", "{}", JSON.stringify(Array(64).fill(300))]) {
      await writeFile(path, text);
      await expect(loadOrCreateKey(path)).rejects.toThrow(`${path} is not a key file (64 numbers)`);
    }
    await expect(loadKey(join(folder, "none"))).rejects.toThrow("ENOENT");
  });
});

it("is verified here by another library too", async () => {
  const keypair = Keypair.generate();
  const signature = await fromKeypair(keypair).signMessage(TEXT);
  const head = Buffer.from("302a300506032b6570032100", "hex");
  const der = Buffer.concat([head, keypair.publicKey.toBytes()]);
  expect(verify(null, TEXT, { key: der, format: "der", type: "spki" }, signature)).toBe(true);
});
