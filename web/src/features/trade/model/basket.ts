/** The legs of a basket as they are typed. Nothing here is a cost or a margin. */
import { type BasketInput, LEGS_MAX } from "@/api/basket";
import { checkAmount } from "@/domain/amount-field";
import { formatField } from "@/domain/format";
import type { MarginAccount, MarketSummary, Side } from "@/domain/model";
import { toWire } from "@/domain/parse";

export interface Leg {
  readonly marketId: number;
  readonly side: Side;
  readonly text: string;
  /** A close has the size of its position; everything else is an amount in dollars. */
  readonly unit: "notional" | "size";
}

/** Long the market of the page and short the country, else the first other one; amounts open. */
export function firstLegs(
  markets: readonly MarketSummary[],
  symbol: string | undefined,
): readonly Leg[] {
  const own = markets.find((market) => market.symbol === symbol) ?? markets[0];
  const others = markets.filter((market) => market !== own);
  const other = others.find(({ category }) => category === "country") ?? others[0];
  return [own, other]
    .filter((market) => market !== undefined)
    .map(({ marketId }, place) => ({
      marketId,
      side: place === 0 ? "long" : "short",
      text: "",
      unit: "notional",
    }));
}

/** One more leg in the first market without one; the same legs when there is no room. */
export function withLeg(legs: readonly Leg[], markets: readonly MarketSummary[]): readonly Leg[] {
  const free = markets.find(({ marketId }) => legs.every((leg) => leg.marketId !== marketId));
  if (free === undefined || legs.length >= LEGS_MAX) return legs;
  return [...legs, { marketId: free.marketId, side: "long", text: "", unit: "notional" }];
}

/** Closes every position of an account; null where a basket has no room for that, or no need. */
export function closingLegs(account: MarginAccount | null): readonly Leg[] | null {
  const positions = account?.positions ?? [];
  if (positions.length < 2 || positions.length > LEGS_MAX) return null;
  return positions.map(({ marketId, side, size }) => ({
    marketId,
    side: side === "long" ? "short" : "long",
    text: formatField(size, "SizeE6"),
    unit: "size",
  }));
}

/** What is wrong with the amount of a leg; null for an empty one, too, which is not finished. */
export function legProblem({ text, unit }: Leg): string | null {
  return text === "" ? null : checkLeg(text, unit).error;
}

function checkLeg(text: string, unit: Leg["unit"]) {
  return unit === "size"
    ? checkAmount(text, { kind: "SizeE6", unit: "" })
    : checkAmount(text, { kind: "CollateralE6", unit: "USD" });
}

/** The order as the server takes it; null while an amount is missing or a market is there twice. */
export function basketInput(
  legs: readonly Leg[],
  account: MarginAccount | null,
): BasketInput | null {
  if (account === null || new Set(legs.map(({ marketId }) => marketId)).size < legs.length) {
    return null;
  }
  const body: BasketInput["legs"][number][] = [];
  for (const { marketId, side, text, unit } of legs) {
    const { value } = checkLeg(text, unit);
    if (value === null) return null;
    const inputKind = unit === "size" ? "sizeDelta" : "notionalDelta";
    body.push({ marketId, side, input: toWire(value), inputKind });
  }
  return { marginAccountId: account.id, legs: body };
}
