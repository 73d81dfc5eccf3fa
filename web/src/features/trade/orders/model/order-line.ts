/** Lines of open orders on a chart, and where a dragged one would go. */
import { checkAmount } from "@/domain/amount-field";
import type { PriceE8 } from "@/domain/amounts";
import { formatAmount, formatUsd, toDrawing } from "@/domain/format";
import { toWire } from "@/domain/parse";
import { placeProblem } from "./entry";
import type { AmendedBody } from "./memo-lines";
import { orderName } from "./order-words";
import type { WaitingOrder } from "./waiting-order";

/** Those with a price; of a trailing order it follows the market, so it cannot be dragged. */
export function linesOf(
  orders: readonly WaitingOrder[],
  marketId: number,
): readonly WaitingOrder[] {
  return orders.filter((order) => order.marketId === marketId && order.trigger !== null);
}

export const canMove = ({ isLocked, type }: WaitingOrder) => !isLocked && type !== "trailing";

/** The place on the axis: a float that only draws. */
export const drawnPrice = ({ trigger }: WaitingOrder) => toDrawing(trigger ?? 0n, "PriceE8");

/** "Stop sell 28.60 sq ft". */
export function lineLabel(order: WaitingOrder, unit: string): string {
  const size = order.size < 0n ? -order.size : order.size;
  const what = order.isWhole ? "position" : `${formatAmount(size, "SizeE6")} ${unit}`;
  return `${orderName(order)} ${what}`;
}

export interface Move {
  readonly change: Pick<AmendedBody, "acceptablePrice" | "triggerPrice">;
  readonly words: string;
  /** Why it cannot go there. */
  readonly problem: string | null;
}

/**
 * The change that brings an order to a price, as it is written on the axis (cents); null where it is
 * none. A worst price moves along in proportion: left behind, the order could never fill.
 */
export function moveTo(order: WaitingOrder, drawn: number): Move | null {
  const { value } = checkAmount(drawn.toFixed(2), { kind: "PriceE8", unit: "USD" });
  if (value === null || order.trigger === null || value === order.trigger) return null;
  const name = orderName(order).toLowerCase();
  const to = `Move ${name} to ${formatUsd(value, "PriceE8")}`;
  const triggerPrice = toWire(value);
  if (order.type === "limit" || order.worst === null) {
    const problem = placeProblem(order, value, null);
    return { change: { triggerPrice }, words: `${to}?`, problem };
  }
  const worst = ((order.worst * value) / order.trigger) as PriceE8;
  return {
    change: { triggerPrice, acceptablePrice: toWire(worst) },
    words: `${to}, worst price ${formatUsd(worst, "PriceE8")}?`,
    problem: placeProblem(order, value, worst),
  };
}
