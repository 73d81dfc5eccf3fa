/** Wire JSON to entities: accounts, quotes and history of one user. */
import { decodeFundingParts, decodeSized } from "./decode";
import type { Json } from "./json";
import * as json from "./json";
import type {
  CommandRecord,
  MarginAccount,
  ModificationLimit,
  PnlInfo,
  PnlPart,
  Position,
  PositionQuote,
  SettlementRequest,
  SettlementStatus,
  Side,
  Trade,
} from "./model";
import { nullable, parseCollateral, parsePrice, parseRate } from "./parse";

const price = nullable(parsePrice);
const rate = nullable(parseRate);
const collateral = nullable(parseCollateral);

function decodeSide(row: Json): Side {
  return json.text(row, "side") === "short" ? "short" : "long";
}

function decodePnlPart(value: unknown): PnlPart {
  const row = json.asObject(value, "pnl");
  return { value: parseCollateral(row["value"]), percentChange: rate(row["percentChange"]) };
}

function decodePnl(value: unknown): PnlInfo {
  const row = json.asObject(value, "pnlInfo");
  return {
    total: decodePnlPart(row["totalPnl"]),
    price: decodePnlPart(row["priceComponent"]),
    funding: decodePnlPart(row["accruedFunding"]),
  };
}

export function decodePosition(value: unknown): Position {
  const row = json.asObject(value, "position");
  const interest = decodeSized(row["openInterest"]);
  return {
    marketId: json.count(row, "marketId"),
    side: decodeSide(row),
    size: interest.size,
    notional: interest.notional,
    pnl: decodePnl(row["pnlInfo"]),
    entryPrice: parsePrice(row["lastInteractionPrice"]),
    liquidationPrice: price(row["liquidationPrice"]),
    fundingEstimateOneHour: parseCollateral(row["accruedFundingEstimateOneHour"]),
    requiredMargin: parseCollateral(row["totalRequiredMargin"]),
  };
}

export function decodeMarginAccount(value: unknown): MarginAccount {
  const row = json.asObject(value, "margin account");
  const margins = json.asObject(row["margins"], "margins");
  return {
    id: json.count(row, "id"),
    name: json.text(row, "name"),
    address: json.text(row, "address"),
    collateral: parseCollateral(row["marginCollateral"]),
    openInterest: parseCollateral(row["openInterest"]),
    leverage: rate(row["leverageMultiple"]),
    health: rate(row["healthRatio"]),
    canClose: json.flag(row, "canClose"),
    canLiquidate: json.flag(row, "canLiquidate"),
    isInLiquidation: json.flag(row, "inLiquidation"),
    wasRecentlyLiquidated: json.flag(row, "wasRecentlyLiquidated"),
    availableMargin: parseCollateral(margins["availableMargin"]),
    totalRequiredMargin: parseCollateral(margins["totalRequiredMargin"]),
    requiredInitialMargin: parseCollateral(margins["requiredInitialMargin"]),
    maxWithdrawable: collateral(row["maxWithdrawableAmount"]),
    pnl: decodePnl(row["pnlInfo"]),
    positions: json.asList(row["positions"], "positions").map(decodePosition),
  };
}

export function decodeMarginAccounts(value: unknown): readonly MarginAccount[] {
  return json
    .asList(value, "margin accounts")
    .filter((row) => !json.flag(json.asObject(row, "margin account"), "isClosed"))
    .map(decodeMarginAccount);
}

const SETTLEMENT_STATUSES = ["pending", "mature", "payable", "authorised", "settled"] as const;

export function decodeSettlementRequests(value: unknown): readonly SettlementRequest[] {
  return json.asList(value, "settlement requests").map((item) => {
    const row = json.asObject(item, "settlement request");
    const status = json.textOrNull(row, "status");
    return {
      id: json.count(row, "id"),
      address: json.text(row, "address"),
      amount: parseCollateral(row["amount"]),
      keeperTip: parseCollateral(row["keeperTip"]),
      mint: json.text(row, "mint"),
      maturity: json.count(row, "maturity"),
      status: (SETTLEMENT_STATUSES.find((name) => name === status) ??
        "pending") satisfies SettlementStatus,
      signature: json.textOrNull(row, "signature"),
    };
  });
}

export function decodeQuote(value: unknown): PositionQuote {
  const row = json.asObject(value, "quote");
  const cost = json.objectOrNull(row, "costOfHolding");
  const reasons = Array.isArray(row["reasons"]) ? row["reasons"] : [];
  return {
    delta: decodeSized(row["openInterestDelta"]),
    fillPrice: parsePrice(row["fillPrice"]),
    indexPrice: parsePrice(row["indexPrice"]),
    priceImpact: parseRate(row["priceImpact"]),
    tradeFee: parseCollateral(row["tradeFee"]),
    surcharge: collateral(row["surcharge"]),
    liquidationPrice: price(row["liquidationPrice"]),
    leverage: rate(row["leverageMultiple"]),
    fundingOneHour: collateral(row["accruedFundingEstimateOneHour"]),
    fundingParts: decodeFundingParts(row["fundingParts"]),
    costOfHolding: cost
      ? {
          oneDay: parseCollateral(cost["oneDay"]),
          sevenDays: parseCollateral(cost["sevenDays"]),
          thirtyDays: parseCollateral(cost["thirtyDays"]),
        }
      : null,
    breakEvenPrice: price(row["breakEvenPrice"]),
    collateralAfter: collateral(row["marginCollateralAfter"]),
    availableAfter: collateral(row["availableMarginAfter"]),
    requiredAfter: collateral(row["totalRequiredMarginAfter"]),
    isExecutable: json.flag(row, "isExecutable"),
    reasons: reasons.filter((code) => typeof code === "string"),
  };
}

export function decodeLimits(value: unknown): readonly ModificationLimit[] {
  return json.asList(value, "limits").map((item) => {
    const row = json.asObject(item, "limit");
    const largest = json.objectOrNull(row, "maxPositionModification");
    const smallest = json.objectOrNull(row, "minPositionModification");
    return {
      marketId: json.count(row, "marketId"),
      side: decodeSide(row),
      maxDelta: largest ? decodeSized(largest["openInterestDelta"]) : null,
      maxLeverage: largest ? rate(largest["leverageMultiple"]) : null,
      minDelta: smallest ? decodeSized(smallest["openInterestDelta"]) : null,
    };
  });
}

export function decodeTrade(value: unknown): Trade {
  const row = json.asObject(value, "trade");
  // A trade of the exchange itself, as when a position is reduced by it, has no transaction.
  const signature = json.textOrNull(row, "signature");
  const slot = json.count(row, "slot");
  const user = json.text(row, "user");
  const delta = decodeSized(row["openInterestDelta"]);
  const timestamp = json.count(row, "timestamp");
  const marketId = json.count(row, "marketId");
  return {
    key: `${slot}:${signature}:${user}:${marketId}:${timestamp}:${delta.size}`,
    timestamp,
    signature,
    slot,
    user,
    marketId,
    marginAccountId: json.countOrNull(row, "marginAccountId"),
    tradeKind: json.text(row, "tradeKind"),
    side: decodeSide(row),
    fillPrice: parsePrice(row["fillPrice"]),
    indexPrice: parsePrice(row["indexPrice"]),
    delta,
    fee: parseCollateral(row["tradeFee"]),
    surcharge: collateral(row["surcharge"]),
    pnl: parseCollateral(row["pnl"]),
  };
}

export function decodeCommand(value: unknown): CommandRecord {
  const row = json.asObject(value, "command");
  return {
    signature: json.textOrNull(row, "signature"),
    slot: json.count(row, "slot"),
    name: json.textOrNull(row, "name"),
    status: json.text(row, "status"),
    code: json.textOrNull(row, "code"),
    details: json.objectOrNull(row, "details") ?? {},
    timestamp: json.count(row, "timestamp"),
  };
}
