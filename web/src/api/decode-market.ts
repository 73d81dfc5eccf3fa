/** Wire rows to entities: markets and prices. */

import type {
  Candle,
  DetailedMarket,
  ExchangeSummary,
  FundingParts,
  LiveMarket,
  Market,
  MarketMetadata,
  MarketSummary,
  PricePoint,
  SideShare,
  SizedNotional,
} from "@/domain/model";
import { nullable, parseCollateral, parsePrice, parseRate, parseSize } from "@/domain/parse";
import type * as Wire from "@/generated/api";
import { asObject, countOrNull } from "./json";

const price = nullable(parsePrice);
const rate = nullable(parseRate);
const collateral = nullable(parseCollateral);

export function decodeSized({ size, notional }: Wire.Amounts): SizedNotional {
  return { size: parseSize(size), notional: parseCollateral(notional) };
}

function decodeShare(wire: Wire.SideShare): SideShare {
  return { ...decodeSized(wire), percent: parseRate(wire.percent) };
}

export function decodeFundingParts(wire: Wire.FundingParts): FundingParts {
  return {
    drift: parseRate(wire.drift),
    crowding: parseRate(wire.crowding),
    spread: parseRate(wire.spread),
  };
}

function decodeMetadata(wire: Wire.Metadata, marketId: number): MarketMetadata {
  return {
    marketId,
    symbol: wire.symbol,
    name: wire.name,
    state: wire.state,
    country: wire.country,
    category: wire.category,
    metric: wire.metric,
    acreId: wire.acreId,
    latitude: wire.latitude,
    longitude: wire.longitude,
  };
}

/** The markets of a list; a place that has none is left out. */
export function decodeSummaries({ markets }: Wire.SummaryList): readonly MarketSummary[] {
  return markets.flatMap((wire) =>
    wire.marketId === null ? [] : [decodeSummary(wire, wire.marketId)],
  );
}

function decodeSummary(wire: Wire.Summary, marketId: number): MarketSummary {
  return {
    ...decodeMetadata(wire, marketId),
    indexPrice: price(wire.indexPrice),
    change1d: rate(wire.change1d),
    change1y: rate(wire.change1y),
    volume24h: collateral(wire.volume24h),
    openInterest: collateral(wire.openInterest),
    maxLeverageMultiple: rate(wire.maxLeverageMultiple),
    tags: wire.tags,
    isPaused: wire.paused,
  };
}

/** Applies the keys present in a stream message to what is known of a market. */
export function mergeLiveMarket(known: LiveMarket | undefined, value: unknown): LiveMarket {
  const row = asObject(value, "market");
  const marketId = countOrNull(row, "marketId") ?? known?.marketId;
  if (marketId === undefined) throw new Error("market without id");
  const pick = <T>(key: string, decode: (raw: unknown) => T, current: T | undefined, none: T): T =>
    key in row ? decode(row[key]) : (current ?? none);
  return {
    marketId,
    indexPrice: pick("indexPrice", price, known?.indexPrice, null),
    indexPriceAt: pick("indexPriceAt", numberOrNull, known?.indexPriceAt, null),
    marketPrice: pick("marketPrice", price, known?.marketPrice, null),
    fundingRate: pick("fundingRate", rate, known?.fundingRate, null),
    openInterest: pick("openInterest", sizedOrNull, known?.openInterest, null),
    skew: pick("skew", shareOrNull, known?.skew, null),
    isPaused: pick("paused", (raw) => raw === true, known?.isPaused, false),
    nextPrintAt: pick("nextPrintAt", numberOrNull, known?.nextPrintAt, null),
  };
}

const sizedOrNull = nullable((raw) => decodeSized(raw as Wire.Amounts));
const shareOrNull = nullable((raw) => decodeShare(raw as Wire.SideShare));

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

export function decodeMarket(wire: Wire.MarketDetail): Market {
  const { forecast, heldPrint } = wire;
  return {
    ...decodeMetadata(wire, wire.marketId),
    isPaused: wire.paused,
    indexPrice: price(wire.indexPrice),
    indexPriceAt: wire.indexPriceAt,
    marketPrice: price(wire.marketPrice),
    levelPrice: price(wire.levelPrice),
    noise: parseRate(wire.noise),
    isAuctionOnly: wire.auctionOnly,
    nextPrintAt: wire.nextPrintAt,
    increaseBlockedUntil: wire.increaseBlockedUntil,
    heldPrint: heldPrint && {
      price: parsePrice(heldPrint.price),
      publishedAt: heldPrint.publishedAt,
    },
    openInterest: decodeSized(wire.openInterest),
    long: decodeShare(wire.openInterestDistribution.long),
    short: decodeShare(wire.openInterestDistribution.short),
    skew: decodeShare(wire.skew),
    availableLong: decodeSized(wire.availableOpenInterest.long),
    availableShort: decodeSized(wire.availableOpenInterest.short),
    fundingRate: parseRate(wire.fundingRate),
    holdingRate: parseRate(wire.holdingRate),
    fundingRateOneYear: parseRate(wire.fundingRateAprs.oneYear),
    fundingParts: decodeFundingParts(wire.fundingParts),
    forecast: {
      fast: parseRate(forecast.fast),
      slow: parseRate(forecast.slow),
      mid: parseRate(forecast.mid),
    },
    maxLeverageMultiple: parseRate(wire.maxLeverageMultiple),
    makerFeeRate: parseRate(wire.makerFeeRate),
    takerFeeRate: parseRate(wire.takerFeeRate),
    oracleMaxAge: wire.specification.oracleMaxAge,
    change1d: rate(wire.change1d),
    change1y: rate(wire.change1y),
    volume24h: collateral(wire.volume24h),
  };
}

export function decodeDetail(wire: Wire.MarketDetail): DetailedMarket {
  return {
    ...decodeMarket(wire),
    address: wire.address,
    tags: wire.tags,
    isTradable: wire.tradable,
    specification: wire.specification,
  };
}

export function decodePriceFeed({ points }: Wire.PriceFeed): readonly PricePoint[] {
  return points.map(({ timestamp, value }) => ({ timestamp, value: parsePrice(value) }));
}

export function decodeCandles(wire: Wire.Candles): readonly Candle[] {
  return wire.timestamp.map((timestamp, index) => ({
    timestamp,
    open: parsePrice(wire.open[index]),
    high: parsePrice(wire.high[index]),
    low: parsePrice(wire.low[index]),
    close: parsePrice(wire.close[index]),
    volume: collateral(wire.volume[index]),
  }));
}

export function decodeExchange(wire: Wire.Exchange): ExchangeSummary {
  return {
    openInterest: parseCollateral(wire.openInterest),
    lpBalance: parseCollateral(wire.lpBalance),
    cumulativeVolume: parseCollateral(wire.cumulativeNotionalVolume),
    settlementDelay: wire.specification.settlementDelay,
    collateralMint: wire.specification.collateralMint,
  };
}
