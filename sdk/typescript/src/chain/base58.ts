/** Base58, the text form of addresses and signatures. */

const LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const TEXT_MAX = 96; // a signature has at most 88

export function toBase58(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  let text = "";
  for (; value > 0n; value /= 58n) text = LETTERS.charAt(Number(value % 58n)) + text;
  const firstUsed = bytes.findIndex((byte) => byte !== 0);
  return LETTERS.charAt(0).repeat(firstUsed < 0 ? bytes.length : firstUsed) + text;
}

/** The bytes of a text; throws RangeError unless it is the one spelling of so many bytes. */
export function fromBase58(text: string, length: number): Uint8Array<ArrayBuffer> {
  let value = 0n;
  for (const letter of text.slice(0, TEXT_MAX)) {
    const digit = LETTERS.indexOf(letter);
    if (digit < 0) throw new RangeError("not base58");
    value = value * 58n + BigInt(digit);
  }
  const bytes = new Uint8Array(length);
  for (let place = length - 1; place >= 0; place -= 1, value /= 256n) {
    bytes[place] = Number(value % 256n);
  }
  if (value !== 0n || toBase58(bytes) !== text) throw new RangeError(`not ${length} bytes`);
  return bytes;
}
