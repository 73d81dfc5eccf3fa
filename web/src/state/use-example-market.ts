/** The market whose figures explain the exchange: the one with the largest open interest when the page opened. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { expressApi } from "@/api/http";
import { exchangeTermsQuery, marketQuery } from "@/api/queries";
import type { ExampleRules } from "@/domain/example/position-example";
import type { DetailedMarket } from "@/domain/model";
import { parseCollateral, parseRate } from "@/domain/parse";
import type { ExchangeSpecification } from "@/generated/api";

const largestMarketQuery = queryOptions({
  queryKey: ["largest-market"],
  queryFn: async ({ signal }) => {
    const query = { limit: 1, sort: "openInterest", order: "desc", tradable: true } as const;
    const { markets } = await expressApi.get("/market/search", { query, signal });
    return markets[0]?.symbol ?? null;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export interface ExampleMarket {
  readonly market: DetailedMarket;
  readonly exchange: ExchangeSpecification;
  readonly rules: ExampleRules;
}

/** `symbol` overrides the choice; null while something is still read. */
export function useExampleMarket(symbol: string | null = null): ExampleMarket | null {
  const { data: largest } = useQuery({ ...largestMarketQuery, enabled: symbol === null });
  const shown = symbol ?? largest ?? null;
  const { data: market } = useQuery({ ...marketQuery(shown ?? ""), enabled: shown !== null });
  const { data: exchange } = useQuery(exchangeTermsQuery);
  if (!market || !exchange) return null;
  return { market, exchange, rules: rulesOf(market, exchange) };
}

function rulesOf({ specification }: DetailedMarket, exchange: ExchangeSpecification): ExampleRules {
  return {
    initialRatio: parseRate(specification.minInitialMarginRatio),
    maintenanceShare: parseRate(specification.maintenanceMarginProportion),
    minPositionMargin: parseCollateral(specification.minPositionMargin),
    liquidationFeeRate: parseRate(specification.liquidationFeeRate),
    minLiquidationFee: parseCollateral(exchange.minLiquidationFee),
    maxLiquidationFee: parseCollateral(exchange.maxLiquidationFee),
  };
}
