import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useEngineNow } from "@/api/live";
import { useQueryFailure } from "@/api/query-failure";
import { formatDay } from "@/domain/format";
import type { DetailedMarket } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { Cell, Row } from "@/ui/page/page";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { absorptionQuery, listingsQuery, salesQuery, type Window } from "../api-detail";
import css from "../market-page.module.css";
import { axisCount, axisDollars, axisNumber, axisPercent } from "../model/series";
import {
  viewAbsorption,
  viewListings,
  viewListPrices,
  viewSalePrices,
  viewSales,
  viewSupply,
  viewUnitPrices,
} from "../model/views";
import { SeriesPanel } from "../series-panel";
import { useSeen } from "../use-seen";
import { Picker, WindowPicker } from "../window-picker";
import { DemographicsPanel, FinancialsPanel, InventoryPanel } from "./housing-facts";
import { firstOf, type Part, publishersOf, type Sources, sourcesOf, sourcesQuery } from "./sources";

const MONTHLY_WINDOWS: readonly Window[] = ["1y", "3y", "5y", "all"];

/** The homes behind the index, as known on the engine's date; only what has a source is shown. */
export function HousingSection({ market }: { readonly market: DetailedMarket }) {
  const ref = useRef<HTMLDivElement>(null);
  const query = useQuery({ ...sourcesQuery(market.symbol), enabled: useSeen(ref) });
  const failure = useQueryFailure(query);
  return (
    <div ref={ref} className={css["section"]}>
      {query.data ? (
        <Housing market={market} parts={query.data} />
      ) : (
        <Panel title="Housing">
          {failure ? (
            <Failure what="Housing" error={failure} onRetry={() => void query.refetch()} />
          ) : (
            <Loading label="housing figures" lines={8} />
          )}
        </Panel>
      )}
    </div>
  );
}

interface HousingProps {
  readonly market: DetailedMarket;
  readonly parts: Readonly<Record<Part, Sources>>;
}

function Housing({ market, parts }: HousingProps) {
  const [window, setWindow] = useState<Window>("3y");
  const { symbol, metric } = market;
  const sales = { symbol, window, sources: parts["sales-history"] };
  const listings = { symbol, window, sources: parts["listings-history"] };
  const supply = { symbol, window, sources: parts["absorption-rate-history"] };
  const charts: readonly Shown[] = [
    ["homes sold", sourcesOf(sales.sources, ["sales"]), <Sold key="sold" {...sales} />],
    [
      "sale prices",
      sourcesOf(sales.sources, ["medianSalePrice", "pricePerUnit"]),
      <SalePrices key="prices" {...sales} metric={metric} />,
    ],
    ["listings", listings.sources, <Listings key="listings" {...listings} />],
    ["supply", supply.sources, <Supply key="supply" {...supply} />],
  ];
  const facts: readonly Shown[] = [
    ["inventory", parts["current-inventory"], <InventoryPanel key="inventory" symbol={symbol} />],
    [
      "home prices",
      parts.financials,
      <FinancialsPanel key="financials" symbol={symbol} metric={metric} />,
    ],
    ["demographics", parts.demographics, <DemographicsPanel key="people" symbol={symbol} />],
  ];
  const all = [...charts, ...facts];
  const missing = all.filter(([, sources]) => sources.length === 0).map(([name]) => name);
  if (!has(parts.financials, "medianRentMonthly")) missing.push("rents");
  return (
    <>
      <div className={css["bar"]}>
        <h2 className={css["heading"]}>Housing</h2>
        {charts.some(([, sources]) => sources.length > 0) ? (
          <WindowPicker
            label="Window of the monthly figures"
            windows={MONTHLY_WINDOWS}
            value={window}
            onChange={setWindow}
          />
        ) : null}
        <span className="quiet">
          {all.some(([, sources]) => sources.length > 0)
            ? "Figures as they were known on this date."
            : "This area has an index and no other housing data."}
          {missing.length > 0 ? ` No source for ${LIST.format(missing)}.` : ""}
        </span>
      </div>
      <Shelf of={charts} />
      <Shelf of={facts} />
    </>
  );
}

/** What a panel is about, its sources, and the panel. */
type Shown = readonly [name: string, sources: Sources, panel: ReactNode];

const COLUMNS = 12;
const LIST = new Intl.ListFormat("en-US", { type: "disjunction" });

/** The panels that have a source, side by side. */
function Shelf({ of }: { readonly of: readonly Shown[] }) {
  const shown = of.filter(([, sources]) => sources.length > 0);
  if (shown.length === 0) return null;
  return (
    <Row>
      {shown.map(([name, , panel]) => (
        <Cell key={name} span={COLUMNS / shown.length}>
          {panel}
        </Cell>
      ))}
    </Row>
  );
}

/** The end of a panel's note, and what an empty panel says. */
function useOrigin(sources: Sources, figures: readonly string[]) {
  const own = sourcesOf(sources, figures);
  const first = firstOf(own, useEngineNow());
  return {
    publishers: publishersOf(own),
    empty:
      first === null
        ? "Nothing published in this window"
        : `First published on ${formatDay(first)}`,
  };
}

function Sold({ symbol, window, sources }: PartProps) {
  const { publishers, empty } = useOrigin(sources, ["sales"]);
  return (
    <SeriesPanel
      title="Homes sold"
      read={salesQuery(symbol, window)}
      view={viewSales}
      format={axisCount}
      file={fileName(symbol, "sales", window)}
      note={`Closed sales in the month. ${publishers}.`}
      empty={empty}
    />
  );
}

function has(sources: Sources, figure: string): boolean {
  return sources.some((one) => one.figure === figure);
}

function fileName(symbol: string, name: string, window: Window): string {
  return `${symbol.toLowerCase()}-${name}-${window}`;
}

interface PartProps {
  readonly symbol: string;
  readonly window: Window;
  readonly sources: Sources;
}

function SalePrices({ symbol, metric, window, sources }: PartProps & { readonly metric: string }) {
  const [of, setOf] = useState<"home" | "unit">("home");
  const [hasHome, hasUnit] = [has(sources, "medianSalePrice"), has(sources, "pricePerUnit")];
  const isHome = hasHome && (of === "home" || !hasUnit);
  const origin = useOrigin(sources, [isHome ? "medianSalePrice" : "pricePerUnit"]);
  return (
    <SeriesPanel
      title="Sale price"
      read={salesQuery(symbol, window)}
      view={isHome ? viewSalePrices : viewUnitPrices}
      format={axisDollars}
      file={fileName(symbol, isHome ? "sale-prices" : "unit-prices", window)}
      note={
        isHome
          ? `Median sale price in the month. ${origin.publishers}.`
          : `Median sale price per ${areaUnit(metric)}, not smoothed. ${origin.publishers}.`
      }
      empty={origin.empty}
      actions={
        hasHome && hasUnit ? (
          <Picker
            label="Sale price of"
            options={[
              ["home", "Home"],
              ["unit", `Per ${areaUnit(metric)}`],
            ]}
            value={of}
            onChange={setOf}
          />
        ) : null
      }
    />
  );
}

function Listings({ symbol, window, sources }: PartProps) {
  const [of, setOf] = useState<"count" | "price">("count");
  const hasCount = has(sources, "activeListings") || has(sources, "newListings");
  const hasPrice = has(sources, "medianListPrice");
  const isCount = hasCount && (of === "count" || !hasPrice);
  const figures = isCount ? ["activeListings", "newListings"] : ["medianListPrice"];
  const origin = useOrigin(sources, figures);
  return (
    <SeriesPanel
      title="Listings"
      read={listingsQuery(symbol, window)}
      view={isCount ? viewListings : viewListPrices}
      format={isCount ? axisCount : axisDollars}
      file={fileName(symbol, isCount ? "listings" : "list-prices", window)}
      note={`${isCount ? "For sale at the month's end; new in the month." : "Median list price."} ${origin.publishers}.`}
      empty={origin.empty}
      actions={
        hasCount && hasPrice ? (
          <Picker
            label="Of listings"
            options={[
              ["count", "Count"],
              ["price", "Price"],
            ]}
            value={of}
            onChange={setOf}
          />
        ) : null
      }
    />
  );
}

function Supply({ symbol, window, sources }: PartProps) {
  const [of, setOf] = useState<"months" | "rate">("months");
  const isMonths = of === "months";
  const origin = useOrigin(sources, ["monthsOfSupply"]);
  return (
    <SeriesPanel
      title="Absorption"
      read={absorptionQuery(symbol, window)}
      view={isMonths ? viewSupply : viewAbsorption}
      format={isMonths ? axisNumber : axisPercent}
      file={fileName(symbol, isMonths ? "supply" : "absorption", window)}
      note={
        isMonths
          ? `< 5 months favors sellers, > 7 favors buyers. ${origin.publishers}.`
          : `Sales in the month divided by listings at its end. ${origin.publishers}.`
      }
      empty={origin.empty}
      actions={
        <Picker
          label="Absorption as"
          options={[
            ["months", "Supply"],
            ["rate", "Rate"],
          ]}
          value={of}
          onChange={setOf}
        />
      }
    />
  );
}
