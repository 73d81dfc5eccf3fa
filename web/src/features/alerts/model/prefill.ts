/** What a new alert begins with, from the address: `?market=AUS&price=103.23` or `?question=7`. */

export interface Prefill {
  readonly kind: "price" | "questionClosing";
  /** Symbol of a market; null is the first one. */
  readonly symbol: string | null;
  readonly price: string;
  /** Id of a question as a decimal string; null is the first one. */
  readonly question: string | null;
}

/** Dollars and cents; further digits of an index price are cut off. */
const PRICE = /^([0-9]{1,9})(?:(\.[0-9]{1,2})[0-9]{0,6})?$/;

/** The router writes numbers without quotes: they arrive as numbers. */
const textOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** The address is untrusted input: malformed values are ignored. */
export function prefillOf(search: Readonly<Record<string, unknown>>): Prefill {
  const symbol = textOf(search["market"]);
  const [, whole = "", cents = ""] = PRICE.exec(textOf(search["price"])) ?? [];
  const question = textOf(search["question"]);
  const isQuestion = /^[1-9][0-9]{0,9}$/.test(question);
  return {
    kind: isQuestion ? "questionClosing" : "price",
    symbol: /^[A-Z0-9-]{1,20}$/.test(symbol) ? symbol : null,
    price: `${whole}${cents}`,
    question: isQuestion ? question : null,
  };
}
