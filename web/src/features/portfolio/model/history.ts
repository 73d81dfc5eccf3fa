/** Rows of a wallet's past (API 3.6, 4.9), and how a file writes them: exact, in UTC. */

import { decodeTrade } from "@/api/decode-account";
import type { Kind, Raw } from "@/domain/amounts";
import { formatExact } from "@/domain/format";
import {
  parseCollateral,
  parsePrice,
  parseSharePrice,
  parseSize,
  parseToken,
} from "@/domain/parse";
import type {
  CommandRow,
  Liquidation,
  LpEvent,
  MarginTransfer,
  Trade as WireTrade,
} from "@/generated/api";
import type { HistorySource } from "../api";

/** An instant as ISO 8601 in UTC, as files have it. */
export function isoTime(atS: number): string {
  return new Date(atS * 1000).toISOString().replace(".000Z", "Z");
}

/** An amount as an exact decimal; unknown is empty. */
export function exact<K extends Kind>(value: Raw<K> | null, kind: K): string | null {
  return value === null ? null : formatExact(value, kind);
}

const place = (row: { readonly slot: number; readonly signature: string | null }) =>
  `${row.slot}:${row.signature}`;

export const trades = {
  id: "trades",
  path: "history/trade",
  decode: (wire: WireTrade) => {
    return { ...decodeTrade(wire), funding: parseCollateral(wire.fundingPerformance) };
  },
} satisfies HistorySource<unknown, "history/trade">;

export const transfers = {
  id: "transfers",
  path: "history/margin-transfer",
  decode: (wire: MarginTransfer) => {
    return {
      key: `${place(wire)}:${wire.marginTransferKind}:${wire.marginAccountId}`,
      timestamp: wire.timestamp,
      signature: wire.signature,
      kind: wire.marginTransferKind,
      accountId: wire.marginAccountId,
      amount: parseCollateral(wire.margin),
      payoutFrom: wire.settlementRequestMaturity,
    };
  },
} satisfies HistorySource<unknown, "history/margin-transfer">;

export const lpEvents = {
  id: "liquidity",
  path: "history/lp",
  decode: (wire: LpEvent) => {
    return {
      key: `${place(wire)}:${wire.modifyLiquidityKind}:${wire.lpPositionId}`,
      timestamp: wire.timestamp,
      signature: wire.signature,
      kind: wire.modifyLiquidityKind,
      depositId: wire.lpPositionId,
      amount: parseCollateral(wire.liquidity),
      shares: parseToken(wire.shares),
      sharePrice: parseSharePrice(wire.sharePrice),
      sharesLeft: parseToken(wire.newSharesAmount),
      maturity: wire.maturity,
    };
  },
} satisfies HistorySource<unknown, "history/lp">;

export const liquidations = {
  id: "liquidations",
  path: "history/liquidation",
  decode: (wire: Liquidation) => {
    return {
      key: `${place(wire)}:${wire.marginAccountId}:${wire.marketId}:${wire.newPositionSize}`,
      timestamp: wire.timestamp,
      signature: wire.signature,
      marketId: wire.marketId,
      accountId: wire.marginAccountId,
      size: parseSize(wire.amountLiquidated),
      notional: parseCollateral(wire.amountLiquidatedNotional),
      taken: parseCollateral(wire.liquidatedMargin),
      fee: parseCollateral(wire.liquidationFee),
      indexPrice: parsePrice(wire.indexPrice),
      liquidator: wire.liquidator,
    };
  },
} satisfies HistorySource<unknown, "history/liquidation">;

export const commands = {
  id: "commands",
  path: "commands",
  decode: (row: CommandRow) => row,
} satisfies HistorySource<unknown, "commands">;

type Row<S extends { readonly decode: (row: never) => unknown }> = ReturnType<S["decode"]>;
export type TradeRow = Row<typeof trades>;
export type TransferRow = Row<typeof transfers>;
export type LpRow = Row<typeof lpEvents>;
export type LiquidationRow = Row<typeof liquidations>;
