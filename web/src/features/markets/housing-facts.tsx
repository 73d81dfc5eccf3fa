import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { useQueryFailure } from "@/api/query-failure";
import type { RateE12 } from "@/domain/amounts";
import { formatAmount, formatDay } from "@/domain/format";
import { Amount, Rate } from "@/ui/amount";
import { FactLine, Facts } from "@/ui/facts";
import { Failure, Loading, Panel, StaleNote } from "@/ui/panel";
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

/** Distinguishes a figure that is not published at all from one that is not available yet. */
function NoSource() {
  return <span className="quiet">no source</span>;
}

function Known<T>({
  value,
  children,
}: {
  readonly value: T | null;
  readonly children: (value: T) => ReactNode;
}) {
  return value === null ? <NoSource /> : children(value);
}

function Count({ value }: { readonly value: number | null }) {
  return (
    <Known value={value}>
      {(known) => <span className="figures">{counts.format(known)}</span>}
    </Known>
  );
}

function Ratio({ value, unit }: { readonly value: RateE12 | null; readonly unit: string }) {
  return (
    <Known value={value}>
      {(known) => (
        <span className="figures">
          {formatAmount(known, "RateE12")} {unit}
        </span>
      )}
    </Known>
  );
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
      <div ref={ref} className={css["series"]} style={{ minHeight: 240 }}>
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
      {at === null
        ? "Nothing of this was published by the date shown above."
        : `Newest figure published ${formatDay(at)}.`}
    </p>
  );
}

/** What is for sale now. */
export function InventoryPanel({ symbol }: { readonly symbol: string }) {
  return (
    <FactsPanel title="Inventory" read={inventoryQuery(symbol)}>
      {(data) => (
        <>
          <FactLine label="Active listings">
            <Count value={data.activeListings} />
          </FactLine>
          <FactLine label="New, newest month">
            <Count value={data.newListings30d} />
          </FactLine>
          <FactLine label="Pending">
            <Count value={data.pending} />
          </FactLine>
          <FactLine label="Median days on market">
            <Count value={data.medianDaysOnMarket} />
          </FactLine>
          <FactLine label="Months of supply">
            <Ratio value={data.monthsOfSupply} unit="months" />
          </FactLine>
          {data.byPropertyType.map(({ type, count }) => (
            <FactLine key={type} label={WORDS[type] ?? type}>
              <Count value={count} />
            </FactLine>
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
          <FactLine label="Price of a home">
            <Known value={data.medianPrice}>
              {(value) => <Amount value={value} kind="CollateralE6" unit="USD" digits={0} />}
            </Known>
          </FactLine>
          <FactLine label={metric === "sqm" ? "Per square metre" : "Per square foot"}>
            <Known value={data.pricePerUnit}>
              {(value) => <Amount value={value} kind="PriceE8" unit="USD" />}
            </Known>
          </FactLine>
          <FactLine label="Rent a month">
            <Known value={data.medianRentMonthly}>
              {(value) => <Amount value={value} kind="CollateralE6" unit="USD" digits={0} />}
            </Known>
          </FactLine>
          <FactLine label="Gross rental yield">
            <Percent value={data.grossRentalYield} />
          </FactLine>
          <FactLine label="Price by yearly rent">
            <Ratio value={data.priceToRent} unit="years" />
          </FactLine>
          <FactLine label="Property tax a year">
            <Percent value={data.propertyTaxRate} />
          </FactLine>
          <FactLine label="Insurance a year">
            <Percent value={data.insuranceRate} />
          </FactLine>
          <FactLine label="30-year mortgage rate">
            <Percent value={data.mortgageRate30y} />
          </FactLine>
        </>
      )}
    </FactsPanel>
  );
}

function Percent({
  value,
  isSigned = false,
}: {
  readonly value: RateE12 | null;
  readonly isSigned?: boolean;
}) {
  return <Known value={value}>{(known) => <Rate value={known} signed={isSigned} />}</Known>;
}

/** Who lives there. */
export function DemographicsPanel({ symbol }: { readonly symbol: string }) {
  return (
    <FactsPanel title="Demographics" read={demographicsQuery(symbol)}>
      {(data) => (
        <>
          <FactLine label="Population">
            <Count value={data.population} />
          </FactLine>
          <FactLine label="Growth in a year">
            <Percent value={data.populationGrowth} isSigned />
          </FactLine>
          <FactLine label="Households">
            <Count value={data.households} />
          </FactLine>
          <FactLine label="Median household income">
            <Known value={data.medianHouseholdIncome}>
              {(value) => <Amount value={value} kind="CollateralE6" unit="USD" digits={0} />}
            </Known>
          </FactLine>
          <FactLine label="Median age">
            <Ratio value={data.medianAge} unit="years" />
          </FactLine>
          <FactLine label="Owners in their homes">
            <Percent value={data.ownerOccupiedRate} />
          </FactLine>
          <FactLine label="Unemployment">
            <Percent value={data.unemploymentRate} />
          </FactLine>
        </>
      )}
    </FactsPanel>
  );
}
