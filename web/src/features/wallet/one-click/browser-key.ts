/**
 * The key of one-click trading: an Ed25519 key of this browser that no script can read, kept in
 * IndexedDB by the wallet that it trades for. A browser without IndexedDB keeps it in the memory of
 * the tab, one whose WebCrypto has no Ed25519 a `TabKey`.
 */
import bs58 from "bs58";
import type { TabKey } from "./tab-key";

export interface BrowserKey {
  readonly address: string;
  /** It is in the memory of this tab alone and ends with it. */
  readonly isOfTab: boolean;
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
const ofTab = new Map<string, TabKey>();

function keyOf({ address, privateKey }: StoredKey, isOfTab: boolean): BrowserKey {
  return {
    address,
    isOfTab,
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

/** A key pair of WebCrypto; null where it has no Ed25519. Throws on a page that is not secure. */
async function makePair(): Promise<CryptoKeyPair | null> {
  try {
    return (await crypto.subtle.generateKey(ALGORITHM, false, ["sign"])) as CryptoKeyPair;
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") return null;
    throw error;
  }
}

const keyOfTab = ({ address, sign }: TabKey): BrowserKey => ({ address, isOfTab: true, sign });

/** Makes a key for a wallet and keeps it in place of an earlier one. */
export async function createKey(owner: string): Promise<BrowserKey> {
  const pair = await makePair();
  await dropKey(owner);
  if (pair === null) {
    const { createTabKey } = await import("./tab-key");
    const made = createTabKey();
    ofTab.set(owner, made);
    return keyOfTab(made);
  }
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const stored = { owner, address: bs58.encode(raw), privateKey: pair.privateKey };
  try {
    await inStore("readwrite", (store) => store.put(stored));
    return keyOf(stored, false);
  } catch {
    inMemory.set(owner, stored);
    return keyOf(stored, true);
  }
}

/** Whether a key that is made now outlives the tab. */
export async function canKeepKey(): Promise<boolean> {
  try {
    if ((await makePair()) === null) return false;
    (await open()).close();
    return true;
  } catch {
    return false;
  }
}

/** The key of a wallet in this browser; null without one. */
export async function loadKey(owner: string): Promise<BrowserKey | null> {
  const tabKey = ofTab.get(owner);
  if (tabKey !== undefined) return keyOfTab(tabKey);
  const held = inMemory.get(owner);
  if (held !== undefined) return keyOf(held, true);
  try {
    const stored = await inStore<StoredKey | undefined>("readonly", (store) => store.get(owner));
    return stored === undefined ? null : keyOf(stored, false);
  } catch {
    return null;
  }
}

export async function dropKey(owner: string): Promise<void> {
  ofTab.get(owner)?.end();
  ofTab.delete(owner);
  inMemory.delete(owner);
  try {
    await inStore("readwrite", (store) => store.delete(owner));
  } catch {
    // Not stored either.
  }
}
