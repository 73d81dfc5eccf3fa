import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useRef } from "react";
import { useEngineNow } from "@/api/live";
import { useQueryFailure } from "@/api/query-failure";
import type { CollateralE6, RateE12 } from "@/domain/amounts";
import { formatAmount, formatDay } from "@/domain/format";
import { parseCollateral } from "@/domain/parse";
import { areaUnit } from "@/domain/reader/area";
import type { Fallback } from "@/generated/api";
import { Amount, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import { demographicsQuery, financialsQuery, inventoryQuery } from "../api-detail";
import css from "../market-page.module.css";
import { useSeen } from "../use-seen";
import own from "./housing-facts.module.css";
import { beginsAt, nameOf, publishersOf, type Sources, sourcesOf } from "./sources";

const counts = new Intl.NumberFormat("en-US");
const WORDS: Readonly<Record<string, string>> = {
  singleFamily: "Single-family homes",
  condo: "Condominiums",
  townhouse: "Townhouses",
  multiFamily: "Multi-family homes",
};

interface Origin {
  readonly sources: Sources;
  readonly fallbacks?: readonly Fallback[];
}
const OriginContext = createContext<Origin>({ sources: [] });

interface LineProps<T> {
  readonly label: string;
  /** The answer's field, by which its sources are found. */
  readonly figure: string;
  readonly value: T | null;
}

interface KnownLineProps<T> extends LineProps<T> {
  readonly children: (value: T) => ReactNode;
  /** Reads the value of a wider area, where that may stand here. */
  readonly parse?: (text: string) => T;
}

/** A figure with its publisher, a wider area's, or the day of its first publication; else no line. */
function KnownLine<T>({ label, figure, value, children, parse }: KnownLineProps<T>) {
  const { sources, fallbacks = [] } = useContext(OriginContext);
  const origin = sourcesOf(sources, [figure]);
  const begins = beginsAt(origin, useEngineNow());
  const wider = parse && fallbacks.find((one) => one.figure === figure);
  const line = (note: string, shown: ReactNode) => (
    <FactLine
      label={
        <>
          {label}
          <small className={own["note"]}>{note}</small>
        </>
      }
    >
      {shown}
    </FactLine>
  );
  if (value !== null) return line(publishersOf(origin), children(value));
  if (wider) return line(`${wider.areaName}, ${nameOf(wider)}`, children(parse(wider.value)));
  if (begins === null) return null;
  return line(
    publishersOf(origin),
    <span className="quiet">First published on {formatDay(begins)}</span>,
  );
}

function CountLine(props: LineProps<number>) {
  return (
    <KnownLine {...props}>
      {(value) => <span className="figures">{counts.format(value)}</span>}
    </KnownLine>
  );
}

function RatioLine({ unit, ...props }: LineProps<RateE12> & { readonly unit: string }) {
  return (
    <KnownLine {...props}>
      {(value) => (
        <span className="figures">
          {formatAmount(value, "RateE12")} {unit}
        </span>
      )}
    </KnownLine>
  );
}

function DollarLine(props: LineProps<CollateralE6>) {
  return (
    <KnownLine {...props} parse={parseCollateral}>
      {(value) => <Amount value={value} kind="CollateralE6" unit="USD" digits={0} />}
    </KnownLine>
  );
}

function PercentLine({
  isSigned = false,
  ...props
}: LineProps<RateE12> & { readonly isSigned?: boolean }) {
  return <KnownLine {...props}>{(value) => <Rate value={value} signed={isSigned} />}</KnownLine>;
}

interface FactsPanelProps<T, K extends QueryKey> {
  readonly title: string;
  readonly read: Pick<
    UseQueryOptions<T, Error, T, K>,
    "queryKey" | "queryFn" | "staleTime" | "refetchInterval"
  >;
  readonly children: (data: T) => ReactNode;
}

function FactsPanel<T extends Origin & { readonly asOf: number | null }, K extends QueryKey>(
  props: FactsPanelProps<T, K>,
) {
  const { title, read, children } = props;
  const ref = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(ref);
  const query = useQuery<T, Error, T, K>({ ...read, enabled: isSeen });
  const failure = useQueryFailure(query);
  return (
    <Panel title={title}>
      <StaleNote isStale={query.isError && query.data !== undefined} />
      <div ref={ref} className={css["series"]} style={{ minHeight: query.data ? 0 : 120 }}>
        {failure ? (
          <Failure what={title} error={failure} onRetry={() => void query.refetch()} />
        ) : query.data ? (
          <OriginContext value={query.data}>
            <div className={own["facts"]}>
              <Facts>{children(query.data)}</Facts>
            </div>
          </OriginContext>
        ) : (
          <Loading label={title} lines={6} />
        )}
      </div>
      {query.data ? <PublishedNote at={query.data.asOf} /> : null}
    </Panel>
  );
}

function PublishedNote({ at }: { readonly at: number | null }) {
  return (
    <p className={css["note"]}>
      {at === null ? "Nothing is published yet." : `Published ${formatDay(at)}.`}
    </p>
  );
}

/** What is for sale now. */
export function InventoryPanel({ symbol }: { readonly symbol: string }) {
  return (
    <FactsPanel title="Inventory" read={inventoryQuery(symbol)}>
      {(data) => (
        <>
          <CountLine label="Active listings" figure="activeListings" value={data.activeListings} />
          <CountLine label="New listings" figure="newListings30d" value={data.newListings30d} />
          <CountLine label="Pending" figure="pending" value={data.pending} />
          <CountLine
            label="Median days on market"
            figure="medianDaysOnMarket"
            value={data.medianDaysOnMarket}
          />
          <RatioLine
            label="Months of supply"
            figure="monthsOfSupply"
            value={data.monthsOfSupply}
            unit="months"
          />
          {data.byPropertyType.map(({ type, count }) => (
            <CountLine key={type} label={WORDS[type] ?? type} figure={type} value={count} />
          ))}
        </>
      )}
    </FactsPanel>
  );
}

/** What a home costs and brings. */
export function FinancialsPanel({
  symbol,
  metric,
}: {
  readonly symbol: string;
  readonly metric: string;
}) {
  return (
    <FactsPanel title="Financials" read={financialsQuery(symbol)}>
      {(data) => (
        <>
          <DollarLine label="Median home price" figure="medianPrice" value={data.medianPrice} />
          <KnownLine
            label={`Price per ${areaUnit(metric)}`}
            figure="pricePerUnit"
            value={data.pricePerUnit}
          >
            {(value) => <Amount value={value} kind="PriceE8" unit="USD" />}
          </KnownLine>
          <DollarLine
            label="Median rent"
            figure="medianRentMonthly"
            value={data.medianRentMonthly}
          />
          <PercentLine
            label="Gross rental yield"
            figure="grossRentalYield"
            value={data.grossRentalYield}
          />
          <RatioLine
            label="Price-to-rent"
            figure="priceToRent"
            value={data.priceToRent}
            unit="years"
          />
          <PercentLine
            label="Property tax, annual"
            figure="propertyTaxRate"
            value={data.propertyTaxRate}
          />
          <PercentLine
            label="Insurance, annual"
            figure="insuranceRate"
            value={data.insuranceRate}
          />
          <PercentLine
            label="30-year mortgage rate"
            figure="mortgageRate30y"
            value={data.mortgageRate30y}
          />
          <DollarLine
            label="Mortgage payment, monthly"
            figure="affordability"
            value={data.affordability?.monthlyPayment ?? null}
          />
          {data.affordability ? (
            <FactLine
              label={
                <>
                  Payment by income
                  <small className={own["note"]}>
                    20% down, 30 years; income of {data.affordability.incomeYear}
                  </small>
                </>
              }
            >
              <Rate value={data.affordability.incomeShare} />
            </FactLine>
          ) : null}
        </>
      )}
    </FactsPanel>
  );
}

/** The people of the area. */
export function DemographicsPanel({ symbol }: { readonly symbol: string }) {
  return (
    <FactsPanel title="Demographics" read={demographicsQuery(symbol)}>
      {(data) => (
        <>
          <CountLine label="Population" figure="population" value={data.population} />
          <PercentLine
            label="Population growth, 1 year"
            figure="populationGrowth"
            value={data.populationGrowth}
            isSigned
          />
          <CountLine label="Households" figure="households" value={data.households} />
          <DollarLine
            label="Median household income"
            figure="medianHouseholdIncome"
            value={data.medianHouseholdIncome}
          />
          <RatioLine label="Median age" figure="medianAge" value={data.medianAge} unit="years" />
          <PercentLine
            label="Homeownership rate"
            figure="ownerOccupiedRate"
            value={data.ownerOccupiedRate}
          />
          <PercentLine
            label="Unemployment"
            figure="unemploymentRate"
            value={data.unemploymentRate}
          />
        </>
      )}
    </FactsPanel>
  );
}
