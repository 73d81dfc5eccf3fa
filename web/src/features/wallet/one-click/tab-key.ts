/**
 * A key for browsers whose WebCrypto has no Ed25519: it lives in the memory of the tab and ends with
 * it. Nothing but this closure holds its secret: it is stored nowhere, and no field has it. A lazy
 * chunk.
 */
import { ed25519 } from "@noble/curves/ed25519.js";
import bs58 from "bs58";

export interface TabKey {
  readonly address: string;
  readonly sign: (message: Uint8Array) => Promise<Uint8Array>;
  /** Overwrites the secret; it signs nothing afterwards. */
  readonly end: () => void;
}

export function createTabKey(): TabKey {
  const secret = ed25519.utils.randomSecretKey();
  const address = bs58.encode(ed25519.getPublicKey(secret));
  let isOver = false;
  return {
    address,
    sign: async (message) => {
      if (isOver) throw new Error("The key of one-click trading was dropped.");
      return ed25519.sign(message, secret);
    },
    end: () => {
      isOver = true;
      secret.fill(0);
    },
  };
}
