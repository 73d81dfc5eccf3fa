/** Reads the order ticket as an order, with what it pays and brings, and what is wrong with it. */
import type { PointsE6 } from "@/domain/amounts";
import { formatAmount, formatExact } from "@/domain/format";
import { readInput } from "@/domain/parse";
import { type Book, PAYOUT, PRICE_MAX, PRICE_MIN } from "./book";
import { highestFeeOf, POINT_E6, payoutOf, type Taken, take } from "./cost";
import {
  bought,
  CONTRACTS_MAX,
  type Force,
  type OrderForm,
  other,
  type Prevention,
  type Read,
  readWhole,
  type Side,
} from "./order-form";

const HOUR_S = 3_600;
/** Once a day an order brings a wallet back to so many points. */
const TOP_UP_E6 = 1_000n * POINT_E6;

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
  /** null before its first snapshot. */
  readonly book: Book | null;
}

export interface FormErrors {
  readonly points: string | null;
  readonly price: string | null;
  readonly contracts: string | null;
  readonly hours: string | null;
}

/** What an order pays and brings; the server's answer says what it really did. */
export interface Estimate {
  readonly contracts: number;
  /** Points paid, or received for a sale; for a limit order before a fee. */
  readonly points: PointsE6;
  /** The taker's fee, in `points`; of a limit order the most that it can be, not in `points`. */
  readonly fee: PointsE6;
  /** The worst price, in the prices of the form's side. */
  readonly price: number;
  /** Contracts that are redeemed at once with held ones of the other side. */
  readonly redeemed: number;
  /** What the other contracts of a purchase are paid if their side is right. */
  readonly payout: PointsE6;
}

export interface CheckedForm {
  /** null while something is wrong or missing. */
  readonly body: OrderBody | null;
  readonly estimate: Estimate | null;
  /** Only about what has been typed; an empty field is not wrong yet. */
  readonly errors: FormErrors;
}

/** The most points an order can use: what is available, or what the daily refill brings it to. */
function mostPoints({ availableE6, openE6 }: FormFacts): PointsE6 | null {
  if (availableE6 === null || openE6 === null) return null;
  const refilledE6 = (TOP_UP_E6 - openE6) as PointsE6;
  return availableE6 > refilledE6 ? availableE6 : refilledE6;
}

const pointsText = (valueE6: bigint) => formatAmount(valueE6, "PointsE6");

/** Contracts that are not covered need their price and their highest fee (rule 28). */
function pointsError(form: OrderForm, price: number, contracts: number, facts: FormFacts) {
  const mostE6 = mostPoints(facts);
  const uncovered = Math.max(0, contracts - facts.held[other(form.side)]);
  const neededE6 = BigInt(uncovered) * (BigInt(price) * POINT_E6 + highestFeeOf(price));
  if (mostE6 === null || neededE6 <= mostE6) return null;
  const available = pointsText(facts.availableE6 ?? 0n);
  return `Needs ${pointsText(neededE6)} points; you have ${available} available.`;
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

const NO_ERRORS: FormErrors = { points: null, price: null, contracts: null, hours: null };

/** Reads the form as an order; refuses in words what the server would refuse. */
export function checkForm(form: OrderForm, facts: FormFacts): CheckedForm {
  if (form.type === "limit") return checkLimit(form, facts);
  return form.action === "buy" ? checkPurchase(form, facts) : checkSale(form, facts);
}

function refused(errors: Partial<FormErrors>): CheckedForm {
  return { body: null, estimate: null, errors: { ...NO_ERRORS, ...errors } };
}

function nothingOffered(book: Book | null, verb: "buy" | "sell", side: Side): string {
  if (book === null) return "The order book is loading.";
  const name = side.toUpperCase();
  return verb === "buy"
    ? `No ${name} for sale now. Place a limit order.`
    : `No bids for ${name} now.`;
}

/** A market order: what is taken from the book decides its contracts and its worst price. */
function marketBody(form: OrderForm, side: Side, taken: Taken): OrderBody {
  return {
    type: "market",
    side,
    price: taken.worst,
    contracts: taken.contracts,
    timeInForce: "ioc",
    selfTradePrevention: form.prevention,
  };
}

/** Buys for a number of points, fees included. */
function checkPurchase(form: OrderForm, facts: FormFacts): CheckedForm {
  if (form.points.trim() === "") return refused({});
  const { value: budget, error } = readInput(form.points, "PointsE6");
  if (budget === null) return refused({ points: error });
  const { side } = form;
  const available = mostPoints(facts);
  if (available !== null && budget > available) {
    return refused({ points: `You have ${pointsText(available)} points.` });
  }
  const covered = facts.held[other(side)];
  const limits = { contractsMax: CONTRACTS_MAX, budget, available, covered };
  const taken = facts.book && take(facts.book, side, limits);
  if (!taken) {
    const one = facts.book && take(facts.book, side, { ...limits, contractsMax: 1, budget: null });
    const dear = one && `One contract costs ${pointsText(one.cost + one.fee)} points with its fee.`;
    return refused({ points: dear ?? nothingOffered(facts.book, "buy", side) });
  }
  const redeemed = Math.min(taken.contracts, covered);
  const estimate = {
    contracts: taken.contracts,
    points: (taken.cost + taken.fee) as PointsE6,
    fee: taken.fee,
    price: taken.worst,
    redeemed,
    payout: payoutOf(taken.contracts - redeemed),
  };
  return { body: marketBody(form, side, taken), estimate, errors: NO_ERRORS };
}

/** Sells contracts that are held: buys the other side, and each pair is redeemed at once. */
function checkSale(form: OrderForm, facts: FormFacts): CheckedForm {
  const contracts = readWhole(form.contracts, 1, CONTRACTS_MAX, "Contracts");
  if (contracts.value === null) return refused({ contracts: contracts.error });
  const { side } = form;
  const tooMany = heldError(form, contracts.value, facts.held);
  if (tooMany !== null) return refused({ contracts: tooMany });
  const limits = { contractsMax: contracts.value, budget: null, available: null, covered: 0 };
  const taken = facts.book && take(facts.book, other(side), limits);
  if (!taken) return refused({ contracts: nothingOffered(facts.book, "sell", side) });
  const estimate = {
    contracts: taken.contracts,
    points: (payoutOf(taken.contracts) - taken.cost - taken.fee) as PointsE6,
    fee: taken.fee,
    price: PAYOUT - taken.worst,
    redeemed: taken.contracts,
    payout: payoutOf(0),
  };
  return { body: marketBody(form, other(side), taken), estimate, errors: NO_ERRORS };
}

function heldError({ side }: OrderForm, contracts: number, held: FormFacts["held"]): string | null {
  const count = held[side].toLocaleString("en-US");
  return contracts > held[side] ? `You hold ${count} ${side.toUpperCase()}.` : null;
}

function limitError(form: OrderForm, price: number, contracts: number, facts: FormFacts) {
  return form.action === "sell"
    ? heldError(form, contracts, facts.held)
    : pointsError(form, price, contracts, facts);
}

function checkLimit(form: OrderForm, facts: FormFacts): CheckedForm {
  const price = readWhole(form.price, PRICE_MIN, PRICE_MAX, "The price");
  const contracts = readWhole(form.contracts, 1, CONTRACTS_MAX, "Contracts");
  const expiresAt = expiry(form, facts);
  const isComplete = price.value !== null && contracts.value !== null;
  const tooMuch = isComplete ? limitError(form, price.value, contracts.value, facts) : null;
  const errors = {
    ...NO_ERRORS,
    price: price.error,
    contracts: contracts.error ?? tooMuch,
    hours: expiresAt.error,
  };
  const isWrong = Object.values(errors).some((error) => error !== null);
  const isTimeMissing = form.force === "gtd" && expiresAt.value === null;
  if (isWrong || !isComplete || isTimeMissing) return refused(errors);
  const order = bought(form, price.value);
  const body = {
    type: "limit" as const,
    ...order,
    contracts: contracts.value,
    timeInForce: form.force,
    ...(expiresAt.value === null ? {} : { expiresAt: expiresAt.value }),
    ...(form.isPostOnly ? { postOnly: true as const } : {}),
    selfTradePrevention: form.prevention,
  };
  return { body, estimate: limitEstimate(form, price.value, contracts.value, facts), errors };
}

function limitEstimate(
  form: OrderForm,
  price: number,
  contracts: number,
  facts: FormFacts,
): Estimate {
  const isSale = form.action === "sell";
  const redeemed = isSale ? contracts : Math.min(contracts, facts.held[other(form.side)]);
  const fee = form.isPostOnly ? 0n : BigInt(contracts) * highestFeeOf(bought(form, price).price);
  return {
    contracts,
    points: (BigInt(contracts * price) * POINT_E6) as PointsE6,
    fee: fee as PointsE6,
    price,
    redeemed,
    payout: payoutOf(contracts - redeemed),
  };
}

/** The text of the points field for all of them. */
export function allPoints(facts: FormFacts): string {
  const most = mostPoints(facts);
  return most === null ? "" : formatExact(most, "PointsE6");
}

/** "Buy 10 YES at 40", the form's own words; parts that are missing are left out. */
export function orderWords(form: OrderForm, estimate: Estimate | null): string {
  const verb = form.action === "buy" ? "Buy" : "Sell";
  const count = estimate === null ? "" : ` ${estimate.contracts.toLocaleString("en-US")}`;
  const at =
    estimate === null
      ? ""
      : form.type === "limit"
        ? ` at ${estimate.price}`
        : ` for ${pointsText(estimate.points)}`;
  return `${verb}${count} ${form.side.toUpperCase()}${at}`;
}
