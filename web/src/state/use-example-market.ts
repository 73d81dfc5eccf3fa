/**
 * The market whose figures explain the exchange: the one with the largest open interest when
 * the page opened, among those with a year of history.
 */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { expressApi } from "@/api/http";
import { exchangeTermsQuery, marketQuery } from "@/api/queries";
import type { ExampleRules } from "@/domain/example/position-example";
import type { DetailedMarket } from "@/domain/model";
import { parseCollateral, parseRate } from "@/domain/parse";
import type { ExchangeSpecification } from "@/generated/api";

/** Of the largest markets, few are younger than a year. */
const CANDIDATES = 10;

const largestMarketQuery = queryOptions({
  queryKey: ["largest-market"],
  queryFn: async ({ signal }) => {
    const query = {
      limit: CANDIDATES,
      sort: "openInterest",
      order: "desc",
      tradable: true,
    } as const;
    const { markets } = await expressApi.get("/market/search", { query, signal });
    return exampleOf(markets);
  },
  staleTime: Number.POSITIVE_INFINITY,
});

interface Candidate {
  readonly symbol: string;
  readonly change1y: string | null;
}

/** The first one with a year of history, else the first one. */
export function exampleOf(markets: readonly Candidate[]): string | null {
  return (markets.find(({ change1y }) => change1y !== null) ?? markets[0])?.symbol ?? null;
}

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
