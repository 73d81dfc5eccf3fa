import { PublicKey } from "@solana/web3.js";
import { expect, it } from "vitest";
import { createKey, dropKey, loadKey } from "./browser-key";

it("signs with a key that cannot be read, found again until it is dropped", async () => {
  const made = await createKey("owner");
  const found = await loadKey("owner");
  expect(found?.address).toBe(made.address);
  const message = new TextEncoder().encode("order");
  const signature = await made.sign(message);
  const raw = Uint8Array.from(new PublicKey(made.address).toBytes());
  const key = await crypto.subtle.importKey("raw", raw, "Ed25519", true, ["verify"]);
  const bytes = Uint8Array.from(signature);
  expect(await crypto.subtle.verify("Ed25519", key, bytes, message)).toBe(true);
  expect(await loadKey("another owner")).toBeNull();
  await dropKey("owner");
  expect(await loadKey("owner")).toBeNull();
});

it("replaces the key of a wallet", async () => {
  const first = await createKey("owner");
  const second = await createKey("owner");
  expect(second.address).not.toBe(first.address);
  expect((await loadKey("owner"))?.address).toBe(second.address);
  await dropKey("owner");
});
