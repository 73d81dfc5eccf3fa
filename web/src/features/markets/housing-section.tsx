import { useState } from "react";
import type { DetailedMarket } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { Cell, Row } from "@/ui/page/page";
import { absorptionQuery, listingsQuery, salesQuery, type Window } from "./api-detail";
import { DemographicsPanel, FinancialsPanel, InventoryPanel } from "./housing-facts";
import css from "./market-page.module.css";
import { axisCount, axisDollars, axisNumber, axisPercent } from "./model/series";
import {
  viewAbsorption,
  viewListings,
  viewListPrices,
  viewSalePrices,
  viewSales,
  viewSupply,
  viewUnitPrices,
} from "./model/views";
import { SeriesPanel } from "./series-panel";
import { Picker, WindowPicker } from "./window-picker";

const MONTHLY_WINDOWS: readonly Window[] = ["1y", "3y", "5y", "all"];

/** The homes behind the index, as known on the engine's date. */
export function HousingSection({ market }: { readonly market: DetailedMarket }) {
  const [window, setWindow] = useState<Window>("3y");
  const { symbol, metric } = market;
  return (
    <>
      <div className={css["bar"]}>
        <h2 className={css["heading"]}>Housing</h2>
        <WindowPicker
          label="Window of the monthly figures"
          windows={MONTHLY_WINDOWS}
          value={window}
          onChange={setWindow}
        />
        <span className="quiet">Monthly figures as they were known on this date.</span>
      </div>
      <Row>
        <Cell span={3}>
          <SeriesPanel
            title="Homes sold"
            read={salesQuery(symbol, window)}
            view={viewSales}
            format={axisCount}
            file={fileName(symbol, "sales", window)}
            note="Closed sales in the month."
          />
        </Cell>
        <Cell span={3}>
          <SalePrices symbol={symbol} metric={metric} window={window} />
        </Cell>
        <Cell span={3}>
          <Listings symbol={symbol} window={window} />
        </Cell>
        <Cell span={3}>
          <Supply symbol={symbol} window={window} />
        </Cell>
      </Row>
      <Row>
        <Cell span={4}>
          <InventoryPanel symbol={symbol} />
        </Cell>
        <Cell span={4}>
          <FinancialsPanel symbol={symbol} metric={metric} />
        </Cell>
        <Cell span={4}>
          <DemographicsPanel symbol={symbol} />
        </Cell>
      </Row>
    </>
  );
}

function fileName(symbol: string, name: string, window: Window): string {
  return `${symbol.toLowerCase()}-${name}-${window}`;
}

interface PartProps {
  readonly symbol: string;
  readonly window: Window;
}

function SalePrices({ symbol, metric, window }: PartProps & { readonly metric: string }) {
  const [of, setOf] = useState<"home" | "unit">("home");
  const isHome = of === "home";
  return (
    <SeriesPanel
      title="Sale price"
      read={salesQuery(symbol, window)}
      view={isHome ? viewSalePrices : viewUnitPrices}
      format={axisDollars}
      file={fileName(symbol, isHome ? "sale-prices" : "unit-prices", window)}
      note={
        isHome
          ? "Median sale price in the month."
          : `Median sale price per ${areaUnit(metric)}, not smoothed.`
      }
      actions={
        <Picker
          label="Sale price of"
          options={[
            ["home", "Home"],
            ["unit", `Per ${areaUnit(metric)}`],
          ]}
          value={of}
          onChange={setOf}
        />
      }
    />
  );
}

function Listings({ symbol, window }: PartProps) {
  const [of, setOf] = useState<"count" | "price">("count");
  const isCount = of === "count";
  return (
    <SeriesPanel
      title="Listings"
      read={listingsQuery(symbol, window)}
      view={isCount ? viewListings : viewListPrices}
      format={isCount ? axisCount : axisDollars}
      file={fileName(symbol, isCount ? "listings" : "list-prices", window)}
      note={isCount ? "For sale at the month's end; new in the month." : "Median list price."}
      actions={
        <Picker
          label="Of listings"
          options={[
            ["count", "Count"],
            ["price", "Price"],
          ]}
          value={of}
          onChange={setOf}
        />
      }
    />
  );
}

function Supply({ symbol, window }: PartProps) {
  const [of, setOf] = useState<"months" | "rate">("months");
  const isMonths = of === "months";
  return (
    <SeriesPanel
      title="Absorption"
      read={absorptionQuery(symbol, window)}
      view={isMonths ? viewSupply : viewAbsorption}
      format={isMonths ? axisNumber : axisPercent}
      file={fileName(symbol, isMonths ? "supply" : "absorption", window)}
      note={
        isMonths
          ? "< 5 months favors sellers, > 7 favors buyers."
          : "Sales in the month divided by listings at its end."
      }
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
