/** The order ticket: what is typed, and how it changes. */
import { readInput } from "@/domain/parse";
import { PAYOUT } from "./book";
import { POINT_E6 } from "./cost";

export type Side = "yes" | "no";
export type Force = "gtc" | "gtd" | "ioc" | "fok";
export type Prevention = "cancelResting" | "cancelIncoming" | "both";

export const CONTRACTS_MAX = 100_000;

export interface OrderForm {
  readonly action: "buy" | "sell";
  /** The contract that is bought or sold; the price is its price. */
  readonly side: Side;
  readonly type: "limit" | "market";
  /** Points to spend; of a purchase at the market. */
  readonly points: string;
  /** Of a limit order. */
  readonly price: string;
  /** Of a sale and of a limit order. */
  readonly contracts: string;
  readonly force: Force;
  /** Engine hours until a "gtd" order ends. */
  readonly hours: string;
  readonly isPostOnly: boolean;
  readonly prevention: Prevention;
}

export const FIRST_FORM: OrderForm = {
  action: "buy",
  side: "yes",
  type: "market",
  points: "",
  price: "",
  contracts: "",
  force: "gtc",
  hours: "24",
  isPostOnly: false,
  prevention: "cancelResting",
};

export type FormChange =
  | { readonly kind: "set"; readonly values: Partial<OrderForm> }
  /** A level of the book was picked; the ladder's prices are those of YES. */
  | { readonly kind: "pick"; readonly yesPrice: number }
  | { readonly kind: "placed" };

function flipped(price: string): string {
  return /^[1-9][0-9]?$/.test(price) ? String(PAYOUT - Number(price)) : price;
}

export function formReducer(form: OrderForm, change: FormChange): OrderForm {
  switch (change.kind) {
    case "pick": {
      const price = form.side === "yes" ? change.yesPrice : PAYOUT - change.yesPrice;
      return { ...form, type: "limit", price: String(price) };
    }
    case "placed":
      return { ...form, points: "", contracts: "" };
    case "set": {
      const next = { ...form, ...change.values };
      const isOtherSide = next.side !== form.side && change.values.price === undefined;
      // The same book level as a price of the other contract.
      const price = isOtherSide ? flipped(form.price) : next.price;
      const rests = next.force === "gtc" || next.force === "gtd";
      return { ...next, price, isPostOnly: next.isPostOnly && rests && next.type === "limit" };
    }
  }
}

export type Read = { readonly value: number | null; readonly error: string | null };

/** Reads a whole number within bounds, with the sentences of every amount field. */
export function readWhole(text: string, min: number, max: number, name: string): Read {
  if (text.trim() === "") return { value: null, error: null };
  const { value: raw, error } = readInput(text, "PointsE6");
  const wrong = (sentence: string) => ({ value: null, error: sentence });
  if (raw === null) return wrong(error.replace(/^At most .*/, "Enter a whole number."));
  if (raw % POINT_E6 !== 0n) return wrong("Enter a whole number.");
  const bounds = `${name} must be from ${min} to ${max.toLocaleString("en-US")}.`;
  const number = raw / POINT_E6;
  return number < BigInt(min) || number > BigInt(max)
    ? wrong(bounds)
    : { value: Number(number), error: null };
}

export function other(side: Side): Side {
  return side === "yes" ? "no" : "yes";
}

/** Selling a contract at p is buying the other one at 100 − p. */
export function bought(form: Pick<OrderForm, "action" | "side">, price: number) {
  return form.action === "buy"
    ? { side: form.side, price }
    : { side: other(form.side), price: PAYOUT - price };
}
