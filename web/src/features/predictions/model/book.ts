/** The order book of one question as one ladder in YES prices, folded from the stream. */
import { asList, asObject, count } from "@/api/json";
import { ParseError } from "@/domain/parse";

/** Points that a contract of the winning side pays; the two prices of a pair add up to it. */
export const PAYOUT = 100;
export const PRICE_MIN = 1;
export const PRICE_MAX = PAYOUT - 1;

/** Resting contracts by price: bids for YES and bids for NO, each in its own price. */
export interface Book {
  readonly sequence: number;
  readonly yes: ReadonlyMap<number, number>;
  readonly no: ReadonlyMap<number, number>;
}

/** One price level. A bid for NO at q is an offer of YES at 100 − q. */
export interface LadderRow {
  readonly yesPrice: number;
  readonly contracts: number;
  /** Contracts at this price and all better ones. */
  readonly total: number;
}

/** Offers and bids of YES, both best first. */
export interface Ladder {
  readonly asks: readonly LadderRow[];
  readonly bids: readonly LadderRow[];
}

type Side = ReadonlyMap<number, number>;

function foldSide(known: Side, value: unknown, what: string): Side {
  const rows = asList(value, what);
  if (rows.length === 0) return known;
  const next = new Map(known);
  for (const item of rows) {
    const row = asObject(item, what);
    const [price, contracts] = [count(row, "price"), count(row, "contracts")];
    if (!Number.isInteger(price) || price < PRICE_MIN || price > PRICE_MAX || contracts < 0) {
      throw new ParseError(`${what}: no level: ${contracts} at ${price}`);
    }
    if (contracts === 0) next.delete(price);
    else next.set(price, contracts);
  }
  return next;
}

const NO_LEVELS: Side = new Map();

/** The whole book of an answer or a snapshot, `{orderBook: {…}}`. */
export function readBook(value: unknown): Book {
  const row = asObject(asObject(value, "book")["orderBook"], "orderBook");
  return {
    sequence: count(row, "sequence"),
    yes: foldSide(NO_LEVELS, row["yes"], "yes"),
    no: foldSide(NO_LEVELS, row["no"], "no"),
  };
}

/** The book after a delta: each level named comes with its new total, 0 takes it away. */
export function foldBook(book: Book, delta: unknown): Book {
  const row = asObject(delta, "book");
  return {
    sequence: count(row, "sequence"),
    yes: foldSide(book.yes, row["yes"], "yes"),
    no: foldSide(book.no, row["no"], "no"),
  };
}

function rows(levels: Side, toYes: (price: number) => number): readonly LadderRow[] {
  let total = 0;
  return [...levels]
    .sort(([a], [b]) => b - a)
    .map(([price, contracts]) => {
      total += contracts;
      return { yesPrice: toYes(price), contracts, total };
    });
}

export function ladder(book: Book): Ladder {
  return {
    asks: rows(book.no, (price) => PAYOUT - price),
    bids: rows(book.yes, (price) => price),
  };
}

/** Corners of a side's depth as a staircase: x a YES price, y the contracts up to it. */
export function depthSteps(side: readonly LadderRow[], end: number): readonly [number, number][] {
  const steps: [number, number][] = [];
  let total = 0;
  for (const row of side) {
    steps.push([row.yesPrice, total], [row.yesPrice, row.total]);
    total = row.total;
  }
  if (steps.length > 0) steps.push([end, total]);
  return steps;
}
