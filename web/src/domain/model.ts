/** The contract's entities as the pages use them (API 3), amounts branded. */
import type { MarketSpecification, SettlementRequest as Wire } from "@/generated/api";
import type { CollateralE6, LamportsE9, PriceE8, RateE12, SizeE6 } from "./amounts";

export type Side = "long" | "short";

export interface SizedNotional {
  readonly size: SizeE6;
  readonly notional: CollateralE6;
}

export interface SideShare extends SizedNotional {
  readonly percent: RateE12;
}

export interface MarketMetadata {
  readonly marketId: number;
  readonly symbol: string;
  readonly name: string;
  readonly state: string | null;
  readonly country: string;
  readonly category: string;
  readonly metric: string;
  readonly acreId: number;
  /** Additive fields of the server; null where it does not know. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** A row of the market list (API 5.1, Summary). */
export interface MarketSummary extends MarketMetadata {
  readonly indexPrice: PriceE8 | null;
  readonly change1d: RateE12 | null;
  readonly change1y: RateE12 | null;
  readonly volume24h: CollateralE6 | null;
  readonly openInterest: CollateralE6 | null;
  readonly maxLeverageMultiple: RateE12 | null;
  readonly tags: readonly string[];
  readonly isPaused: boolean;
}

/** What the stream says about a market; `markets` carries the first part, `market:{id}` all. */
export interface LiveMarket {
  readonly marketId: number;
  readonly indexPrice: PriceE8 | null;
  readonly indexPriceAt: number | null;
  readonly marketPrice: PriceE8 | null;
  readonly fundingRate: RateE12 | null;
  readonly openInterest: SizedNotional | null;
  readonly skew: (SizedNotional & { readonly percent: RateE12 }) | null;
  readonly isPaused: boolean;
  readonly nextPrintAt: number | null;
}

export interface FundingParts {
  readonly drift: RateE12;
  readonly crowding: RateE12;
  readonly spread: RateE12;
}

/** API 3.2 with its Summary fields. */
export interface Market extends MarketMetadata {
  readonly isPaused: boolean;
  readonly indexPrice: PriceE8 | null;
  readonly indexPriceAt: number | null;
  readonly marketPrice: PriceE8 | null;
  readonly levelPrice: PriceE8 | null;
  readonly noise: RateE12;
  readonly isAuctionOnly: boolean;
  readonly nextPrintAt: number | null;
  readonly increaseBlockedUntil: number | null;
  readonly heldPrint: { readonly price: PriceE8; readonly publishedAt: number } | null;
  readonly openInterest: SizedNotional;
  readonly long: SideShare;
  readonly short: SideShare;
  readonly skew: SizedNotional & { readonly percent: RateE12 };
  readonly availableLong: SizedNotional;
  readonly availableShort: SizedNotional;
  readonly fundingRate: RateE12;
  /** Per day, paid by both sides for capacity that is nearly used up. */
  readonly holdingRate: RateE12;
  readonly fundingRateOneYear: RateE12;
  readonly fundingParts: FundingParts | null;
  readonly forecast: {
    readonly fast: RateE12;
    readonly slow: RateE12;
    readonly mid: RateE12;
  } | null;
  readonly maxLeverageMultiple: RateE12;
  readonly makerFeeRate: RateE12;
  readonly takerFeeRate: RateE12;
  readonly oracleMaxAge: number | null;
  readonly change1d: RateE12 | null;
  readonly change1y: RateE12 | null;
  readonly volume24h: CollateralE6 | null;
}

/** A market with what the exchange has laid down for it. */
export interface DetailedMarket extends Market {
  readonly address: string;
  readonly tags: readonly string[];
  readonly isTradable: boolean;
  readonly specification: MarketSpecification;
}

export interface PnlPart {
  readonly value: CollateralE6;
  readonly percentChange: RateE12 | null;
}

export interface PnlInfo {
  readonly total: PnlPart;
  readonly price: PnlPart;
  readonly funding: PnlPart;
}

export interface Position {
  readonly marketId: number;
  readonly side: Side;
  readonly size: SizeE6;
  readonly notional: CollateralE6;
  readonly pnl: PnlInfo;
  readonly entryPrice: PriceE8;
  /** Additive fields of the server: null where no price liquidates it. */
  readonly liquidationPrice: PriceE8 | null;
  /** Its required initial margin. */
  readonly margin: CollateralE6 | null;
  /** Of the account's available margin; null where there is none. */
  readonly leverage: RateE12 | null;
  /** Unrealized P&L of its margin. */
  readonly returnOnMargin: RateE12 | null;
}

/** Limits of a delegate. */
export interface DelegateTerms {
  /** Engine time; null: without end. */
  readonly expiresAt: number | null;
  readonly notionalPerDay: CollateralE6 | null;
  /** Of the UTC day of engine time when the row was made. */
  readonly usedToday: CollateralE6;
  /** Market ids; empty: all. */
  readonly markets: readonly number[];
}

export interface MarginAccount {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly collateral: CollateralE6;
  readonly openInterest: CollateralE6;
  readonly leverage: RateE12 | null;
  readonly health: RateE12 | null;
  readonly canClose: boolean;
  readonly canLiquidate: boolean;
  readonly isInLiquidation: boolean;
  /** A piece was liquidated within the last day. */
  readonly wasRecentlyLiquidated: boolean;
  readonly availableMargin: CollateralE6;
  readonly totalRequiredMargin: CollateralE6;
  readonly requiredInitialMargin: CollateralE6;
  /** Additive field of the server. */
  readonly maxWithdrawable: CollateralE6 | null;
  readonly pnl: PnlInfo;
  readonly positions: readonly Position[];
  /** Of the wallet: the same in all its accounts. */
  readonly delegate: string | null;
  /** Additive field of the server; null also where it does not say. */
  readonly delegateTerms: DelegateTerms | null;
}

export interface SettlementRequest {
  readonly id: number;
  readonly address: string;
  /** Raw units of `mint`; both tokens of the exchange have six decimals. */
  readonly amount: CollateralE6;
  readonly keeperTip: CollateralE6;
  readonly mint: string;
  readonly maturity: number;
  readonly status: Wire["status"];
  readonly signature: string | null;
}

/** All costs of a trade held for a while; positive is paid, negative is received. */
export interface CostOfHolding {
  readonly oneDay: CollateralE6;
  readonly sevenDays: CollateralE6;
  readonly thirtyDays: CollateralE6;
}

/** Change of available margin with the index moved; null where the account is liquidated. */
export interface IfMoved {
  readonly down10: CollateralE6 | null;
  readonly down5: CollateralE6 | null;
  readonly down2: CollateralE6 | null;
  readonly up2: CollateralE6 | null;
  readonly up5: CollateralE6 | null;
  readonly up10: CollateralE6 | null;
}

/** API 3.5, modify-position and close-position. */
export interface PositionQuote {
  readonly delta: SizedNotional;
  readonly fillPrice: PriceE8;
  readonly indexPrice: PriceE8;
  readonly priceImpact: RateE12;
  readonly tradeFee: CollateralE6;
  readonly surcharge: CollateralE6 | null;
  readonly liquidationPrice: PriceE8 | null;
  readonly leverage: RateE12 | null;
  readonly fundingOneHour: CollateralE6 | null;
  readonly fundingParts: FundingParts | null;
  /** Per day, after the trade. */
  readonly holdingRate: RateE12;
  readonly costOfHolding: CostOfHolding | null;
  readonly breakEvenPrice: PriceE8 | null;
  /** Additive fields of the server: the account's margin after the trade. */
  readonly collateralAfter: CollateralE6 | null;
  readonly availableAfter: CollateralE6 | null;
  readonly requiredAfter: CollateralE6 | null;
  /** Free margin after less before: negative is set aside, fees included. */
  readonly freeMarginChange: CollateralE6 | null;
  /** Of the position before the trade, without fees. */
  readonly realizedPnl: CollateralE6 | null;
  readonly ifMoved: IfMoved | null;
  readonly isExecutable: boolean;
  readonly reasons: readonly string[];
}

export interface ModificationLimit {
  readonly marketId: number;
  readonly side: Side;
  /** null where nothing can be executed. */
  readonly maxDelta: SizedNotional | null;
  readonly maxLeverage: RateE12 | null;
  readonly minDelta: SizedNotional | null;
}

export interface Trade {
  readonly key: string;
  readonly timestamp: number;
  readonly signature: string | null;
  readonly slot: number;
  readonly user: string;
  readonly marketId: number;
  readonly marginAccountId: number | null;
  readonly tradeKind: string;
  readonly side: Side;
  readonly fillPrice: PriceE8;
  readonly indexPrice: PriceE8;
  readonly delta: SizedNotional;
  readonly fee: CollateralE6;
  readonly surcharge: CollateralE6 | null;
  readonly pnl: CollateralE6;
  /** The part of `pnl` that is funding. */
  readonly funding: CollateralE6;
}

export interface Balances {
  readonly sol: LamportsE9;
  readonly collateral: CollateralE6;
}

export interface PricePoint {
  readonly timestamp: number;
  readonly value: PriceE8;
}

export interface Candle {
  readonly timestamp: number;
  readonly open: PriceE8;
  readonly high: PriceE8;
  readonly low: PriceE8;
  readonly close: PriceE8;
  readonly volume: CollateralE6 | null;
}

export interface ExchangeSummary {
  readonly openInterest: CollateralE6;
  readonly lpBalance: CollateralE6;
  readonly cumulativeVolume: CollateralE6;
  readonly settlementDelay: number | null;
  readonly collateralMint: string | null;
}
