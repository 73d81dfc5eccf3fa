/** The pool's return over a range: the server's exact parts, and their bars. */

import type { CollateralE6, RateE12, SharePriceE8 } from "@/domain/amounts";
import { toDrawing } from "@/domain/format";
import { nullable, parseCollateral, parseRate, parseSharePrice } from "@/domain/parse";
import type { PoolReturn as Wire } from "@/generated/api";

export interface PoolReturn {
  readonly fromS: number;
  readonly toS: number;
  readonly startValue: CollateralE6;
  readonly endValue: CollateralE6;
  readonly startPrice: SharePriceE8;
  readonly endPrice: SharePriceE8;
  readonly priceChange: RateE12 | null;
  readonly deposited: CollateralE6;
  readonly withdrawn: CollateralE6;
  readonly parts: Readonly<Record<PartName, CollateralE6>>;
  readonly total: CollateralE6;
  /** What traders would be paid at the end; the value has it taken off. */
  readonly unrealizedPnl: CollateralE6;
}

export type PartName = "fees" | "surcharge" | "funding" | "holding" | "trading" | "other";

export function decodeReturn(answer: Wire): PoolReturn {
  const { start, end, parts, ...wire } = answer;
  return {
    fromS: start.timestamp,
    toS: end.timestamp,
    startValue: parseCollateral(start.value),
    endValue: parseCollateral(end.value),
    startPrice: parseSharePrice(start.sharePrice),
    endPrice: parseSharePrice(end.sharePrice),
    priceChange: nullable(parseRate)(wire.sharePriceChange),
    deposited: parseCollateral(wire.deposited),
    withdrawn: parseCollateral(wire.withdrawn),
    parts: {
      fees: parseCollateral(parts.fees),
      surcharge: parseCollateral(parts.surcharge),
      funding: parseCollateral(parts.funding),
      holding: parseCollateral(parts.holding),
      trading: parseCollateral(parts.trading),
      other: parseCollateral(parts.other),
    },
    total: parseCollateral(wire.total),
    unrealizedPnl: parseCollateral(end.unrealizedPnl),
  };
}

export interface Part {
  readonly name: PartName | "total";
  readonly label: string;
  readonly says: string;
  readonly value: CollateralE6;
  /** For drawing: the share of the widest bar, −1 to 1. */
  readonly width: number;
}

const WORDS: Readonly<Record<Part["name"], readonly [label: string, says: string]>> = {
  fees: ["Trading fees", "The pool’s share of every fee"],
  surcharge: ["Trend surcharge", "Paid by trades ahead of a known move"],
  funding: ["Funding", "Paid by traders, less what they received"],
  holding: ["Holding charge", "Paid by open positions while most of the pool is in use"],
  trading: ["Traders’ losses", "Losses less gains, open positions included"],
  other: ["Reserve & exits", "Losses paid by the reserve, and value left by withdrawals"],
  total: ["Total", "Change of the pool, without deposits and withdrawals"],
};

/** The parts and, last, their sum; a bar is as wide as its part of the largest one. */
export function partRows({ parts, total }: Pick<PoolReturn, "parts" | "total">): readonly Part[] {
  const values = { ...parts, total };
  const names = Object.keys(WORDS) as readonly Part["name"][];
  const drawn = names.map((name) => toDrawing(values[name], "CollateralE6"));
  const widest = Math.max(...drawn.map(Math.abs));
  return names.map((name, place) => ({
    name,
    label: WORDS[name][0],
    says: WORDS[name][1],
    value: values[name],
    width: widest === 0 ? 0 : (drawn[place] ?? 0) / widest,
  }));
}
