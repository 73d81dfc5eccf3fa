import { PublicKey } from "@solana/web3.js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { canKeepKey, createKey, dropKey, loadKey } from "./browser-key";

const MESSAGE = new TextEncoder().encode("order");

/** An older browser: WebCrypto knows no Ed25519. */
function withoutEd25519(): void {
  vi.spyOn(crypto.subtle, "generateKey").mockRejectedValue(
    new DOMException("Unrecognized name.", "NotSupportedError"),
  );
}

async function isSigned(address: string, signature: Uint8Array, message = MESSAGE) {
  const raw = Uint8Array.from(new PublicKey(address).toBytes());
  const key = await crypto.subtle.importKey("raw", raw, "Ed25519", true, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, Uint8Array.from(signature), message);
}

beforeEach(withoutEd25519);
afterEach(async () => {
  await dropKey("owner");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("signs as the address says, and is found again by its owner alone", async () => {
  const made = await createKey("owner");
  expect(made.isOfTab).toBe(true);
  const found = await loadKey("owner");
  expect(found?.address).toBe(made.address);
  const signature = (await found?.sign(MESSAGE)) ?? new Uint8Array();
  expect(await isSigned(made.address, signature)).toBe(true);
  expect(await isSigned(made.address, signature, new TextEncoder().encode("other"))).toBe(false);
  expect(await loadKey("another owner")).toBeNull();
});

it("keeps the secret out of storage, logs and its own fields", async () => {
  const put = vi.fn();
  vi.stubGlobal("localStorage", { setItem: put });
  vi.stubGlobal("sessionStorage", { setItem: put });
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new Error("asked for");
    },
  });
  const secrets: Uint8Array[] = [];
  const random = crypto.getRandomValues.bind(crypto);
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    secrets.push(random(array as never));
    return array;
  });
  const key = await createKey("owner");
  const signature = await key.sign(MESSAGE);
  expect(secrets.length).toBeGreaterThan(0);
  expect(put).not.toHaveBeenCalled();
  const [secret] = secrets as [Uint8Array];
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
  expect(hex(secret)).toHaveLength(64);
  const open = Object.entries(key).filter(([, value]) => typeof value !== "function");
  expect(open.map(([name]) => name).sort()).toEqual(["address", "isOfTab"]);
  expect(hex(new PublicKey(key.address).toBytes())).not.toBe(hex(secret));
  expect(hex(signature)).not.toContain(hex(secret));
  expect(() => structuredClone(key)).toThrow();
});

it("signs nothing once it is dropped, also through a key that was kept", async () => {
  const kept = await createKey("owner");
  await dropKey("owner");
  expect(await loadKey("owner")).toBeNull();
  await expect(kept.sign(MESSAGE)).rejects.toThrow("was dropped");
});

it("ends the key before it", async () => {
  const first = await createKey("owner");
  const second = await createKey("owner");
  expect(second.address).not.toBe(first.address);
  await expect(first.sign(MESSAGE)).rejects.toThrow("was dropped");
  expect((await loadKey("owner"))?.address).toBe(second.address);
});

it("is not made where WebCrypto fails for another reason", async () => {
  vi.spyOn(crypto.subtle, "generateKey").mockRejectedValue(
    new DOMException("not now", "OperationError"),
  );
  await expect(createKey("owner")).rejects.toThrow("not now");
  expect(await loadKey("owner")).toBeNull();
});

it("does not outlive the tab, and the form can say so", async () => {
  await createKey("owner");
  expect(await canKeepKey()).toBe(false);
  vi.resetModules();
  const afterReload = await import("./browser-key");
  expect(await afterReload.loadKey("owner")).toBeNull();
});
