/** The outcome of an order, as text. */
import { formatAmount } from "@/domain/format";
import type { Order } from "../api";

const n = (count: number) => count.toLocaleString("en-US");

export const STATUS_TEXT: Readonly<Record<Order["status"], string>> = {
  open: "open",
  partiallyFilled: "partly filled",
  filled: "filled",
  canceled: "cancelled",
  expired: "expired",
};

/** "BUY YES at 40"; how the book keeps it, also when it was sent as a sale of the other side. */
export function orderName({ side, price, type }: Pick<Order, "side" | "price" | "type">): string {
  return `Buy ${side.toUpperCase()} ${type === "market" ? "at market" : `at ${price}`}`;
}

function average(order: Order): string {
  return order.averagePrice === null
    ? ""
    : ` at ${formatAmount(order.averagePrice, "RateE12", { digits: 2 })} on average`;
}

/** The server's answer to an order, part by part; nothing in it is a guess. */
export function placedWords(order: Order): string {
  const parts: string[] = [];
  if (order.filledContracts > 0) {
    const fee = formatAmount(order.fee, "PointsE6");
    parts.push(
      `${n(order.filledContracts)} of ${n(order.contracts)} filled${average(order)}, fee ${fee} points.`,
    );
  }
  if (order.remainingContracts > 0) {
    const reserved = formatAmount(order.reserved, "PointsE6");
    parts.push(
      `${n(order.remainingContracts)} rest in the book at ${order.price}, ${reserved} points reserved.`,
    );
  }
  if (order.canceledContracts > 0) {
    parts.push(`${n(order.canceledContracts)} found no match and were cancelled.`);
  }
  return parts.join(" ");
}
