/**
 * Checks what the browser key signs. The server builds the transaction, and may be hostile: only an
 * order that equals the one that was asked for, paid by the key within a small fee, may be signed.
 */
import { type MessageCompiledInstruction, VersionedTransaction } from "@solana/web3.js";
import type { DelegatedOrder, DelegatedTrade, DelegatedWaiting } from "@/api/one-click";

class UnexpectedOrderError extends Error {
  override readonly name = "UnexpectedOrderError";
  readonly difference: string;

  constructor(difference: string) {
    super("The server built a different order than you asked for. Nothing was signed.");
    this.difference = difference;
  }
}

const COMPUTE_BUDGET = "ComputeBudget111111111111111111111111111111";
const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const UNIT_LIMIT = 2;
const UNIT_PRICE = 3;
/** Priority fee of one order; the builders stay below a tenth of it. */
const FEE_MAX_MICRO_LAMPORTS = 20_000n * 1_000_000n;
/** Of the size and the price that were shown; they move between quote and order. */
const TOLERANCE = 200n;

function ensure(condition: boolean, what: string): asserts condition {
  if (!condition) throw new UnexpectedOrderError(what);
}

/** Throws `UnexpectedOrderError` unless the transaction is exactly this order. */
export function checkOrder(bytes: Uint8Array, order: DelegatedOrder): VersionedTransaction {
  const transaction = decoded(bytes);
  const { message } = transaction;
  const keys = message.staticAccountKeys.map((key) => key.toBase58());
  ensure(transaction.version === "legacy", "not a legacy transaction");
  ensure(message.addressTableLookups.length === 0, "an address table");
  ensure(message.header.numRequiredSignatures === 1, "another signer");
  ensure(keys[0] === order.key, "another fee payer");
  const memos = message.compiledInstructions.filter((row) => keys[row.programIdIndex] === MEMO);
  const others = message.compiledInstructions.filter((row) => keys[row.programIdIndex] !== MEMO);
  ensure(memos.length === 1, "not one memo");
  const [memo] = memos;
  ensure(memo?.accountKeyIndexes.join() === "0", "a memo of another account");
  checkFees(others, keys);
  checkMemo(new TextDecoder("utf-8", { fatal: true }).decode(memo.data), order);
  return transaction;
}

function decoded(bytes: Uint8Array): VersionedTransaction {
  try {
    return VersionedTransaction.deserialize(bytes);
  } catch {
    throw new UnexpectedOrderError("an unreadable transaction");
  }
}

/** One limit and one price of compute units, and nothing else. */
function checkFees(rows: readonly MessageCompiledInstruction[], keys: readonly string[]): void {
  let units = 1_400_000n;
  let price = 0n;
  const seen = new Set<number>();
  for (const { programIdIndex, data, accountKeyIndexes } of rows) {
    ensure(keys[programIdIndex] === COMPUTE_BUDGET, "another instruction");
    // The only account is the read-only marker of the exchange.
    ensure(accountKeyIndexes.length <= 1 && !accountKeyIndexes.includes(0), "another account");
    const [kind = -1] = data;
    ensure(!seen.has(kind), "a repeated instruction");
    seen.add(kind);
    const view = new DataView(Uint8Array.from(data).buffer);
    if (kind === UNIT_LIMIT && data.length === 5) units = BigInt(view.getUint32(1, true));
    else if (kind === UNIT_PRICE && data.length === 9) price = view.getBigUint64(1, true);
    else throw new UnexpectedOrderError("another compute budget");
  }
  ensure(units * price <= FEE_MAX_MICRO_LAMPORTS, "too high a fee");
}

const NUMBER = "(?:0|[1-9][0-9]{0,12})";

type Figure = (value: bigint) => void;

/** The whole memo, line by line; only figures near those shown, nonce and expiry are the server's. */
function checkMemo(text: string, order: DelegatedOrder): void {
  const { lines, figures } = "lines" in order ? waitingLines(order) : tradeLines(order);
  const all = [
    `Acre v1 [a-z0-9-]{1,32}`,
    order.command,
    `owner ${order.owner}`,
    `account ${order.marginAccountId}`,
    ...lines,
    `nonce ${NUMBER}[0-9]*`,
    `expires ${NUMBER}`,
  ];
  const found = new RegExp(`^${all.join("\\n")}$`).exec(text);
  ensure(found !== null, "another command");
  for (const [place, figure] of figures.entries()) figure(raw(found[place + 1] ?? ""));
}

interface Expected {
  /** As expressions, with a group around each figure. */
  readonly lines: readonly string[];
  readonly figures: readonly Figure[];
}

function tradeLines(order: DelegatedTrade): Expected {
  const { size, limit, stop, target } = order;
  const checkSize = (value: bigint) => {
    ensure(size !== null && value > 0n === size > 0n, "another side");
    ensure(isNear(magnitude(value), magnitude(size), order.isExact), "another size");
  };
  const checkLimit = (value: bigint) =>
    ensure(isNear(value, limit, order.isLimitExact), "another price limit");
  const exact = (name: string, price: bigint | null) =>
    price === null ? [] : [`${name} ${decimal(price, 8)}`];
  return {
    lines: [
      `market ${escaped(order.symbol)}`,
      ...(size === null ? [] : [`size ([+-]${NUMBER}\\.[0-9]{6})`]),
      `limit (${NUMBER}\\.[0-9]{8})`,
      ...exact("stop", stop),
      ...exact("target", target),
    ],
    figures: [...(size === null ? [] : [checkSize]), checkLimit],
  };
}

function waitingLines({ lines }: DelegatedWaiting): Expected {
  return {
    lines: lines.map((line) =>
      "text" in line
        ? `${line.name} ${escaped(line.text)}`
        : `${line.name} ([+-]?${NUMBER}\\.[0-9]{${line.digits}})`,
    ),
    figures: lines.flatMap((line) => {
      if ("text" in line) return [];
      const { name, near } = line;
      return (value: bigint) =>
        ensure(
          value > 0n === near > 0n && isNear(magnitude(value), magnitude(near), false),
          `another ${name}`,
        );
    }),
  };
}

function decimal(value: bigint, digits: number): string {
  const text = value.toString().padStart(digits + 1, "0");
  return escaped(`${text.slice(0, -digits)}.${text.slice(-digits)}`);
}

const escaped = (text: string) => text.replace(/[^A-Za-z0-9]/g, "\\$&");
const raw = (text: string) => BigInt(text.replace("+", "").replace(".", ""));
const magnitude = (value: bigint) => (value < 0n ? -value : value);

function isNear(value: bigint, wanted: bigint, isExact: boolean): boolean {
  return isExact ? value === wanted : magnitude(value - wanted) * TOLERANCE <= wanted;
}
