import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { areaUnit } from "@/domain/reader/area";
import { SeriesChart } from "@/ui/charts/series-chart";
import { Empty, Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import { absorptionQuery, listingsQuery, salesQuery, type Window } from "./api-detail";
import css from "./housing-tab.module.css";
import { axisCount, axisDollars, axisNumber, type SeriesView } from "./model/series";
import {
  viewListings,
  viewListPrices,
  viewSalePrices,
  viewSales,
  viewSupply,
  viewUnitPrices,
} from "./model/views";
import { Latest } from "./series-panel";
import { WindowPicker } from "./window-picker";

interface HousingTabProps {
  readonly symbol: string;
  readonly metric: string;
}

interface Chart {
  readonly title: string;
  readonly view: SeriesView;
  readonly format: (value: number) => string;
}

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
      ...known(sales.data, "Sale price", viewSalePrices, axisDollars),
      ...known(sales.data, `Sale price per ${areaUnit(metric)}`, viewUnitPrices, axisDollars),
      ...known(sales.data, "Homes sold", viewSales, axisCount),
      ...known(listings.data, "Listings", viewListings, axisCount),
      ...known(listings.data, "List price", viewListPrices, axisDollars),
      ...known(supply.data, "Months of supply", viewSupply, axisNumber),
    ],
    [sales.data, listings.data, supply.data, metric],
  );
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
          <HousingChart key={chart.title} {...chart} />
        ))}
      </div>
      {isLoading && !failure ? <Loading label="housing figures" lines={8} /> : null}
      {charts.length === 0 && !isLoading && !failure ? <NotYet /> : null}
    </>
  );
}

function HousingChart({ title, view, format }: Chart) {
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
      </div>
    </Panel>
  );
}

function NotYet() {
  return <Empty title="Not published yet">No monthly figures were known on this date.</Empty>;
}

/** The chart of a series, if any of it is known. */
function known<T>(
  data: T | undefined,
  title: string,
  make: (data: T) => SeriesView,
  format: Chart["format"],
): readonly Chart[] {
  if (data === undefined) return [];
  const view = make(data);
  return view.known > 0 ? [{ title, view, format }] : [];
}
