/** Programs of the chain, and the addresses that follow from others. */
import { fromBase58, toBase58 } from "./base58.js";

export const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const ASSOCIATED_TOKEN_PROGRAM = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
export const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
export const COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";
export const SYSTEM_PROGRAM = "11111111111111111111111111111111";

const KEY_BYTES = 32;
const BUMP_MAX = 255;
const MARKER = new TextEncoder().encode("ProgramDerivedAddress");
const P = 2n ** 255n - 19n; // the field of curve 25519
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** Throws RangeError for a text that is no address. */
export function addressBytes(text: string): Uint8Array<ArrayBuffer> {
  return fromBase58(text, KEY_BYTES);
}

/** The associated token account of an owner. */
export async function tokenAccount(owner: string, mint: string): Promise<string> {
  const seeds = [owner, TOKEN_PROGRAM, mint].map(addressBytes);
  return await programAddress(seeds, ASSOCIATED_TOKEN_PROGRAM);
}

/** The address of a program's account: the first hash, counted down, that is no public key. */
async function programAddress(seeds: readonly Uint8Array[], program: string): Promise<string> {
  const [start, end] = [seeds.flatMap((seed) => [...seed]), addressBytes(program)];
  for (let bump = BUMP_MAX; bump >= 0; bump -= 1) {
    const bytes = Uint8Array.of(...start, bump, ...end, ...MARKER);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    if (!isOnCurve(hash)) return toBase58(hash);
  }
  throw new RangeError("there is no such address");
}

/** Whether x² = (y² − 1) / (d·y² + 1) has a root for the y that the bytes spell. */
function isOnCurve(bytes: Uint8Array): boolean {
  const text = [...bytes].reverse().map((byte) => byte.toString(16).padStart(2, "0"));
  const y = BigInt.asUintN(255, BigInt(`0x${text.join("")}`));
  const [u, v] = [(y * y - 1n) % P, (D * y * y + 1n) % P];
  return power((u * v + P) % P, (P - 1n) / 2n) <= 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}
