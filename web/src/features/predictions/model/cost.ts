/**
 * What an order at the market costs and brings, from the resting orders: exact, in raw points.
 * Prices are whole points, and the taker's fee of a contract at P is 0.02 × P × (100 − P) / 100
 * points, a whole number of raw points (API 7.6).
 */
import { DECIMALS, type PointsE6, type RateE12 } from "@/domain/amounts";
import type { Order } from "../api";
import { type Book, PAYOUT } from "./book";

export const POINT_E6 = 10n ** BigInt(DECIMALS.PointsE6);
const FEE_FACTOR_E6 = 200n;
const HALF = PAYOUT / 2;
const ONE_E12 = 10n ** BigInt(DECIMALS.RateE12);

type Side = "yes" | "no";

/** The taker's fee of one contract, in raw points. */
export function feeOf(price: number): bigint {
  return FEE_FACTOR_E6 * BigInt(price * (PAYOUT - price));
}

/** The highest taker's fee of a contract bought at a price or a lower one. */
export function highestFeeOf(price: number): bigint {
  return feeOf(Math.min(price, HALF));
}

/** Prices at which a side can be bought, best first: each is an order for the other side. */
export function offersOf(book: Book, side: Side): readonly (readonly [number, number])[] {
  const resting = side === "yes" ? book.no : book.yes;
  return [...resting]
    .sort(([a], [b]) => b - a)
    .map(([price, contracts]) => [PAYOUT - price, contracts] as const);
}

/** Contracts taken at several prices. */
export interface Taken {
  readonly contracts: number;
  /** Prices of all contracts, without fees. */
  readonly cost: PointsE6;
  readonly fee: PointsE6;
  /** The worst price among them. */
  readonly worst: number;
}

interface Limits {
  readonly contractsMax: number;
  /** Most points for prices and fees. */
  readonly budget: bigint | null;
  /** Available points: the worst price and highest fee of each uncovered contract are needed. */
  readonly available: bigint | null;
  /** Contracts of the other side that are held: they need no points of their own. */
  readonly covered: number;
}

/** Takes the best offers within limits; null where there is nothing to take. */
export function take(book: Book, side: Side, limits: Limits): Taken | null {
  const { contractsMax, budget, available, covered } = limits;
  let [contracts, cost, fee, worst] = [0, 0n, 0n, 0];
  for (const [price, offered] of offersOf(book, side)) {
    const unit = BigInt(price) * POINT_E6 + feeOf(price);
    let wanted = Math.min(offered, contractsMax - contracts);
    if (budget !== null) wanted = Math.min(wanted, Number((budget - cost - fee) / unit));
    if (available !== null) {
      const needed = BigInt(price) * POINT_E6 + highestFeeOf(price);
      wanted = Math.min(wanted, covered + Number(available / needed) - contracts);
    }
    if (wanted <= 0) break;
    contracts += wanted;
    cost += BigInt(wanted * price) * POINT_E6;
    fee += BigInt(wanted) * feeOf(price);
    worst = price;
    if (wanted < offered) break;
  }
  return contracts === 0
    ? null
    : { contracts, cost: cost as PointsE6, fee: fee as PointsE6, worst };
}

/** Points that so many contracts of the right side are paid. */
export function payoutOf(contracts: number): PointsE6 {
  return (BigInt(contracts * PAYOUT) * POINT_E6) as PointsE6;
}

/** Payout by cost in hundredths, rounded down: 164n is 1.64×; null for no cost. */
export function oddsE2(payout: PointsE6, cost: bigint): bigint | null {
  return cost <= 0n ? null : (payout * 100n) / cost;
}

/** Points that the filled part of an order cost, without its fee: a whole number of points. */
export function filledCost(order: Pick<Order, "averagePrice" | "filledContracts">): PointsE6 {
  const total = (order.averagePrice ?? (0n as RateE12)) * BigInt(order.filledContracts);
  return (((total + ONE_E12 / 2n) / ONE_E12) * POINT_E6) as PointsE6;
}
