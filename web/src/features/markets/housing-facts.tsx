import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { useQueryFailure } from "@/api/query-failure";
import type { CollateralE6, RateE12 } from "@/domain/amounts";
import { formatAmount, formatDay } from "@/domain/format";
import { areaUnit } from "@/domain/reader/area";
import { Amount, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import { demographicsQuery, financialsQuery, inventoryQuery } from "./api-detail";
import css from "./market-page.module.css";
import { useSeen } from "./use-seen";

const counts = new Intl.NumberFormat("en-US");
const WORDS: Readonly<Record<string, string>> = {
  singleFamily: "Single-family homes",
  condo: "Condominiums",
  townhouse: "Townhouses",
  multiFamily: "Multi-family homes",
};

interface KnownLineProps<T> {
  readonly label: string;
  readonly value: T | null;
  readonly children: (value: T) => ReactNode;
}

/** A figure that has been published; the others have no line. */
function KnownLine<T>({ label, value, children }: KnownLineProps<T>) {
  return value === null ? null : <FactLine label={label}>{children(value)}</FactLine>;
}

interface LineProps<T> {
  readonly label: string;
  readonly value: T | null;
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
    <KnownLine {...props}>
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

function FactsPanel<T extends { readonly asOf: number | null }, K extends QueryKey>(
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
      <div ref={ref} className={css["series"]} style={{ minHeight: 120 }}>
        {failure ? (
          <Failure what={title} error={failure} onRetry={() => void query.refetch()} />
        ) : query.data ? (
          <Facts>{children(query.data)}</Facts>
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
      {at === null ? "Not published yet." : `Published ${formatDay(at)}.`}
    </p>
  );
}

/** What is for sale now. */
export function InventoryPanel({ symbol }: { readonly symbol: string }) {
  return (
    <FactsPanel title="Inventory" read={inventoryQuery(symbol)}>
      {(data) => (
        <>
          <CountLine label="Active listings" value={data.activeListings} />
          <CountLine label="New listings" value={data.newListings30d} />
          <CountLine label="Pending" value={data.pending} />
          <CountLine label="Median days on market" value={data.medianDaysOnMarket} />
          <RatioLine label="Months of supply" value={data.monthsOfSupply} unit="months" />
          {data.byPropertyType.map(({ type, count }) => (
            <CountLine key={type} label={WORDS[type] ?? type} value={count} />
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
          <DollarLine label="Median home price" value={data.medianPrice} />
          <KnownLine label={`Price per ${areaUnit(metric)}`} value={data.pricePerUnit}>
            {(value) => <Amount value={value} kind="PriceE8" unit="USD" />}
          </KnownLine>
          <DollarLine label="Median rent" value={data.medianRentMonthly} />
          <PercentLine label="Gross rental yield" value={data.grossRentalYield} />
          <RatioLine label="Price-to-rent" value={data.priceToRent} unit="years" />
          <PercentLine label="Property tax, annual" value={data.propertyTaxRate} />
          <PercentLine label="Insurance, annual" value={data.insuranceRate} />
          <PercentLine label="30-year mortgage rate" value={data.mortgageRate30y} />
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
          <CountLine label="Population" value={data.population} />
          <PercentLine label="Population growth, 1 year" value={data.populationGrowth} isSigned />
          <CountLine label="Households" value={data.households} />
          <DollarLine label="Median household income" value={data.medianHouseholdIncome} />
          <RatioLine label="Median age" value={data.medianAge} unit="years" />
          <PercentLine label="Homeownership rate" value={data.ownerOccupiedRate} />
          <PercentLine label="Unemployment" value={data.unemploymentRate} />
        </>
      )}
    </FactsPanel>
  );
}
