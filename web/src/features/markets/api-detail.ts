/** Reads of one market's page: the market, its series and its housing statistics. */
import { queryOptions } from "@tanstack/react-query";
import { ApiError, expressApi, mainApi } from "@/api/http";
import { marketQuery } from "@/api/queries";
import { nullable, parseCollateral, parsePrice, parseRate, parseSize } from "@/domain/parse";
import type { TitledQuestion } from "@/domain/question-title";
import type {
  AbsorptionHistory,
  CurrentInventory,
  Demographics,
  Financials,
  FundingHistory,
  Liquidation,
  ListingsHistory,
  MarketSeries,
  PredictionMarket,
  PriceFeedStats,
  SalesHistory,
  Volumes,
} from "@/generated/api";

const SECOND = 1000;
const price = nullable(parsePrice);
const rate = nullable(parseRate);
const collateral = nullable(parseCollateral);
const LIQUIDATIONS_MAX = 50;
const QUESTIONS_MAX = 200;

export const WINDOWS = ["1m", "3m", "6m", "1y", "3y", "5y", "all"] as const;
export type Window = (typeof WINDOWS)[number];

export const detailQuery = (symbol: string) =>
  queryOptions({
    ...marketQuery(symbol),
    // What does not exist will not in five seconds.
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : 5 * SECOND),
  });

/** Whether the server knows no such market. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** One read below `/market/{symbol}`, decoded. */
function partQuery<T>(
  symbol: string,
  part: string,
  window: Window | null,
  read: (options: { readonly signal: AbortSignal }) => Promise<T>,
) {
  return queryOptions({
    queryKey: ["market-part", symbol, part, window],
    queryFn: ({ signal }) => read({ signal }),
    refetchInterval: 60 * SECOND,
    staleTime: 30 * SECOND,
  });
}

const decodeStats = (wire: PriceFeedStats) => ({
  open: price(wire.open),
  high: price(wire.high),
  low: price(wire.low),
  change: rate(wire.change),
  volatility: rate(wire.volatility),
});
export const statsQuery = (symbol: string, window: Window) =>
  partQuery(symbol, "price-feed-stats", window, async (options) => {
    const given = { path: { symbol }, query: { window }, ...options };
    return decodeStats(await expressApi.get("/market/{symbol}/price-feed-stats", given));
  });

const decodeVolume = ({ notional, trades }: Volumes["oneDay"]) => ({
  notional: parseCollateral(notional),
  trades,
});
const decodeVolumes = (wire: Volumes) => ({
  oneDay: decodeVolume(wire.oneDay),
  oneWeek: decodeVolume(wire.oneWeek),
  oneMonth: decodeVolume(wire.oneMonth),
  allTime: decodeVolume(wire.allTime),
});
export const volumesQuery = (symbol: string) =>
  partQuery(symbol, "volumes", null, async (options) => {
    const given = { path: { symbol }, ...options };
    return decodeVolumes(await expressApi.get("/market/{symbol}/volumes", given));
  });

export const decodeSales = ({ points }: SalesHistory) =>
  points.map(({ timestamp, sales, medianSalePrice, pricePerUnit }) => ({
    timestamp,
    sales,
    medianSalePrice: collateral(medianSalePrice),
    pricePerUnit: price(pricePerUnit),
  }));
export const salesQuery = (symbol: string, window: Window) =>
  partQuery(symbol, "sales-history", window, async (options) => {
    const given = { path: { symbol }, query: { window }, ...options };
    return decodeSales(await expressApi.get("/market/{symbol}/sales-history", given));
  });

export const decodeListings = ({ points }: ListingsHistory) =>
  points.map(({ timestamp, newListings, activeListings, medianListPrice }) => ({
    timestamp,
    newListings,
    activeListings,
    medianListPrice: collateral(medianListPrice),
  }));
export const listingsQuery = (symbol: string, window: Window) =>
  partQuery(symbol, "listings-history", window, async (options) => {
    const given = { path: { symbol }, query: { window }, ...options };
    return decodeListings(await expressApi.get("/market/{symbol}/listings-history", given));
  });

export const decodeAbsorption = ({ points }: AbsorptionHistory) =>
  points.map(({ timestamp, absorptionRate, monthsOfSupply }) => ({
    timestamp,
    absorptionRate: rate(absorptionRate),
    monthsOfSupply: rate(monthsOfSupply),
  }));
export const absorptionQuery = (symbol: string, window: Window) =>
  partQuery(symbol, "absorption-rate-history", window, async (options) => {
    const given = { path: { symbol }, query: { window }, ...options };
    return decodeAbsorption(
      await expressApi.get("/market/{symbol}/absorption-rate-history", given),
    );
  });

const decodeInventory = (wire: CurrentInventory) => ({
  ...wire,
  monthsOfSupply: rate(wire.monthsOfSupply),
});
export const inventoryQuery = (symbol: string) =>
  partQuery(symbol, "current-inventory", null, async (options) => {
    const given = { path: { symbol }, ...options };
    return decodeInventory(await expressApi.get("/market/{symbol}/current-inventory", given));
  });

const decodeDemographics = (wire: Demographics) => ({
  population: wire.population,
  households: wire.households,
  medianHouseholdIncome: collateral(wire.medianHouseholdIncome),
  medianAge: rate(wire.medianAge),
  ownerOccupiedRate: rate(wire.ownerOccupiedRate),
  unemploymentRate: rate(wire.unemploymentRate),
  populationGrowth: rate(wire.populationGrowth),
  asOf: wire.asOf,
  sources: wire.sources,
  fallbacks: wire.fallbacks,
});
export const demographicsQuery = (symbol: string) =>
  partQuery(symbol, "demographics", null, async (options) => {
    const given = { path: { symbol }, ...options };
    return decodeDemographics(await expressApi.get("/market/{symbol}/demographics", given));
  });

const decodeFinancials = (wire: Financials) => ({
  medianPrice: collateral(wire.medianPrice),
  pricePerUnit: price(wire.pricePerUnit),
  medianRentMonthly: collateral(wire.medianRentMonthly),
  grossRentalYield: rate(wire.grossRentalYield),
  propertyTaxRate: rate(wire.propertyTaxRate),
  insuranceRate: rate(wire.insuranceRate),
  mortgageRate30y: rate(wire.mortgageRate30y),
  priceToRent: rate(wire.priceToRent),
  affordability: wire.affordability && {
    monthlyPayment: parseCollateral(wire.affordability.monthlyPayment),
    incomeShare: parseRate(wire.affordability.incomeShare),
    incomeYear: wire.affordability.incomeYear,
  },
  asOf: wire.asOf,
  sources: wire.sources,
  fallbacks: wire.fallbacks,
});
export const financialsQuery = (symbol: string) =>
  partQuery(symbol, "financials", null, async (options) => {
    const given = { path: { symbol }, ...options };
    return decodeFinancials(await expressApi.get("/market/{symbol}/financials", given));
  });

export const decodeFunding = ({ points }: FundingHistory) =>
  points.map(({ timestamp, fundingRate, fundingVelocity, fundingPerUnit }) => ({
    timestamp,
    fundingRate: parseRate(fundingRate),
    fundingVelocity: parseRate(fundingVelocity),
    fundingPerUnit: parsePrice(fundingPerUnit),
  }));
export const fundingQuery = (symbol: string, window: Window) =>
  partQuery(symbol, "funding-history", window, async (options) => {
    const query = { window, interval: "1d" } as const;
    const given = { path: { symbol }, query, ...options };
    return decodeFunding(await expressApi.get("/market/{symbol}/funding-history", given));
  });

export const decodeActivity = ({ points }: MarketSeries) =>
  points.map((point) => ({
    timestamp: point.timestamp,
    indexPrice: parsePrice(point.indexPrice),
    marketPrice: parsePrice(point.marketPrice),
    long: parseCollateral(point.openInterestLong),
    short: parseCollateral(point.openInterestShort),
    skew: parseSize(point.skew),
    volume: parseCollateral(point.volume),
  }));
/** Prices, open interest and volume of a market over time. */
export const activityQuery = (marketId: number, window: Window) =>
  queryOptions({
    queryKey: ["market-activity", marketId, window],
    queryFn: async ({ signal }) =>
      decodeActivity(
        await expressApi.get("/market-time-series/{marketId}", {
          path: { marketId },
          query: { window },
          signal,
        }),
      ),
    refetchInterval: 60 * SECOND,
    staleTime: 30 * SECOND,
  });

const decodeLiquidation = (wire: Liquidation) => ({
  key: `${wire.slot}:${wire.signature}:${wire.user}:${wire.amountLiquidated}`,
  timestamp: wire.timestamp,
  signature: wire.signature,
  user: wire.user,
  amount: parseSize(wire.amountLiquidated),
  notional: parseCollateral(wire.amountLiquidatedNotional),
  margin: parseCollateral(wire.liquidatedMargin),
  indexPrice: parsePrice(wire.indexPrice),
});
export type LiquidationRow = ReturnType<typeof decodeLiquidation>;
export const liquidationsQuery = (marketId: number) =>
  queryOptions({
    queryKey: ["market-liquidations", marketId],
    queryFn: async ({ signal }) => {
      const query = { marketId, limit: LIQUIDATIONS_MAX };
      const { liquidations } = await expressApi.get("/liquidations", { query, signal });
      return liquidations.map(decodeLiquidation);
    },
    refetchInterval: 10 * SECOND,
  });

export const infoQuery = (acreId: number) =>
  queryOptions({
    queryKey: ["acre-info", acreId],
    queryFn: async ({ signal }) => {
      const query = { id: acreId };
      const wire = await mainApi.get("/real-estate-data/acre-info", { query, signal });
      return {
        change1m: rate(wire.change.oneMonth),
        medianHome: wire.medianSqft === null ? null : parseSize(`${wire.medianSqft}000000`),
      };
    },
    refetchInterval: 60 * SECOND,
  });

export interface Question
  extends TitledQuestion,
    Pick<PredictionMarket, "marketId" | "closesAt" | "lastYesPrice"> {}

/** The open questions about an index. */
export const questionsQuery = (acreId: number) =>
  queryOptions({
    queryKey: ["index-questions", acreId],
    queryFn: async ({ signal }): Promise<readonly Question[]> => {
      const query = { isResolvedFilter: false, limit: QUESTIONS_MAX };
      const { markets } = await expressApi.get("/predictions/markets", { query, signal });
      return markets
        .filter((one) => one.acreId === acreId && one.status === "open")
        .map((one) => ({ ...one, strike: price(one.strike) }));
    },
    refetchInterval: 30 * SECOND,
  });
