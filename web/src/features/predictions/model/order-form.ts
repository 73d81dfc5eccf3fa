/** The order box: what is typed, what it means as an order of the contract, what is wrong with it. */
import { DECIMALS, type PointsE6 } from "@/domain/amounts";
import { formatAmount } from "@/domain/format";
import { readInput } from "@/domain/parse";
import { PAYOUT, PRICE_MAX, PRICE_MIN } from "./book";

export type Side = "yes" | "no";
export type Force = "gtc" | "gtd" | "ioc" | "fok";
export type Prevention = "cancelResting" | "cancelIncoming" | "both";

export const CONTRACTS_MAX = 100_000;
const POINT_E6 = 10n ** BigInt(DECIMALS.PointsE6);
const HOUR_S = 3_600;
/** Once a day an order brings a wallet back to so many points. */
const TOP_UP_E6 = 1_000n * POINT_E6;

export interface OrderForm {
  readonly action: "buy" | "sell";
  /** The contract that is bought or sold; the price is its price. */
  readonly side: Side;
  readonly type: "limit" | "market";
  readonly price: string;
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
  type: "limit",
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
      return { ...form, contracts: "" };
    case "set": {
      const next = { ...form, ...change.values };
      const isOtherSide = next.side !== form.side && change.values.price === undefined;
      // The same book level as a price of the other contract.
      const samePrice = isOtherSide ? flipped(form.price) : next.price;
      // The limit is not a worst price: a market order would rarely fill at it.
      const price = next.type === "market" && form.type === "limit" ? "" : samePrice;
      const rests = next.force === "gtc" || next.force === "gtd";
      return { ...next, price, isPostOnly: next.isPostOnly && rests && next.type === "limit" };
    }
  }
}

/** Body of POST /predictions/markets/{marketId}/orders (API 5.7). */
export interface OrderBody {
  readonly type: "limit" | "market";
  readonly side: Side;
  readonly price?: number;
  readonly contracts: number;
  readonly timeInForce: Force;
  readonly expiresAt?: number;
  readonly postOnly?: true;
  readonly selfTradePrevention: Prevention;
}

export interface FormFacts {
  /** Engine time; null before the first reading of the clock. */
  readonly nowS: number | null;
  readonly closesAtS: number;
  readonly availableE6: PointsE6 | null;
  readonly openE6: PointsE6 | null;
  /** Contracts held of each side. */
  readonly held: Readonly<Record<Side, number>>;
}

export interface FormErrors {
  readonly price: string | null;
  readonly contracts: string | null;
  readonly hours: string | null;
}

export interface CheckedForm {
  /** null while something is wrong or missing. */
  readonly body: OrderBody | null;
  /** Only about what has been typed; an empty field is not wrong yet. */
  readonly errors: FormErrors;
}

type Read = { readonly value: number | null; readonly error: string | null };

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

function other(side: Side): Side {
  return side === "yes" ? "no" : "yes";
}

/** Selling a contract at p is buying the other one at 100 − p. */
export function bought(form: Pick<OrderForm, "action" | "side">, price: number) {
  return form.action === "buy"
    ? { side: form.side, price }
    : { side: other(form.side), price: PAYOUT - price };
}

/** The most contracts of an order that what is held can cover; a covered one reserves nothing. */
export function coverable(form: Pick<OrderForm, "action" | "side">, held: FormFacts["held"]) {
  return held[other(bought(form, 50).side)];
}

function pointsError(form: OrderForm, price: number, contracts: number, facts: FormFacts) {
  const { availableE6, openE6, held } = facts;
  if (availableE6 === null || openE6 === null || form.type === "market") return null;
  const uncovered = Math.max(0, contracts - coverable(form, held));
  const toppedUpE6 = TOP_UP_E6 - openE6;
  const mostE6 = availableE6 > toppedUpE6 ? availableE6 : toppedUpE6;
  const neededE6 = BigInt(uncovered * bought(form, price).price) * POINT_E6;
  if (neededE6 <= mostE6) return null;
  const points = (valueE6: bigint) => formatAmount(valueE6, "PointsE6");
  return `Needs ${points(neededE6)} points; you have ${points(availableE6)} available.`;
}

function expiry(form: OrderForm, facts: FormFacts): Read {
  if (form.type === "market" || form.force !== "gtd") return { value: null, error: null };
  const hours = readWhole(form.hours, 1, 100_000, "Hours");
  if (hours.value === null) return hours;
  if (facts.nowS === null) return { value: null, error: null };
  const atS = Math.floor(facts.nowS) + hours.value * HOUR_S;
  return atS > facts.closesAtS
    ? { value: null, error: "The order must end before the question closes." }
    : { value: atS, error: null };
}

/** Reads the form as an order; refuses in words what the server would refuse. */
export function checkForm(form: OrderForm, facts: FormFacts): CheckedForm {
  const price = readWhole(form.price, PRICE_MIN, PRICE_MAX, "The price");
  const contracts = readWhole(form.contracts, 1, CONTRACTS_MAX, "Contracts");
  const expiresAt = expiry(form, facts);
  const isPriced = price.value !== null || (form.type === "market" && form.price.trim() === "");
  const needsTime = form.type === "limit" && form.force === "gtd";
  const tooMuch =
    price.value === null || contracts.value === null
      ? null
      : pointsError(form, price.value, contracts.value, facts);
  const errors = {
    price: price.error,
    contracts: contracts.error ?? tooMuch,
    hours: expiresAt.error,
  };
  const isWrong = errors.price !== null || errors.contracts !== null || errors.hours !== null;
  if (isWrong || !isPriced || contracts.value === null || (needsTime && expiresAt.value === null)) {
    return { body: null, errors };
  }
  const order = price.value === null ? null : bought(form, price.value);
  return {
    body: {
      type: form.type,
      side: order?.side ?? bought(form, 50).side,
      ...(order ? { price: order.price } : {}),
      contracts: contracts.value,
      timeInForce: form.type === "market" ? "ioc" : form.force,
      ...(expiresAt.value === null ? {} : { expiresAt: expiresAt.value }),
      ...(form.isPostOnly ? { postOnly: true } : {}),
      selfTradePrevention: form.prevention,
    },
    errors,
  };
}

/** "Buy 10 YES at 40", the form's own words; parts that are missing are left out. */
export function orderWords(form: OrderForm): string {
  const verb = form.action === "buy" ? "Buy" : "Sell";
  const contracts = readWhole(form.contracts, 1, CONTRACTS_MAX, "").value;
  const price = readWhole(form.price, PRICE_MIN, PRICE_MAX, "").value;
  const amount = contracts === null ? "" : ` ${contracts.toLocaleString("en-US")}`;
  const at = form.type === "market" ? " at market" : price === null ? "" : ` at ${price}`;
  return `${verb}${amount} ${form.side.toUpperCase()}${at}`;
}
