import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useEngineNow } from "@/api/live";
import { useQueryFailure } from "@/api/query-failure";
import { formatDay } from "@/domain/format";
import { areaUnit } from "@/domain/reader/area";
import { SeriesChart } from "@/ui/charts/series-chart";
import { Empty, Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import { absorptionQuery, listingsQuery, salesQuery, type Window } from "../api-detail";
import { axisCount, axisDollars, axisNumber, type SeriesView } from "../model/series";
import {
  viewListings,
  viewListPrices,
  viewSalePrices,
  viewSales,
  viewSupply,
  viewUnitPrices,
} from "../model/views";
import { Latest } from "../series-panel";
import { WindowPicker } from "../window-picker";
import css from "./housing-tab.module.css";
import { firstOf, publishersOf, type Sources, sourcesOf, sourcesQuery } from "./sources";

interface HousingTabProps {
  readonly symbol: string;
  readonly metric: string;
}

interface Chart {
  readonly title: string;
  readonly view: SeriesView;
  readonly format: (value: number) => string;
  /** Field of the answer, by which its sources are found. */
  readonly figure: string;
}

const MONTHLY = ["sales-history", "listings-history", "absorption-rate-history"] as const;
const WINDOWS: readonly Window[] = ["1y", "3y", "5y", "all"];

/** The monthly figures that exist for a market, as small charts. */
export function HousingTab({ symbol, metric }: HousingTabProps) {
  const [window, setWindow] = useState<Window>("3y");
  const sales = useQuery(salesQuery(symbol, window));
  const listings = useQuery(listingsQuery(symbol, window));
  const supply = useQuery(absorptionQuery(symbol, window));
  const queries = [sales, listings, supply];
  const failure = useQueryFailure(queries.find(({ isError, data }) => isError && !data) ?? sales);
  const charts = useMemo(
    (): readonly Chart[] => [
      ...known(sales.data, "Sale price", viewSalePrices, axisDollars, "medianSalePrice"),
      ...known(
        sales.data,
        `Sale price per ${areaUnit(metric)}`,
        viewUnitPrices,
        axisDollars,
        "pricePerUnit",
      ),
      ...known(sales.data, "Homes sold", viewSales, axisCount, "sales"),
      ...known(listings.data, "Listings", viewListings, axisCount, "activeListings"),
      ...known(listings.data, "List price", viewListPrices, axisDollars, "medianListPrice"),
      ...known(supply.data, "Months of supply", viewSupply, axisNumber, "monthsOfSupply"),
    ],
    [sales.data, listings.data, supply.data, metric],
  );
  const { data: parts } = useQuery(sourcesQuery(symbol));
  const monthly = parts && MONTHLY.flatMap((part) => parts[part]);
  const isLoading = queries.some(({ data, isError }) => !data && !isError);
  const retry = () => queries.forEach((query) => void query.refetch());
  return (
    <>
      <div className={css["bar"]}>
        <WindowPicker
          label="Time range of the monthly figures"
          windows={WINDOWS}
          value={window}
          onChange={setWindow}
        />
        <span className="quiet">Monthly figures as they were known on this date.</span>
      </div>
      <StaleNote isStale={queries.some(({ isError, data }) => isError && data !== undefined)} />
      {failure ? <Failure what="Housing" error={failure} onRetry={retry} /> : null}
      <div className={css["grid"]}>
        {charts.map((chart) => (
          <HousingChart key={chart.title} {...chart} sources={monthly ?? []} />
        ))}
      </div>
      {isLoading && !failure ? <Loading label="housing figures" lines={8} /> : null}
      {charts.length === 0 && monthly && !isLoading && !failure ? (
        <Nothing sources={monthly} />
      ) : null}
    </>
  );
}

function HousingChart({ title, view, format, figure, sources }: Chart & { sources: Sources }) {
  return (
    <Panel title={title}>
      <div className={css["chart"]}>
        <Latest view={view} />
        <SeriesChart
          label={`${title}, ${view.known} months`}
          series={view.series}
          format={format}
          height={150}
        />
        <p className="quiet">{publishersOf(sourcesOf(sources, [figure]))}</p>
      </div>
    </Panel>
  );
}

/** Nothing is out: when the first series begins, or that there is none. */
function Nothing({ sources }: { readonly sources: Sources }) {
  const first = firstOf(sources, useEngineNow());
  if (first !== null) return <Empty title={`First published on ${formatDay(first)}`} />;
  if (sources.length > 0) return <Empty title="Nothing published in this time range" />;
  return (
    <Empty title="No monthly housing data">
      Sales, listings and supply of this area have no source. Its index has: see Chart and Past.
    </Empty>
  );
}

/** The chart of a series, if any of it is known. */
function known<T>(
  data: T | undefined,
  title: string,
  make: (data: T) => SeriesView,
  format: Chart["format"],
  figure: string,
): readonly Chart[] {
  if (data === undefined) return [];
  const view = make(data);
  return view.known > 0 ? [{ title, view, format, figure }] : [];
}
