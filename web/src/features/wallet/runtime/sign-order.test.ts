import { type Connection, Keypair, PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { expect, it, vi } from "vitest";
import type { DelegatedOrder } from "@/api/one-click";
import { createKey } from "../one-click/browser-key";
import { unsignedTransaction } from "../testing/transactions";
import { signOrder, sweepKey } from "./sign-order";

const OWNER = Keypair.generate().publicKey.toBase58();
const BLOCKHASH = "11111111111111111111111111111111";

it("does not sign what is not the order", async () => {
  const key = await createKey("owner");
  const sign = vi.fn(key.sign);
  const sendRawTransaction = vi.fn();
  const order = { key: key.address, owner: OWNER } as DelegatedOrder;
  const txBase64 = unsignedTransaction(new PublicKey(key.address), "legacy");
  const asked = { txBase64, order };
  const connection = { sendRawTransaction } as unknown as Connection;
  const sent = signOrder(connection, { ...key, sign }, asked, () => undefined);
  await expect(sent).rejects.toThrow("Nothing was signed.");
  expect(sign).not.toHaveBeenCalled();
  expect(sendRawTransaction).not.toHaveBeenCalled();
});

it("sends all SOL of a key but the fee back to its owner, and nothing of an empty one", async () => {
  const key = await createKey("owner");
  const sendRawTransaction = vi.fn((_raw: Uint8Array) => Promise.resolve("signature"));
  let balance = 5_000;
  const connection = {
    getBalance: () => Promise.resolve(balance),
    getLatestBlockhash: () => Promise.resolve({ blockhash: BLOCKHASH }),
    sendRawTransaction,
  } as unknown as Connection;
  expect(await sweepKey(connection, key, OWNER)).toBe(false);
  balance = 9_000_000;
  expect(await sweepKey(connection, key, OWNER)).toBe(true);
  const raw = Buffer.from(sendRawTransaction.mock.calls[0]?.[0] ?? []);
  expect(raw.includes(Buffer.from(bs58.decode(OWNER)))).toBe(true);
  expect(raw.readBigUInt64LE(raw.length - 8)).toBe(8_995_000n);
});
