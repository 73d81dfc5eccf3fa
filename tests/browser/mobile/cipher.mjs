/**
 * The encryption of the mobile wallet protocol from the wallet's side, on Node's own primitives, so
 * that the page's package is judged by another implementation.
 */
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { assert, assertEqual } from "../steps.mjs";

export const POINT_BYTES = 65;
const SIGNATURE_BYTES = 64;
export const SEQUENCE_BYTES = 4;
export const IV_BYTES = 12;
export const TAG_BYTES = 16;
const KEY_BYTES = 16;

/** An uncompressed P-256 point as a key of Node. */
function publicKeyOf(point) {
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  return createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
}

/** Checks that a HELLO_REQ was signed by the key in the link; the page's point for the exchange. */
export function readHello(hello, associationPoint) {
  assertEqual(hello.length, POINT_BYTES + SIGNATURE_BYTES, "bytes of the hello");
  const point = hello.subarray(0, POINT_BYTES);
  const key = { key: publicKeyOf(associationPoint), dsaEncoding: "ieee-p1363" };
  assert(verify("sha256", point, key, hello.subarray(POINT_BYTES)), "the hello is not signed");
  return point;
}

/** One direction counts up what it sends, the other demands that what comes rises by one. */
export class Cipher {
  #key;
  #sent = 0;
  #received = 0;
  point;

  constructor(pagePoint, associationPoint) {
    const exchange = createECDH("prime256v1");
    this.point = exchange.generateKeys();
    const secret = exchange.computeSecret(pagePoint);
    this.#key = Buffer.from(
      hkdfSync("sha256", secret, associationPoint, Buffer.alloc(0), KEY_BYTES),
    );
  }

  /** Encrypts with the next number, or with one that is `skip` further. */
  seal(text, skip = 0) {
    this.#sent += 1 + skip;
    const sequence = Buffer.alloc(SEQUENCE_BYTES);
    sequence.writeUInt32BE(this.#sent);
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-128-gcm", this.#key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(sequence);
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([sequence, iv, body, cipher.getAuthTag()]);
  }

  open(message) {
    const sequence = message.subarray(0, SEQUENCE_BYTES);
    assertEqual(sequence.readUInt32BE(), this.#received + 1, "sequence number of the page");
    this.#received += 1;
    const iv = message.subarray(SEQUENCE_BYTES, SEQUENCE_BYTES + IV_BYTES);
    const decipher = createDecipheriv("aes-128-gcm", this.#key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(sequence);
    decipher.setAuthTag(message.subarray(-TAG_BYTES));
    const body = message.subarray(SEQUENCE_BYTES + IV_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  }
}
