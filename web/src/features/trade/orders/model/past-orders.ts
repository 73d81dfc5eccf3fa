/** Orders that ended, put together from what happened to them and the trades they made. */
import type { CollateralE6, PriceE8, SizeE6 } from "@/domain/amounts";
import type { Side } from "@/domain/model";
import { nullable, parseCollateral, parsePrice, parseSize } from "@/domain/parse";
import type { PerpOrderEvent, Trade } from "@/generated/api";
import type { OrderType } from "./waiting-order";

const price = nullable(parsePrice);

/** What one price update or price did to an order; sizes without a sign. */
export interface OrderFill {
  readonly timestamp: number;
  /** With other orders of the auction, at the index price. */
  readonly matched: SizeE6;
  readonly matchedPrice: PriceE8 | null;
  readonly pool: SizeE6;
  readonly poolPrice: PriceE8 | null;
  readonly cost: CollateralE6;
}

export interface PastOrder {
  readonly id: number;
  readonly marketId: number;
  readonly marginAccountId: number;
  /** Null where it was placed before the events that were read. */
  readonly type: OrderType | null;
  readonly side: Side | null;
  readonly size: SizeE6 | null;
  readonly trigger: PriceE8 | null;
  readonly fills: readonly OrderFill[];
  readonly endedAt: number;
  readonly endReason: NonNullable<PerpOrderEvent["endReason"]>;
  readonly code: string | null;
  readonly signature: string | null;
}

/** Newest end first; events come newest first. */
export function pastOrders(
  events: readonly PerpOrderEvent[],
  trades: readonly Trade[],
): readonly PastOrder[] {
  const byOrder = new Map<number, PerpOrderEvent[]>();
  for (const event of events) {
    const known = byOrder.get(event.orderId);
    if (known) known.push(event);
    else byOrder.set(event.orderId, [event]);
  }
  return events.flatMap((end) => {
    if (end.event !== "ended" || end.endReason === null) return [];
    const own = byOrder.get(end.orderId) ?? [];
    const placed = own.find(({ event }) => event === "placed");
    const terms = own.find(({ event }) => event === "amended") ?? placed;
    const fills = own.filter(({ event }) => event === "filled").reverse();
    const signed = terms?.size ?? fills[0]?.size ?? null;
    const size = signed === null ? null : parseSize(signed);
    const trade = trades.find(({ orderId }) => orderId === end.orderId);
    const isWhole = placed?.wholePosition === true;
    return [
      {
        id: end.orderId,
        marketId: end.marketId,
        marginAccountId: end.marginAccountId,
        type: placed?.orderType ?? null,
        side: trade?.side ?? sideOf(size),
        size: size === null || isWhole ? null : magnitude(size),
        trigger: price(terms?.triggerPrice ?? null),
        fills: fills.map((fill) => readFill(fill, trades)),
        endedAt: end.timestamp,
        endReason: end.endReason,
        code: end.code,
        signature: end.signature,
      },
    ];
  });
}

const sideOf = (size: bigint | null): Side | null =>
  size === null || size === 0n ? null : size > 0n ? "long" : "short";

/** The side of a signed size from the wire; null of a whole position's 0. */
export const parsedSide = (size: string | null) => sideOf(size === null ? null : parseSize(size));

const magnitude = (size: SizeE6) => (size < 0n ? -size : size) as SizeE6;

/** What a `filled` event and its trade say. */
export function readFill(event: PerpOrderEvent, trades: readonly Trade[]): OrderFill {
  const all = magnitude(parseSize(event.size ?? "0"));
  const matched = magnitude(parseSize(event.matchedSize ?? "0"));
  const trade = trades.find(
    ({ orderId, timestamp }) => orderId === event.orderId && timestamp === event.timestamp,
  );
  const paid = parseCollateral(event.tradeFee ?? "0") + parseCollateral(event.surcharge ?? "0");
  return {
    timestamp: event.timestamp,
    matched,
    matchedPrice: price(trade?.indexPrice ?? null),
    pool: (all - matched) as SizeE6,
    poolPrice: price(event.fillPrice),
    cost: paid as CollateralE6,
  };
}
