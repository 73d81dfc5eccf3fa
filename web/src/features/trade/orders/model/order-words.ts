/** What a waiting order is and why it waits, in words. */
import { explainReason } from "@/copy/messages";
import { outcomeText } from "@/copy/outcomes";
import type { PriceE8 } from "@/domain/amounts";
import { formatAmount, formatPercent, formatUsd } from "@/domain/format";
import type { Side } from "@/domain/model";
import type { Outcome } from "@/state/wallet-api.types";
import type { OrderFill, PastOrder } from "./past-orders";
import type { OrderType, WaitingOrder } from "./waiting-order";

const NAMES: Readonly<Record<OrderType, string>> = {
  auction: "Price update",
  limit: "Limit",
  stop: "Stop",
  takeProfit: "Take profit",
  trailing: "Trailing stop",
};

const actionOf = (side: Side) => (side === "long" ? "buy" : "sell");

/** "Limit buy", "Trailing stop sell", "Price update buy". */
export function orderName({ type, side }: Pick<WaitingOrder, "type" | "side">): string {
  return `${NAMES[type]} ${actionOf(side)}`;
}

/** The price that it waits for, "$104.00" or "$99.00, trails 5%". */
export function triggerWords({ type, trigger, trail, triggerBy }: WaitingOrder): string {
  if (type === "auction") return "next update";
  const price = trigger === null ? "" : formatUsd(trigger, "PriceE8");
  const of = triggerBy === "market" ? " market" : "";
  return trail === null ? `${price}${of}` : `${price}${of}, trails ${formatPercent(trail)}`;
}

const REFUSALS: Readonly<Record<string, string>> = {
  TRIGGER_PASSED: "The price is already beyond this one. Choose another, or fill now.",
  BAD_EXPIRY: "The order must end within 90 days.",
  TOO_MANY_OPEN_ORDERS: "At most 20 waiting orders per market and 100 per account.",
  NO_POSITION: "There is no position to reduce.",
  ORDER_LOCKED: "The price update is due: this order is locked until it arrives.",
};

/** Why an order is not placed or changed. */
export function refusalWords(code: string): string {
  return REFUSALS[code] ?? explainReason(code);
}

export function orderOutcome(outcome: Exclude<Outcome, { status: "applied" }>): string {
  const code = "code" in outcome ? outcome.code : null;
  return (code === null ? undefined : REFUSALS[code]) ?? outcomeText(outcome);
}

const DEFERRALS: Readonly<Record<string, string>> = {
  SLIPPAGE_EXCEEDED: "beyond its worst price",
  MAX_SIDE_SIZE: "this side of the market was full",
  NET_EXPOSURE_CAP: "the pool had no room",
  POOL_CAPACITY: "the pool had no room",
  STALE_PRICE: "the price was out of date",
  PRICE_BAND: "a large price change is being confirmed",
  ENTRY_WINDOW: "price update in progress",
  MARKET_PAUSED: "the market is paused",
  EXCHANGE_PAUSED: "the exchange is paused",
  IN_LIQUIDATION: "the account is in liquidation",
  SELF_MATCH: "against another order of this account",
};

/** Where the order stands; what an order that was put off waits for. */
export function statusWords(order: WaitingOrder): string {
  if (order.isLocked) return "Locked for the price update";
  if (order.isDue) return "Price reached, next in turn";
  if (order.deferredReason === null) return "Waiting";
  return `Waiting: ${deferralWords(order.deferredReason)}`;
}

/** What an order that was put off waits for. */
export function deferralWords(code: string): string {
  return DEFERRALS[code] ?? explainReason(code);
}

const ENDS: Readonly<Record<PastOrder["endReason"], string>> = {
  filled: "Filled",
  canceled: "Canceled",
  group: "Canceled: the other order filled",
  expired: "Expired",
  rejected: "Refused",
  noPosition: "No position left to reduce",
  liquidation: "Account liquidated",
  marketSettled: "Market settled",
};

/** Why an order ended. */
export function endedWords(reason: PastOrder["endReason"], code: string | null): string {
  const isRefused = reason === "rejected" && code !== null;
  return isRefused ? `${ENDS[reason]}: ${refusalWords(code)}` : ENDS[reason];
}

/** How an order ended. */
export function endWords({ endReason, code, fills }: PastOrder): string {
  const text = endedWords(endReason, code);
  const isPart = endReason !== "filled" && endReason !== "rejected" && fills.length > 0;
  return isPart ? `${text}, filled in part` : text;
}

/** "20.00 matched at $104.00, 8.60 with the pool at $104.95"; a plain fill has its price alone. */
export function fillWords({ matched, matchedPrice, pool, poolPrice }: OrderFill, unit: string) {
  const at = (price: PriceE8 | null) =>
    price === null ? "" : ` at ${formatUsd(price, "PriceE8")}`;
  const area = (size: bigint) => `${formatAmount(size, "SizeE6")} ${unit}`;
  const parts = [
    ...(matched > 0n ? [`${area(matched)} matched${at(matchedPrice)}`] : []),
    ...(pool > 0n ? [`${area(pool)} with the pool${at(poolPrice)}`] : []),
  ];
  return parts.join(", ");
}
