/** The wire format of transactions, legacy and version 0, read as strictly as the chain does. */
import { toBase58 } from "./base58.js";

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const VERSIONED = 0x80;

export interface Instruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

export interface Transaction {
  readonly signatures: readonly Uint8Array[];
  /** The bytes that are signed. */
  readonly message: Uint8Array<ArrayBuffer>;
  /** The first accounts of the message sign; the very first pays. */
  readonly signerCount: number;
  readonly keys: readonly string[];
  readonly instructions: readonly Instruction[];
  /** Whether it names accounts by lookup tables, which are not in `keys`. */
  readonly hasLookups: boolean;
}

class Reader {
  #place = 0;

  constructor(private readonly bytes: Uint8Array<ArrayBuffer>) {}

  get place(): number {
    return this.#place;
  }

  get isAtEnd(): boolean {
    return this.#place === this.bytes.length;
  }

  byte(): number {
    const value = this.bytes[this.#place];
    if (value === undefined) throw new RangeError("it ends too early");
    this.#place += 1;
    return value;
  }

  take(count: number): Uint8Array<ArrayBuffer> {
    const end = this.#place + count;
    if (end > this.bytes.length) throw new RangeError("it ends too early");
    const part = this.bytes.slice(this.#place, end);
    this.#place = end;
    return part;
  }

  /** A length of one to three bytes, in its shortest spelling. */
  count(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        if ((byte === 0 && shift > 0) || value > 0xffff) break;
        return value;
      }
    }
    throw new RangeError("a length is spelled wrongly");
  }

  list<T>(read: () => T): T[] {
    return Array.from({ length: this.count() }, read);
  }
}

/** Throws RangeError for bytes that are no transaction. */
export function readTransaction(bytes: Uint8Array): Transaction {
  const own = Uint8Array.from(bytes);
  const reader = new Reader(own);
  const signatures = reader.list(() => reader.take(SIGNATURE_BYTES));
  const message = own.slice(reader.place);
  const facts = readMessage(reader);
  if (!reader.isAtEnd) throw new RangeError("it has more bytes than it says");
  if (facts.signerCount !== signatures.length) throw new RangeError("signatures are missing");
  return { signatures, message, ...facts };
}

function readMessage(reader: Reader): Omit<Transaction, "message" | "signatures"> {
  let signerCount = reader.byte();
  const isVersioned = signerCount >= VERSIONED;
  if (isVersioned) {
    if (signerCount !== VERSIONED) throw new RangeError("its version is unknown");
    signerCount = reader.byte();
  }
  const [readonlySigners, readonlyOthers] = [reader.byte(), reader.byte()];
  const keys = reader.list(() => toBase58(reader.take(KEY_BYTES)));
  if (readonlySigners >= signerCount || signerCount + readonlyOthers > keys.length) {
    throw new RangeError("its header does not fit its accounts");
  }
  reader.take(KEY_BYTES); // the blockhash
  const rows = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.list(() => reader.byte()),
    data: reader.take(reader.count()),
  }));
  const lookups = isVersioned ? reader.list(() => readLookup(reader)) : [];
  // With tables an index may lead beyond the keys: such a message has no instructions to read.
  const hasLookups = lookups.length > 0;
  const instructions = hasLookups ? [] : rows.map((row) => resolved(row, keys));
  return { signerCount, keys, instructions, hasLookups };
}

function readLookup(reader: Reader): void {
  reader.take(KEY_BYTES);
  reader.list(() => reader.byte());
  reader.list(() => reader.byte());
}

interface Row {
  readonly program: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

function resolved(row: Row, keys: readonly string[]): Instruction {
  const keyAt = (place: number) => {
    const key = keys[place];
    if (key === undefined) throw new RangeError("an account is missing");
    return key;
  };
  if (row.program === 0) throw new RangeError("the payer is no program");
  return { program: keyAt(row.program), accounts: row.accounts.map(keyAt), data: row.data };
}

/** A transaction of one signer with its signature. */
export function signedTransaction(message: Uint8Array, signature: Uint8Array): Uint8Array {
  if (signature.length !== SIGNATURE_BYTES) throw new RangeError("a signature has 64 bytes");
  return Uint8Array.of(1, ...signature, ...message);
}
