/**
 * One-click trading as the order builders see it: which key may trade for which wallet in this
 * browser, and the order that a delegated transaction must contain.
 */
import { create } from "zustand";
import type { MemoLine, WaitingCommand } from "./builders";

export interface ActiveDelegate {
  readonly owner: string;
  /** Address of the browser key. */
  readonly key: string;
  /** Engine time at which it ends; null: never. */
  readonly expiresAt: number | null;
  /** Market ids; empty: all. */
  readonly markets: readonly number[];
}

interface AnyOrder {
  readonly key: string;
  readonly owner: string;
  readonly marginAccountId: number;
}

/** A trade that the key is asked to sign. */
export interface DelegatedTrade extends AnyOrder {
  readonly command: "modify-position" | "close-position";
  readonly symbol: string;
  /** Signed; null: the whole position. */
  readonly size: bigint | null;
  /** False: the size was given as a notional. */
  readonly isExact: boolean;
  readonly limit: bigint;
  /** False: the limit was given as a slippage. */
  readonly isLimitExact: boolean;
  readonly stop: bigint | null;
  readonly target: bigint | null;
}

/** A command about waiting orders that the key is asked to sign. */
export interface DelegatedWaiting extends AnyOrder {
  readonly command: WaitingCommand;
  /** The memo's lines behind the account. */
  readonly lines: readonly MemoLine[];
}

/** What the key is asked to sign. */
export type DelegatedOrder = DelegatedTrade | DelegatedWaiting;

interface OneClickState {
  readonly active: ActiveDelegate | null;
}

/** Written by the wallet feature, from the owner's accounts and the keys of this browser. */
export const useOneClick = create<OneClickState>()(() => ({ active: null }));
