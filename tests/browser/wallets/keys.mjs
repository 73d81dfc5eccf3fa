import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Base58 of some bytes, as addresses are written. */
function base58(bytes) {
  let number = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)] + text;
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}

/** What a key that was given to a page signs here, in base58. */
export function signText(key, text) {
  const der = { key: Buffer.from(key.pkcs8), format: "der", type: "pkcs8" };
  return base58(sign(null, Buffer.from(text), createPrivateKey(der)));
}

/** A throw-away key in forms that can be given to a page. */
export function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const bytes = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  return {
    address: base58(bytes),
    publicKey: [...bytes],
    pkcs8: [...privateKey.export({ format: "der", type: "pkcs8" })],
  };
}
