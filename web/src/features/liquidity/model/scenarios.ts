/** What a share would be worth at other index values: the server's figures, ordered and drawn. */

import type { CollateralE6, RateE12, SharePriceE8 } from "@/domain/amounts";
import { toDrawing } from "@/domain/format";
import { nullable, parseCollateral, parseRate, parseSharePrice } from "@/domain/parse";
import type { PoolScenario, PoolScenarios as Wire } from "@/generated/api";

export interface Scenario {
  /** How far the index moves. */
  readonly move: RateE12;
  readonly value: CollateralE6;
  readonly change: CollateralE6;
  readonly sharePrice: SharePriceE8;
  readonly priceChange: RateE12 | null;
}

export interface Scenarios {
  readonly all: readonly Scenario[];
  /** Of each market with open positions alone, by its id: the least move first. */
  readonly byMarket: ReadonlyMap<number, readonly Scenario[]>;
}

export function decodeScenarios(wire: Wire): Scenarios {
  return {
    all: wire.allMarkets.map(decode),
    byMarket: new Map(wire.markets.map((row) => [row.marketId, row.scenarios.map(decode)])),
  };
}

function decode(wire: PoolScenario): Scenario {
  return {
    move: parseRate(wire.move),
    value: parseCollateral(wire.value),
    change: parseCollateral(wire.change),
    sharePrice: parseSharePrice(wire.sharePrice),
    priceChange: nullable(parseRate)(wire.sharePriceChange),
  };
}

/** The scenario of one market's fall or rise; none: nothing is open there. */
export function scenarioOf(
  scenarios: Scenarios | undefined,
  marketId: number,
  way: "down" | "up",
): Scenario | undefined {
  const rows = scenarios?.byMarket.get(marketId);
  return rows?.find(({ move }) => (way === "up" ? move > 0n : move < 0n));
}

export interface DrawnPoint {
  readonly x: number;
  readonly y: number;
  readonly way: "up" | "down" | "flat";
}

/** Points in a box of 1 × 1: moves from left to right, changes of the share price upward. */
export function drawnScenarios(rows: readonly Scenario[]): {
  readonly points: readonly DrawnPoint[];
  /** Where no change lies. */
  readonly zero: number;
} {
  const moves = rows.map(({ move }) => toDrawing(move, "RateE12"));
  const changes = rows.map(({ priceChange }) => toDrawing(priceChange ?? 0n, "RateE12"));
  const [left, right] = [Math.min(...moves), Math.max(...moves)];
  const [low, high] = [Math.min(0, ...changes), Math.max(0, ...changes)];
  const height = high - low;
  const up = (change: number) => (height === 0 ? 0.5 : (change - low) / height);
  return {
    zero: 1 - up(0),
    points: changes.map((change, place) => ({
      x: right === left ? 0.5 : ((moves[place] ?? 0) - left) / (right - left),
      y: 1 - up(change),
      way: change > 0 ? "up" : change < 0 ? "down" : "flat",
    })),
  };
}
