/** A call auction in words: how it stands before, and what came of it. */
import { formatAmount } from "@/domain/format";
import type { ComingAuction, HeldAuction } from "./waiting-order";

/** "12 orders · buyers ahead by 1.20M sq ft"; the figures have two digits. */
export function comingWords({ orderCount, side, size }: ComingAuction, unit: string): string {
  const orders =
    orderCount === 0 ? "no orders counted yet" : `${orderCount} order${plural(orderCount)}`;
  if (side === null) return orderCount === 0 ? orders : `${orders} · balanced`;
  const who = side === "long" ? "buyers" : "sellers";
  return `${orders} · ${who} ahead by ${area(size, unit)}`;
}

/** Whether orders of the coming auction can no longer be changed; new ones join the one after. */
export function isLocked({ locksAt, timestamp }: ComingAuction, nowS: number | null): boolean {
  return nowS !== null && nowS >= locksAt && nowS < timestamp;
}

/** "12 orders: 1.20M sq ft matched, 0.30M with the pool, 0 unfilled". */
export function heldWords(auction: HeldAuction, unit: string): string {
  const { orderCount, bought, sold, matched, pool } = auction;
  const traded = pool < 0n ? -pool : pool;
  const left = bought + sold - 2n * matched - traded;
  const parts = [
    `${some(matched, unit)} matched`,
    `${some(traded, unit)} with the pool`,
    `${some(left, unit)} unfilled`,
  ];
  return `${orderCount} order${plural(orderCount)}: ${parts.join(", ")}`;
}

const plural = (count: number) => (count === 1 ? "" : "s");
const some = (size: bigint, unit: string) => (size <= 0n ? "nothing" : area(size, unit));
const area = (size: bigint, unit: string) =>
  `${formatAmount(size, "SizeE6", { compact: true, digits: 1 })} ${unit}`;
