/** Orders of several legs: all of them fill, or none. */
import { queryOptions } from "@tanstack/react-query";
import type { CollateralE6, RateE12 } from "@/domain/amounts";
import type { PositionQuote, Side } from "@/domain/model";
import { nullable, parseCollateral, parseRate } from "@/domain/parse";
import type * as Wire from "@/generated/api";
import { buildTransaction } from "./builders";
import { decodeQuote } from "./decode-account";
import { mainApi } from "./http";
import { userKey } from "./queries";

export const LEGS_MIN = 2;
export const LEGS_MAX = 8;

export interface BasketInput {
  readonly marginAccountId: number;
  readonly legs: readonly {
    readonly marketId: number;
    readonly side: Side;
    readonly input: string;
    readonly inputKind: "sizeDelta" | "notionalDelta";
  }[];
}

export interface BasketQuote {
  /** Their figures of the account, and their liquidation prices, are those after all legs. */
  readonly legs: readonly { readonly marketId: number; readonly quote: PositionQuote }[];
  readonly isExecutable: boolean;
  readonly reasons: readonly string[];
  readonly tradeFee: CollateralE6;
  readonly surcharge: CollateralE6;
  readonly realizedPnl: CollateralE6;
  readonly availableAfter: CollateralE6;
  readonly freeMarginChange: CollateralE6;
  readonly leverage: RateE12 | null;
  /** How far all markets of the legs may move against the positions at once; null: any way. */
  readonly liquidationMove: RateE12 | null;
}

const rate = nullable(parseRate);

function decodeBasket(wire: Wire.BasketQuote): BasketQuote {
  return {
    legs: wire.legs.map(({ marketId, quote }) => ({ marketId, quote: decodeQuote(quote) })),
    isExecutable: wire.isExecutable,
    reasons: wire.reasons,
    tradeFee: parseCollateral(wire.tradeFee),
    surcharge: parseCollateral(wire.surcharge),
    realizedPnl: parseCollateral(wire.realizedPnl),
    availableAfter: parseCollateral(wire.availableMarginAfter),
    freeMarginChange: parseCollateral(wire.freeMarginChange),
    leverage: rate(wire.leverageMultiple),
    liquidationMove: rate(wire.liquidationMove),
  };
}

export const basketQuoteQuery = (address: string, input: BasketInput) =>
  queryOptions({
    queryKey: [...userKey(address), "quote", "basket", input],
    queryFn: async ({ signal }) => {
      const given = { path: { user: address }, body: input, signal };
      return decodeBasket(await mainApi.post("/user/{user}/quote/modify-positions", given));
    },
    refetchInterval: 2000,
    gcTime: 10_000,
    retry: false,
  });

/** For the wallet, which asks: one-click trading signs single orders only. */
export function buildBasket(address: string, input: BasketInput, slippageRate: string) {
  const legs = input.legs.map((leg) => ({ ...leg, slippageRate }));
  return buildTransaction(address, "modify-positions", { ...input, legs });
}
