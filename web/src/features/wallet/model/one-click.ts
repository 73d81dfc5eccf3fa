/** The state of one-click trading and the fields that turn it on. Pure. */
import { checkAmount } from "@/domain/amount-field";
import type { CollateralE6 } from "@/domain/amounts";
import type { DelegateTerms, MarginAccount } from "@/domain/model";

export type OneClickStatus =
  /** No margin account yet: a delegate needs one. */
  | { readonly kind: "noAccount" }
  | { readonly kind: "off" }
  /** This browser's key may trade. */
  | { readonly kind: "on"; readonly key: string; readonly terms: DelegateTerms | null }
  | { readonly kind: "expired"; readonly key: string }
  /** Another key may trade: of another browser, or of a program of the owner. */
  | { readonly kind: "elsewhere"; readonly key: string };

export function oneClickStatus(
  accounts: readonly MarginAccount[],
  ownKey: string | null,
  nowS: number | null,
): OneClickStatus {
  const [account] = accounts;
  if (account === undefined) return { kind: "noAccount" };
  const { delegate, delegateTerms } = account;
  if (delegate === null) return { kind: "off" };
  const expiresAt = delegateTerms?.expiresAt ?? null;
  if (expiresAt !== null && nowS !== null && nowS >= expiresAt) {
    return delegate === ownKey ? { kind: "expired", key: delegate } : { kind: "off" };
  }
  if (delegate !== ownKey) return { kind: "elsewhere", key: delegate };
  return { kind: "on", key: delegate, terms: delegateTerms };
}

const DAY_S = 86_400;

export interface Duration {
  readonly value: string;
  readonly label: string;
  /** Of engine time. */
  readonly seconds: number;
}

/** How long the key may trade; longer where index time runs fast and a day may take a minute. */
export function durations(rate: number): readonly Duration[] {
  return (rate > 1 ? [30, 90, 364] : [1, 7, 30]).map((count) => ({
    value: String(count),
    label: count === 1 ? "1 day" : `${count} days`,
    seconds: count * DAY_S,
  }));
}

const MARKETS_MAX = 8;

export interface MarketChoice {
  /** Ids; empty: all markets. */
  readonly ids: readonly number[];
  readonly error: string | null;
}

interface Named {
  readonly marketId: number;
  readonly symbol: string;
}

/** Reads symbols such as "AUS, HOU"; nothing typed means all markets. */
export function checkMarkets(text: string, markets: readonly Named[]): MarketChoice {
  const symbols = [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ];
  if (symbols.length > MARKETS_MAX) return { ids: [], error: `At most ${MARKETS_MAX} markets.` };
  const bySymbol = new Map(markets.map(({ symbol, marketId }) => [symbol, marketId]));
  const unknown = symbols.find((symbol) => !bySymbol.has(symbol));
  if (unknown !== undefined) return { ids: [], error: `No market ${unknown.slice(0, 12)}.` };
  return { ids: symbols.map((symbol) => bySymbol.get(symbol) ?? 0), error: null };
}

/** What the key may still open today; null: no limit. */
export function leftToday(terms: DelegateTerms): CollateralE6 | null {
  if (terms.notionalPerDay === null) return null;
  const left = terms.notionalPerDay - terms.usedToday;
  return (left > 0n ? left : 0n) as CollateralE6;
}

export const checkLimit = (text: string) =>
  checkAmount(text, { kind: "CollateralE6", unit: "USD" });

/** Rent-exempt minimum of the key's account, and the fee of an order; lamports. */
const KEPT_LAMPORTS = 890_880n;
const ORDER_LAMPORTS = 5_001n;
/** 0.01 SOL. */
export const TOP_UP_LAMPORTS = 10_000_000n;

/** Orders that the SOL of the key still pays for. */
export function ordersLeft(lamports: bigint): bigint {
  return lamports <= KEPT_LAMPORTS ? 0n : (lamports - KEPT_LAMPORTS) / ORDER_LAMPORTS;
}
