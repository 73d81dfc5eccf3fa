/** Waiting orders and auctions as the pages use them (API 3.3, 3.5, 3.6), amounts branded. */
import type { CollateralE6, PriceE8, RateE12, SizeE6 } from "@/domain/amounts";
import type { PositionQuote, Side } from "@/domain/model";
import type * as Wire from "@/generated/api";

export type OrderType = Wire.PerpOrder["orderType"];
export type TriggerBy = Wire.PerpOrder["triggerBy"];

export interface WaitingOrder {
  readonly id: number;
  readonly marginAccountId: number;
  readonly marketId: number;
  readonly type: OrderType;
  readonly triggerBy: TriggerBy;
  readonly side: Side;
  readonly reduceOnly: boolean;
  /** Closes whatever the position is when it runs; its size is 0. */
  readonly isWhole: boolean;
  /** What is left; signed. */
  readonly size: SizeE6;
  /** Of a trailing order where it is now. */
  readonly trigger: PriceE8 | null;
  readonly trail: RateE12 | null;
  readonly worst: PriceE8 | null;
  /** The first fill of a group cancels the others; 0: none. */
  readonly group: number;
  readonly expiresAt: number;
  readonly stop: PriceE8 | null;
  readonly target: PriceE8 | null;
  /** Neither amended nor canceled now. */
  readonly isLocked: boolean;
  /** Its price is reached; it runs in its turn. */
  readonly isDue: boolean;
  readonly deferredReason: string | null;
}

/** Fee, surcharge and impact; positive is paid. */
export interface AuctionCosts {
  readonly timestamp: number;
  readonly locksAt: number;
  readonly costNow: CollateralE6;
  readonly costMatched: CollateralE6;
  readonly costWithPool: CollateralE6;
  readonly saving: CollateralE6;
  readonly savingMatched: CollateralE6;
}

export interface OrderQuote {
  readonly isPlaceable: boolean;
  readonly placingReasons: readonly string[];
  readonly orderMargin: CollateralE6;
  readonly size: SizeE6;
  readonly trigger: PriceE8 | null;
  readonly worst: PriceE8 | null;
  readonly atTrigger: PositionQuote | null;
  readonly auction: AuctionCosts | null;
  readonly lossToStop: CollateralE6 | null;
}

/** The next auction of a market, its figures in two digits. */
export interface ComingAuction {
  readonly timestamp: number;
  readonly locksAt: number;
  readonly orderCount: number;
  readonly side: Side | null;
  readonly size: SizeE6;
}

/** An auction that was held; sizes are sums. */
export interface HeldAuction {
  readonly timestamp: number;
  readonly indexPrice: PriceE8;
  readonly orderCount: number;
  readonly bought: SizeE6;
  readonly sold: SizeE6;
  readonly matched: SizeE6;
  /** Bought from the pool; negative: sold to it. */
  readonly pool: SizeE6;
}
