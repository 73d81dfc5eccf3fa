import { generateKeyPairSync, sign } from "node:crypto";
import { requireFromWeb } from "../paths.mjs";
import { assert } from "../steps.mjs";

const { default: bs58 } = requireFromWeb("bs58");

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const VERSION_BIT = 0x80;

/** The account of a wallet app: its key, and what it signs with it. */
export class Account {
  #key;
  publicKey;
  address;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    this.#key = privateKey;
    this.publicKey = publicKey.export({ type: "spki", format: "der" }).subarray(-KEY_BYTES);
    this.address = bs58.encode(this.publicKey);
  }

  sign(bytes) {
    return sign(null, bytes, this.#key);
  }

  /** Puts the signature at the place of this account, which must be one of the signers. */
  signTransaction(bytes) {
    const count = bytes[0];
    const start = 1 + count * SIGNATURE_BYTES;
    const message = bytes.subarray(start);
    const header = (message[0] & VERSION_BIT) === 0 ? 0 : 1;
    // Number of signers, read-only signers, read-only others; then the length of the keys.
    const keys = message.subarray(header + 4);
    const place = Array.from({ length: message[header] }, (_, at) => at).find((at) =>
      keys.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES).equals(this.publicKey),
    );
    assert(place !== undefined, "the wallet is not asked to sign this transaction");
    const signed = Buffer.from(bytes);
    const signature = this.sign(message);
    signature.copy(signed, 1 + place * SIGNATURE_BYTES);
    return { signed, signature };
  }
}

/** The sign-in text of a payload, line by line as the Sign In With Solana standard has it. */
export function signInText(payload) {
  const lines = [
    `${payload.domain} wants you to sign in with your Solana account:`,
    payload.address,
    ...(payload.statement ? ["", payload.statement] : []),
  ];
  const fields = [
    ["URI", payload.uri],
    ["Version", payload.version],
    ["Chain ID", payload.chainId],
    ["Nonce", payload.nonce],
    ["Issued At", payload.issuedAt],
    ["Expiration Time", payload.expirationTime],
    ["Not Before", payload.notBefore],
    ["Request ID", payload.requestId],
  ].filter(([, value]) => value);
  lines.push("", ...fields.map(([name, value]) => `${name}: ${value}`));
  if (payload.resources) lines.push("Resources:", ...payload.resources.map((uri) => `- ${uri}`));
  return lines.join("\n");
}
