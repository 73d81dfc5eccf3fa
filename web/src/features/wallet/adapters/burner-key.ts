import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";

/** The seed lies here in plain text: enough for play money on a local chain, never for more. */
export const BURNER_SEED_KEY = "acre_burner_wallet_seed";

const SEED_BYTES = 32;

/** DER header of an Ed25519 private key; the 32 bytes of the seed follow it. */
const PKCS8_HEADER = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]);

export interface BurnerKey {
  readonly keypair: Keypair;
  readonly signMessage: (message: Uint8Array) => Promise<Uint8Array>;
}

function toKey(seed: Uint8Array): BurnerKey {
  return {
    keypair: Keypair.fromSeed(seed),
    signMessage: (message) => signWithSeed(seed, message),
  };
}

/** web3.js signs transactions only; messages are signed by the browser's own Ed25519. */
async function signWithSeed(seed: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const pkcs8 = Uint8Array.from([...PKCS8_HEADER, ...seed]);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("Ed25519", key, Uint8Array.from(message)));
}

/** The key of this browser, or null when there is none (or an unreadable one). */
export function loadBurnerKey(): BurnerKey | null {
  try {
    const text = localStorage.getItem(BURNER_SEED_KEY);
    const seed = text === null ? null : bs58.decode(text);
    return seed?.length === SEED_BYTES ? toKey(seed) : null;
  } catch {
    return null;
  }
}

export function createBurnerKey(): BurnerKey {
  const seed = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  localStorage.setItem(BURNER_SEED_KEY, bs58.encode(seed));
  return toKey(seed);
}
