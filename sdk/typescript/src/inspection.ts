/**
 * Inspection of a transaction that a server built, before a wallet signs it.
 *
 * A server is a stranger. A wallet signs only a transaction that can do nothing but what was asked:
 * one memo, the command, line by line; a bounded fee; the deposit of the command, to the vault that
 * the wallet knows; lamports for a delegate; the wallet's own token accounts. Every instruction is
 * read, and one that nothing asked for is refused.
 */
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  tokenAccount,
} from "./chain/addresses.js";
import { type Instruction, readTransaction, type Transaction } from "./chain/wire.js";
import { UnsafeTransaction } from "./errors.js";

const TRANSACTION_BYTES_MAX = 1232;
const SIGNATURE_FEE = 5_000n; // lamports
const UNITS_WITHOUT_LIMIT = 1_400_000n; // the most that a transaction may use
const MICRO = 1_000_000n;
const MAGIC = "Acre v1";
const ANY_MAGIC = /^Acre v1 [a-z0-9-]{1,32}$/;
const SET_LIMIT = 2; // tags of the compute budget program
const SET_PRICE = 3;
const TRANSFER_CHECKED = 12;
const TRANSFER = [2, 0, 0, 0];
const CREATE_IDEMPOTENT = [1];
const INTEGER = /^(?:0|[1-9][0-9]{0,19})$/;
const OTHER_ACCOUNT = "it makes another token account than the wallet's own";

/** Tokens that a command takes along, in the smallest unit; the vault is a token account. */
export interface Deposit {
  readonly mint: string;
  readonly vault: string;
  readonly amount: bigint;
  readonly decimals: number;
}

/** Lamports for the fees of a delegate. */
export interface TopUp {
  readonly receiver: string;
  readonly lamports: bigint;
}

/** A line of a memo: its name, and its text or what decides on it. */
export type Line = readonly [name: string, text: string | ((text: string) => boolean)];

/** The expected transaction, and the bounds of what the server chooses. */
export interface Asked {
  readonly wallet: string;
  /** As memos name it; null: any, where the wallet knows no name and only the blockhash binds. */
  readonly chain: string | null;
  readonly command: string;
  /** Those of the memo between the command and its nonce, in their order. */
  readonly lines: readonly Line[];
  /** Whose token accounts of the wallet may be created. */
  readonly mints: readonly string[];
  readonly nonceMin: number;
  readonly nonceMax: number;
  /** Slot. */
  readonly expiresMax: number;
  /** Lamports. */
  readonly feeMax: bigint;
  readonly deposit?: Deposit | null;
  readonly topUp?: TopUp | null;
}

/** A transaction that may be signed, its fee in lamports, and the nonce of its memo. */
export interface Inspected {
  readonly transaction: Transaction;
  readonly fee: bigint;
  readonly nonce: number;
}

/** What may be signed; throws UnsafeTransaction for anything but what was asked. */
export async function inspect(bytes: Uint8Array, asked: Asked): Promise<Inspected> {
  const transaction = decoded(bytes);
  if (transaction.signerCount !== 1)
    throw new UnsafeTransaction("it asks for signatures of others");
  if (transaction.keys[0] !== asked.wallet) {
    throw new UnsafeTransaction("another wallet pays its fee");
  }
  const parts = new Parts(asked);
  for (const instruction of transaction.instructions) await parts.read(instruction);
  const nonce = checkMemo(parts.memo(), asked);
  const fee = feeOf(parts.budget);
  if (fee > asked.feeMax) throw new UnsafeTransaction(`its fee is ${fee} lamports`);
  return { transaction, fee, nonce };
}

function decoded(bytes: Uint8Array): Transaction {
  if (bytes.length > TRANSACTION_BYTES_MAX) throw new UnsafeTransaction("it is too large");
  let transaction: Transaction;
  try {
    transaction = readTransaction(bytes);
  } catch (error) {
    throw new UnsafeTransaction("it cannot be decoded", error);
  }
  if (transaction.hasLookups) throw new UnsafeTransaction("it hides accounts in a lookup table");
  return transaction;
}

/** What the instructions of a transaction do. */
class Parts {
  readonly budget = new Map<number, bigint>();
  readonly #memos: Uint8Array[] = [];
  readonly #created = new Set<string>();
  #awaitedDeposit: Deposit | null;
  #awaitedTopUp: TopUp | null;

  constructor(private readonly asked: Asked) {
    this.#awaitedDeposit = asked.deposit ?? null;
    this.#awaitedTopUp = asked.topUp ?? null;
  }

  /** Notes what an instruction does; throws for one that nothing asked for. */
  async read({ program, accounts, data }: Instruction): Promise<void> {
    if (program === MEMO_PROGRAM) {
      if (!areEqual(accounts, [this.asked.wallet])) {
        throw new UnsafeTransaction("its memo is not the wallet's alone");
      }
      this.#memos.push(data);
    } else if (program === COMPUTE_BUDGET_PROGRAM) {
      this.#readBudget(data);
    } else if (program === ASSOCIATED_TOKEN_PROGRAM) {
      await this.#readCreation(accounts, data);
    } else if (program === TOKEN_PROGRAM && this.#awaitedDeposit !== null) {
      await this.#readDeposit(accounts, data, this.#awaitedDeposit);
    } else if (program === SYSTEM_PROGRAM && this.#awaitedTopUp !== null) {
      this.#readTopUp(accounts, data, this.#awaitedTopUp);
    } else {
      throw new UnsafeTransaction(`it calls ${program}`);
    }
  }

  /** The one memo, once all that was asked for is there. */
  memo(): Uint8Array {
    const [memo] = this.#memos;
    if (memo === undefined || this.#memos.length !== 1) {
      throw new UnsafeTransaction(`it has ${this.#memos.length} memos`);
    }
    if (this.#awaitedDeposit !== null) throw new UnsafeTransaction("its deposit is missing");
    if (this.#awaitedTopUp !== null) {
      throw new UnsafeTransaction("its lamports for the delegate are missing");
    }
    return memo;
  }

  /** Notes the limit (u32) or the price (u64) that an instruction sets. */
  #readBudget(data: Uint8Array): void {
    const tag = data[0] ?? 0;
    const isKnown =
      (tag === SET_LIMIT && data.length === 5) || (tag === SET_PRICE && data.length === 9);
    if (!isKnown || this.budget.has(tag)) {
      throw new UnsafeTransaction("its compute budget is not a limit and a price");
    }
    this.budget.set(
      tag,
      [...data.slice(1)].reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n),
    );
  }

  async #readCreation(accounts: readonly string[], data: Uint8Array): Promise<void> {
    const { wallet, mints } = this.asked;
    const mint = accounts[3];
    const isFit = areEqual([...data], CREATE_IDEMPOTENT) && accounts.length === 6;
    if (!isFit || mint === undefined || !mints.includes(mint) || this.#created.has(mint)) {
      throw new UnsafeTransaction(OTHER_ACCOUNT);
    }
    const own = await tokenAccount(wallet, mint);
    if (!areEqual(accounts, [wallet, own, wallet, mint, SYSTEM_PROGRAM, TOKEN_PROGRAM])) {
      throw new UnsafeTransaction(OTHER_ACCOUNT);
    }
    this.#created.add(mint);
  }

  async #readDeposit(accounts: readonly string[], data: Uint8Array, due: Deposit): Promise<void> {
    const { wallet } = this.asked;
    if (!areEqual([...data], [TRANSFER_CHECKED, ...u64(due.amount), due.decimals])) {
      throw new UnsafeTransaction("it moves tokens otherwise than by the transfer of the deposit");
    }
    const source = await tokenAccount(wallet, due.mint);
    if (!areEqual(accounts, [source, due.mint, due.vault, wallet])) {
      throw new UnsafeTransaction("its tokens do not go from the wallet to the vault");
    }
    this.#awaitedDeposit = null;
  }

  #readTopUp(accounts: readonly string[], data: Uint8Array, due: TopUp): void {
    if (!areEqual([...data], [...TRANSFER, ...u64(due.lamports)])) {
      throw new UnsafeTransaction("it moves other lamports than were asked for");
    }
    if (!areEqual(accounts, [this.asked.wallet, due.receiver])) {
      throw new UnsafeTransaction("its lamports do not go to the delegate");
    }
    this.#awaitedTopUp = null;
  }
}

function areEqual<T>(found: readonly T[], expected: readonly T[]): boolean {
  return found.length === expected.length && found.every((one, at) => one === expected[at]);
}

function u64(value: bigint): number[] {
  return Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(8 * at)) & 255n));
}

function feeOf(budget: ReadonlyMap<number, bigint>): bigint {
  const limit = budget.get(SET_LIMIT) ?? UNITS_WITHOUT_LIMIT;
  const units = limit < UNITS_WITHOUT_LIMIT ? limit : UNITS_WITHOUT_LIMIT;
  const priority = units * (budget.get(SET_PRICE) ?? 0n);
  return SIGNATURE_FEE + (priority + MICRO - 1n) / MICRO;
}

/** Compares the memo with the command that was asked for; its nonce. */
function checkMemo(data: Uint8Array, asked: Asked): number {
  if (data.some((byte) => byte > 127)) throw new UnsafeTransaction("its memo is not ASCII");
  const [magic, command, ...rest] = String.fromCharCode(...data).split("\n");
  const isOfChain =
    asked.chain === null ? ANY_MAGIC.test(magic ?? "") : magic === `${MAGIC} ${asked.chain}`;
  if (!isOfChain) {
    throw new UnsafeTransaction("its memo is no command of this exchange");
  }
  if (command !== asked.command) {
    throw new UnsafeTransaction(`its memo is another command than ${asked.command}`);
  }
  if (rest.length !== asked.lines.length + 2) {
    throw new UnsafeTransaction("its memo has other fields than were asked for");
  }
  for (const [at, [name, text]] of asked.lines.entries()) {
    const line = rest[at] ?? "";
    const isFit =
      typeof text === "string"
        ? line === `${name} ${text}`
        : line.startsWith(`${name} `) && text(line.slice(name.length + 1));
    if (!isFit) {
      throw new UnsafeTransaction(`its memo has another ${name} than was asked for`);
    }
  }
  const nonce = lastOf(rest.at(-2), "nonce");
  const expires = lastOf(rest.at(-1), "expires");
  if (nonce < BigInt(asked.nonceMin)) throw new UnsafeTransaction("its nonce is out of bounds");
  if (nonce > BigInt(asked.nonceMax)) {
    const text = "its nonce is out of bounds: later than the clock of this machine allows";
    throw new UnsafeTransaction(text);
  }
  if (expires > BigInt(asked.expiresMax)) throw new UnsafeTransaction("its memo expires too late");
  return Number(nonce);
}

function lastOf(line: string | undefined, name: string): bigint {
  const text = line?.startsWith(`${name} `) ? line.slice(name.length + 1) : "";
  if (!INTEGER.test(text)) throw new UnsafeTransaction(`its memo has no ${name}`);
  return BigInt(text);
}
