/** Commands about waiting orders, for the wallet or the browser key. */
import { buildTransaction, buildWaiting } from "@/api/builders";
import { type AmendedBody, amendedLines, type PlacedBody, placedLines } from "./model/memo-lines";
import type { OrderQuote, WaitingOrder } from "./model/waiting-order";

/** `quote` is the one that was shown; without a size in it the wallet is asked. */
export function buildPlaceOrder(
  owner: string,
  body: PlacedBody,
  symbol: string,
  quote: OrderQuote | null,
) {
  const { marginAccountId, marketId } = body;
  const lines = placedLines(body, symbol, quote);
  if (lines === null) return buildTransaction(owner, "place-perp-order", body);
  const command = "place-perp-order";
  return buildWaiting({ command, owner, marginAccountId, marketId, body, lines });
}

export function buildAmendOrder(owner: string, order: WaitingOrder, change: Changes) {
  const { id: orderId, marginAccountId, marketId } = order;
  const body: AmendedBody = { marginAccountId, orderId, inputKind: "sizeDelta", ...change };
  const lines = amendedLines(body, order);
  const command = "amend-perp-order";
  return buildWaiting({ command, owner, marginAccountId, marketId, body, lines });
}

export type Changes = Pick<
  AmendedBody,
  "input" | "triggerPrice" | "trailRate" | "acceptablePrice" | "expiresAt"
>;

export function buildCancelOrder(owner: string, order: WaitingOrder) {
  const { id: orderId, marginAccountId, marketId } = order;
  return buildWaiting({
    command: "cancel-perp-order",
    owner,
    marginAccountId,
    marketId,
    body: { marginAccountId, orderId },
    lines: [{ name: "order", text: String(orderId) }],
  });
}

/** All of an account. */
export function buildCancelOrders(owner: string, marginAccountId: number) {
  return buildWaiting({
    command: "cancel-perp-orders",
    owner,
    marginAccountId,
    marketId: null,
    body: { marginAccountId },
    lines: [],
  });
}
