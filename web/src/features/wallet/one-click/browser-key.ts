/**
 * The key of one-click trading: an Ed25519 key of this browser that no script can read, kept in
 * IndexedDB by the wallet that it trades for. A browser without either keeps a key in the memory of
 * the tab.
 */
import bs58 from "bs58";

export interface BrowserKey {
  readonly address: string;
  readonly sign: (message: Uint8Array) => Promise<Uint8Array>;
}

interface StoredKey {
  readonly owner: string;
  readonly address: string;
  readonly privateKey: CryptoKey;
}

const DATABASE = "acre-one-click";
const STORE = "keys";
const ALGORITHM = "Ed25519";

/** Keys that could not be stored; they end with the tab. */
const inMemory = new Map<string, StoredKey>();

function keyOf({ address, privateKey }: StoredKey): BrowserKey {
  return {
    address,
    sign: async (message) => {
      const bytes = await crypto.subtle.sign(ALGORITHM, privateKey, Uint8Array.from(message));
      return new Uint8Array(bytes);
    },
  };
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "owner" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("The database is blocked."));
  });
}

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const request = ask(database.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    database.close();
  }
}

/** Makes a key for a wallet and keeps it in place of an earlier one. Throws without WebCrypto Ed25519. */
export async function createKey(owner: string): Promise<BrowserKey> {
  const pair = (await crypto.subtle.generateKey(ALGORITHM, false, ["sign"])) as CryptoKeyPair;
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const stored = { owner, address: bs58.encode(raw), privateKey: pair.privateKey };
  try {
    await inStore("readwrite", (store) => store.put(stored));
  } catch {
    inMemory.set(owner, stored);
  }
  return keyOf(stored);
}

/** The key of a wallet in this browser; null without one. */
export async function loadKey(owner: string): Promise<BrowserKey | null> {
  const held = inMemory.get(owner);
  if (held !== undefined) return keyOf(held);
  try {
    const stored = await inStore<StoredKey | undefined>("readonly", (store) => store.get(owner));
    return stored === undefined ? null : keyOf(stored);
  } catch {
    return null;
  }
}

export async function dropKey(owner: string): Promise<void> {
  inMemory.delete(owner);
  try {
    await inStore("readwrite", (store) => store.delete(owner));
  } catch {
    // Not stored either.
  }
}
