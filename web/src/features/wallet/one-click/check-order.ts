/**
 * What the browser key may sign. The server builds the transaction, and may be hostile: only an order
 * that equals the one that was asked for, paid by the key within a small fee, passes the inspection.
 */
import type { Transaction } from "@acre/sdk/chain/wire";
import { inspect, type Line } from "@acre/sdk/inspection";
import type { MemoLine } from "@/api/builders";
import type { DelegatedOrder, DelegatedTrade } from "@/api/one-click";

class UnexpectedOrderError extends Error {
  override readonly name = "UnexpectedOrderError";

  constructor(cause: unknown) {
    super("The server built a different order than you asked for. Nothing was signed.", { cause });
  }
}

/** Lamports of one order; the builders stay far below. */
const FEE_MAX = 25_000n;
/** Of the size and the price that were shown; they move between quote and order. */
const TOLERANCE = 200n;
const FIGURE = /^[+-]?(?:0|[1-9][0-9]{0,12})\.[0-9]+$/;

/** The order as it may be signed; throws `UnexpectedOrderError` unless it is exactly this one. */
export async function checkOrder(bytes: Uint8Array, order: DelegatedOrder): Promise<Transaction> {
  const lines = "lines" in order ? order.lines.map(waitingLine) : tradeLines(order);
  try {
    const { transaction } = await inspect(bytes, {
      wallet: order.key,
      chain: null,
      command: order.command,
      lines: [["owner", order.owner], ["account", String(order.marginAccountId)], ...lines],
      mints: [],
      // Nonce and expiry are the server's: of a key that trades alone they can stop nothing else.
      nonceMin: 0,
      nonceMax: Number.MAX_SAFE_INTEGER,
      expiresMax: Number.MAX_SAFE_INTEGER,
      feeMax: FEE_MAX,
    });
    return transaction;
  } catch (cause) {
    throw new UnexpectedOrderError(cause);
  }
}

function tradeLines({ symbol, size, isExact, limit, isLimitExact, ...order }: DelegatedTrade) {
  const lines: Line[] = [["market", symbol]];
  if (size !== null) lines.push(["size", figure(6, size, isExact)]);
  lines.push(["limit", figure(8, limit, isLimitExact)]);
  for (const name of ["stop", "target"] as const) {
    const price = order[name];
    if (price !== null) lines.push([name, figure(8, price, true)]);
  }
  return lines;
}

function waitingLine(line: MemoLine): Line {
  return [line.name, "text" in line ? line.text : figure(line.digits, line.near, false)];
}

/** Whether a text is this figure, or near it and on the same side of zero. */
function figure(digits: number, wanted: bigint, isExact: boolean): (text: string) => boolean {
  return (text) => {
    if (!FIGURE.test(text) || text.split(".")[1]?.length !== digits) return false;
    const value = BigInt(text.replace("+", "").replace(".", ""));
    if (isExact) return value === wanted;
    const isSameSide = value > 0n === wanted > 0n;
    return isSameSide && magnitude(value - wanted) * TOLERANCE <= magnitude(wanted);
  };
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
