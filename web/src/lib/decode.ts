/** Wire JSON to entities: markets, prices and the server's state. */

import type { Json } from "./json";
import * as json from "./json";
import type {
  Candle,
  ExchangeSummary,
  FundingParts,
  LiveMarket,
  Market,
  MarketMetadata,
  MarketSummary,
  PricePoint,
  Replay,
  ServerStatus,
  SideShare,
  SizedNotional,
} from "./model";
import { nullable, parseCollateral, parsePrice, parseRate, parseSize } from "./parse";

const price = nullable(parsePrice);
const rate = nullable(parseRate);
const collateral = nullable(parseCollateral);

export function decodeSized(value: unknown): SizedNotional {
  const row = json.asObject(value, "size and notional");
  return { size: parseSize(row["size"]), notional: parseCollateral(row["notional"]) };
}

function decodeShare(value: unknown): SideShare {
  const row = json.asObject(value, "share");
  return { ...decodeSized(row), percent: parseRate(row["percent"]) };
}

export function decodeFundingParts(value: unknown): FundingParts | null {
  if (value === null || value === undefined) return null;
  const row = json.asObject(value, "fundingParts");
  return {
    drift: parseRate(row["drift"]),
    crowding: parseRate(row["crowding"]),
    spread: parseRate(row["spread"]),
  };
}

function decodeMetadata(row: Json): MarketMetadata {
  return {
    marketId: json.countOrNull(row, "marketId") ?? json.count(row, "id"),
    symbol: json.text(row, "symbol"),
    name: json.text(row, "name"),
    state: json.textOrNull(row, "state"),
    country: json.textOrNull(row, "country") ?? "US",
    category: json.textOrNull(row, "category") ?? "city",
    metric: json.textOrNull(row, "metric") ?? "sqft",
    acreId: json.countOrNull(row, "acreId") ?? 0,
    latitude: json.countOrNull(row, "latitude"),
    longitude: json.countOrNull(row, "longitude"),
  };
}

export function decodeSummary(value: unknown): MarketSummary {
  const row = json.asObject(value, "market summary");
  const tags = Array.isArray(row["tags"]) ? row["tags"] : [];
  const interest = row["openInterest"];
  return {
    ...decodeMetadata(row),
    indexPrice: price(row["indexPrice"]),
    change1d: rate(row["change1d"]),
    change1y: rate(row["change1y"]),
    volume24h: collateral(row["volume24h"]),
    openInterest:
      typeof interest === "object" && interest !== null
        ? decodeSized(interest).notional
        : collateral(interest),
    maxLeverageMultiple: rate(row["maxLeverageMultiple"]),
    tags: tags.filter((tag) => typeof tag === "string"),
    isPaused: json.flag(row, "paused"),
  };
}

export function decodeSummaries(value: unknown): readonly MarketSummary[] {
  return json.asList(json.asObject(value, "markets")["markets"], "markets").map(decodeSummary);
}

/** Applies the keys present in a stream message to what is known of a market. */
export function mergeLiveMarket(known: LiveMarket | undefined, value: unknown): LiveMarket {
  const row = json.asObject(value, "market");
  const marketId = json.countOrNull(row, "marketId") ?? known?.marketId;
  if (marketId === undefined) throw new Error("market without id");
  const pick = <T>(key: string, decode: (raw: unknown) => T, current: T | undefined, none: T): T =>
    key in row ? decode(row[key]) : (current ?? none);
  return {
    marketId,
    indexPrice: pick("indexPrice", price, known?.indexPrice, null),
    indexPriceAt: pick("indexPriceAt", numberOrNull, known?.indexPriceAt, null),
    marketPrice: pick("marketPrice", price, known?.marketPrice, null),
    fundingRate: pick("fundingRate", rate, known?.fundingRate, null),
    openInterest: pick("openInterest", nullable(decodeSized), known?.openInterest, null),
    skew: pick("skew", nullable(decodeShare), known?.skew, null),
    isPaused: pick("paused", (raw) => raw === true, known?.isPaused, false),
    nextPrintAt: pick("nextPrintAt", numberOrNull, known?.nextPrintAt, null),
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

export function decodeMarket(value: unknown): Market {
  const row = json.asObject(value, "market");
  const metadata = json.objectOrNull(row, "metadata") ?? row;
  const specification = json.objectOrNull(row, "specification") ?? {};
  const distribution = json.asObject(row["openInterestDistribution"], "distribution");
  const available = json.asObject(row["availableOpenInterest"], "availableOpenInterest");
  const forecast = json.objectOrNull(row, "forecast");
  const held = json.objectOrNull(row, "heldPrint");
  return {
    ...decodeMetadata({ ...row, ...metadata }),
    isPaused: json.flag(row, "paused"),
    indexPrice: price(row["indexPrice"]),
    indexPriceAt: json.countOrNull(row, "indexPriceAt"),
    marketPrice: price(row["marketPrice"]),
    levelPrice: price(row["levelPrice"]),
    nextPrintAt: json.countOrNull(row, "nextPrintAt"),
    increaseBlockedUntil: json.countOrNull(row, "increaseBlockedUntil"),
    heldPrint: held
      ? { price: parsePrice(held["price"]), publishedAt: json.count(held, "publishedAt") }
      : null,
    openInterest: decodeSized(row["openInterest"]),
    long: decodeShare(distribution["long"]),
    short: decodeShare(distribution["short"]),
    skew: decodeShare(row["skew"]),
    availableLong: decodeSized(available["long"]),
    availableShort: decodeSized(available["short"]),
    fundingRate: parseRate(row["fundingRate"]),
    fundingRateOneYear: parseRate(
      json.asObject(row["fundingRateAprs"], "fundingRateAprs")["oneYear"],
    ),
    fundingParts: decodeFundingParts(row["fundingParts"]),
    forecast: forecast
      ? {
          fast: parseRate(forecast["fast"]),
          slow: parseRate(forecast["slow"]),
          mid: parseRate(forecast["mid"]),
        }
      : null,
    maxLeverageMultiple: parseRate(row["maxLeverageMultiple"]),
    makerFeeRate: parseRate(row["makerFeeRate"]),
    takerFeeRate: parseRate(row["takerFeeRate"]),
    oracleMaxAge: json.countOrNull(specification, "oracleMaxAge"),
    change1d: rate(row["change1d"]),
    change1y: rate(row["change1y"]),
    volume24h: collateral(row["volume24h"]),
  };
}

/** Points may come bare (main) or under `points` (express). */
export function decodePriceFeed(value: unknown): readonly PricePoint[] {
  const points = Array.isArray(value) ? value : json.asObject(value, "feed")["points"];
  return json.asList(points, "points").map((point) => {
    const row = json.asObject(point, "point");
    return { timestamp: json.count(row, "timestamp"), value: parsePrice(row["value"]) };
  });
}

export function decodeCandles(value: unknown): readonly Candle[] {
  const row = json.asObject(value, "candles");
  const column = (key: string) => json.asList(row[key], key);
  const [open, high, low, close] = [column("open"), column("high"), column("low"), column("close")];
  const volume = Array.isArray(row["volume"]) ? row["volume"] : [];
  return column("timestamp").map((timestamp, index) => ({
    timestamp: Number(timestamp),
    open: parsePrice(open[index]),
    high: parsePrice(high[index]),
    low: parsePrice(low[index]),
    close: parsePrice(close[index]),
    volume: collateral(volume[index]),
  }));
}

export function decodeStatus(value: unknown): ServerStatus {
  const row = json.asObject(value, "status");
  const clock = json.asObject(row["clock"], "clock");
  return {
    env: json.text(row, "env"),
    version: json.textOrNull(row, "version") ?? "",
    status: json.text(row, "status"),
    exchange: json.textOrNull(row, "exchange") ?? "active",
    lastPrintAt: json.countOrNull(row, "lastPrintAt"),
    clock: { now: json.count(clock, "now"), rate: json.count(clock, "rate") },
    chainSlot: json.countOrNull(row, "chainSlot"),
    followedSlot: json.countOrNull(row, "followedSlot"),
    replay: decodeReplay(json.objectOrNull(row, "replay")),
  };
}

function decodeReplay(row: Json | null): Replay | null {
  if (row === null) return null;
  return {
    source: json.textOrNull(row, "source"),
    attribution: json.textOrNull(row, "attribution"),
    historyEnds: json.textOrNull(row, "historyEnds"),
  };
}

export function decodeExchange(value: unknown): ExchangeSummary {
  const row = json.asObject(value, "exchange");
  const specification = json.objectOrNull(row, "specification") ?? {};
  return {
    status: json.textOrNull(specification, "status") ?? "active",
    openInterest: parseCollateral(row["openInterest"]),
    tvl: parseCollateral(row["tvl"]),
    lpBalance: parseCollateral(row["lpBalance"]),
    sharePrice: price(row["sharePrice"]),
    cumulativeVolume: parseCollateral(row["cumulativeNotionalVolume"]),
    settlementDelay: json.countOrNull(specification, "settlementDelay"),
    collateralMint: json.textOrNull(specification, "collateralMint"),
  };
}
