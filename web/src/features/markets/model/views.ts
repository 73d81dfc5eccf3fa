/** The charts of a market's page: which lines each has. Module constants, so that they stay equal. */
import type { PricePoint } from "@/domain/model";
import type {
  decodeAbsorption,
  decodeActivity,
  decodeFunding,
  decodeListings,
  decodeSales,
} from "../api-detail";
import { countLine, dollarLine, makeView, rateLine, ratioLine } from "./series";

type Rows<F extends (wire: never) => readonly unknown[]> = ReturnType<F>;
type Sales = Rows<typeof decodeSales>;
type Listings = Rows<typeof decodeListings>;
type Absorption = Rows<typeof decodeAbsorption>;
type Activity = Rows<typeof decodeActivity>;
type Funding = Rows<typeof decodeFunding>;

const PRICE = [
  dollarLine<PricePoint, "PriceE8">(
    { name: "Index", head: "index_price_usd", style: "area" },
    "PriceE8",
    ({ value }) => value,
  ),
];
export const viewPrice = (rows: readonly PricePoint[]) => makeView(rows, PRICE);

const GAP = [
  dollarLine<Activity[number], "PriceE8">(
    { name: "Index", head: "index_price_usd" },
    "PriceE8",
    ({ indexPrice }) => indexPrice,
  ),
  dollarLine<Activity[number], "PriceE8">(
    { name: "Market price", head: "market_price_usd", color: "yes" },
    "PriceE8",
    ({ marketPrice }) => marketPrice,
  ),
];
export const viewGap = (rows: Activity) => makeView(rows, GAP);

const INTEREST = [
  dollarLine<Activity[number], "CollateralE6">(
    { name: "Long", head: "open_interest_long_usd", color: "up" },
    "CollateralE6",
    ({ long }) => long,
  ),
  dollarLine<Activity[number], "CollateralE6">(
    { name: "Short", head: "open_interest_short_usd", color: "down" },
    "CollateralE6",
    ({ short }) => short,
  ),
];
export const viewInterest = (rows: Activity) => makeView(rows, INTEREST);

const VOLUME = [
  dollarLine<Activity[number], "CollateralE6">(
    { name: "Volume", head: "volume_usd", style: "bars" },
    "CollateralE6",
    ({ volume }) => volume,
  ),
];
export const viewVolume = (rows: Activity) => makeView(rows, VOLUME);

const FUNDING = [
  rateLine<Funding[number]>(
    { name: "Longs pay per day", head: "funding_rate_per_day", color: "no" },
    ({ fundingRate }) => fundingRate,
    4,
  ),
];
export const viewFunding = (rows: Funding) => makeView(rows, FUNDING);

const SALES = [countLine<Sales[number]>({ name: "Sales", head: "sales" }, ({ sales }) => sales)];
export const viewSales = (rows: Sales) => makeView(rows, SALES);

const SALE_PRICES = [
  dollarLine<Sales[number], "CollateralE6">(
    { name: "Median sale price", head: "median_sale_price_usd" },
    "CollateralE6",
    ({ medianSalePrice }) => medianSalePrice,
    0,
  ),
];
export const viewSalePrices = (rows: Sales) => makeView(rows, SALE_PRICES);

const UNIT_PRICES = [
  dollarLine<Sales[number], "PriceE8">(
    { name: "Sold per unit of area", head: "sale_price_per_unit_usd", color: "yes" },
    "PriceE8",
    ({ pricePerUnit }) => pricePerUnit,
  ),
];
export const viewUnitPrices = (rows: Sales) => makeView(rows, UNIT_PRICES);

const LISTINGS = [
  countLine<Listings[number]>(
    { name: "Active listings", head: "active_listings", style: "line" },
    ({ activeListings }) => activeListings,
  ),
  countLine<Listings[number]>(
    { name: "New listings", head: "new_listings", style: "line", color: "yes" },
    ({ newListings }) => newListings,
  ),
];
export const viewListings = (rows: Listings) => makeView(rows, LISTINGS);

const LIST_PRICES = [
  dollarLine<Listings[number], "CollateralE6">(
    { name: "Median list price", head: "median_list_price_usd" },
    "CollateralE6",
    ({ medianListPrice }) => medianListPrice,
    0,
  ),
];
export const viewListPrices = (rows: Listings) => makeView(rows, LIST_PRICES);

const SUPPLY = [
  ratioLine<Absorption[number]>(
    { name: "Months of supply", head: "months_of_supply" },
    ({ monthsOfSupply }) => monthsOfSupply,
    "months",
  ),
];
export const viewSupply = (rows: Absorption) => makeView(rows, SUPPLY);

const ABSORPTION = [
  rateLine<Absorption[number]>(
    { name: "Absorption rate", head: "absorption_rate", color: "yes" },
    ({ absorptionRate }) => absorptionRate,
  ),
];
export const viewAbsorption = (rows: Absorption) => makeView(rows, ABSORPTION);
