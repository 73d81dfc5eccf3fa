// The data of instructions that the client libraries do not build themselves.
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
export const MINT_BYTES = 82;
export const SOL = 1_000_000_000n;

export function check(condition, what) {
  if (!condition) throw new Error(`failed: ${what}`);
}

export function u32(value) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

export function u64(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}

export function join(...parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

// Instructions of the token program, by their first byte.
export const initializeMint = (decimals, authority) =>
  join([20, decimals], authority, [0]);
export const mintTo = (amount) => join([7], u64(amount));
export const transferChecked = (amount, decimals) => join([12], u64(amount), [decimals]);
export const CREATE_IDEMPOTENT = new Uint8Array([1]);

/** Make the node go wrong once, past the client library. */
export async function fault(url, config) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'acreFault', params: [config] });
  const answer = await fetch(url, {
    method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
  check((await answer.json()).result === true, `fault ${JSON.stringify(config)}`);
}
