/** The outcome of an order, as text. */
import type { PointsE6, RateE12 } from "@/domain/amounts";
import { DECIMALS } from "@/domain/amounts";
import { formatAmount, formatRaw } from "@/domain/format";
import type { Order } from "../api";
import { PAYOUT } from "./book";
import { filledCost, payoutOf } from "./cost";
import type { OrderForm } from "./order-form";

const n = (count: number) => count.toLocaleString("en-US");

export const STATUS_TEXT: Readonly<Record<Order["status"], string>> = {
  open: "open",
  partiallyFilled: "partly filled",
  filled: "filled",
  canceled: "canceled",
  expired: "expired",
};

/** "Buy YES at 40"; as the book keeps it, also when it was sent as a sale of the other side. */
export function orderName({ side, price, type }: Pick<Order, "side" | "price" | "type">): string {
  return `Buy ${side.toUpperCase()} ${type === "market" ? "at market" : `at ${price}`}`;
}

/** Points without needless decimals: 610 or 614.76. */
export function pointsText(value: PointsE6): string {
  const isWhole = value % 10n ** BigInt(DECIMALS.PointsE6) === 0n;
  return formatAmount(value, "PointsE6", { digits: isWhole ? 0 : 2 });
}

/** A price of the form's side: 61, or 61.33 for an average. */
function priceText(average: RateE12, isSale: boolean): string {
  const one = 10n ** BigInt(DECIMALS.RateE12);
  const own = isSale ? BigInt(PAYOUT) * one - average : average;
  return formatRaw(own, DECIMALS.RateE12, { digits: own % one === 0n ? 0 : 2 });
}

export interface Outcome {
  /** "Bought 10 YES at 61 for 610 points". */
  readonly title: string;
  /** Fee, rest and canceled contracts; "" without any. */
  readonly detail: string;
  readonly isFilled: boolean;
}

/** What the server's answer to an order says was done; nothing in it is a guess. */
export function outcomeOf(order: Order, form: Pick<OrderForm, "action" | "side">): Outcome {
  const { filledContracts, remainingContracts, canceledContracts, averagePrice } = order;
  const isSale = form.action === "sell";
  const side = form.side.toUpperCase();
  const details: string[] = [];
  let title = "Nothing filled";
  if (filledContracts > 0 && averagePrice !== null) {
    const cost = filledCost(order);
    const total = isSale ? ((payoutOf(filledContracts) - cost) as PointsE6) : cost;
    const verb = isSale ? "Sold" : "Bought";
    const price = priceText(averagePrice, isSale);
    title = `${verb} ${n(filledContracts)} ${side} at ${price} for ${pointsText(total)} points`;
    details.push(`Fee ${pointsText(order.fee)} points.`);
  }
  if (remainingContracts > 0) {
    const price = isSale ? PAYOUT - order.price : order.price;
    const rests = `${n(remainingContracts)} ${side} resting at ${price}`;
    if (filledContracts === 0) title = `Order placed: ${isSale ? "sell" : "buy"} ${rests}`;
    else details.push(`${rests}.`);
    details.push(`${pointsText(order.reserved)} points reserved.`);
  }
  if (canceledContracts > 0) {
    const reason = order.type === "market" ? "the price moved" : "no match";
    details.push(`${n(canceledContracts)} not filled: ${reason}.`);
  }
  return { title, detail: details.join(" "), isFilled: filledContracts > 0 };
}
