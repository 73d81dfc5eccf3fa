/** Sentences of one-click trading: why an order goes to the wallet after all. Pure. */
import { ApiError } from "@/api/http";
import type { ActiveDelegate } from "@/api/one-click";

/** Why the browser key cannot sign an order in a market (null: in all) now; null: it can. */
export function delegateProblem(
  { expiresAt, markets }: ActiveDelegate,
  marketId: number | null,
  nowS: number | null,
): string | null {
  if (expiresAt !== null && nowS !== null && nowS >= expiresAt) return EXPIRED;
  const isAllowed = markets.length === 0 || (marketId !== null && markets.includes(marketId));
  return isAllowed ? null : MARKET;
}

const EXPIRED = "One-click trading has expired. Sign in your wallet.";
const MARKET = "One-click trading is off in this market. Sign in your wallet.";
const LIMIT = "The one-click limit for today is used up. Sign in your wallet.";
const REVOKED = "One-click trading was turned off. Sign in your wallet.";
const NO_SOL = "One-click trading has too little SOL for fees. Sign in your wallet.";
export const UNCHECKED = "This order needs your wallet's signature.";

interface DelegateRefusal {
  readonly text: string;
  /** The key cannot trade any more. */
  readonly isOver: boolean;
}

/** A refusal that concerns only the browser key: the wallet can still sign; null: another error. */
export function delegateRefusal(error: unknown): DelegateRefusal | null {
  if (!(error instanceof ApiError)) return null;
  switch (error.code) {
    case "NOT_OWNER":
      return { text: REVOKED, isOver: true };
    case "DELEGATE_EXPIRED":
      return { text: EXPIRED, isOver: true };
    case "DELEGATE_MARKET":
      return { text: MARKET, isOver: false };
    case "DELEGATE_LIMIT":
      return { text: LIMIT, isOver: false };
    case "INSUFFICIENT_COLLATERAL":
      return error.details["asset"] === "SOL" ? { text: NO_SOL, isOver: false } : null;
    default:
      return null;
  }
}
