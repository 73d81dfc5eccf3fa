import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { engineClock } from "@/domain/clock";
import type { DetailedMarket } from "@/domain/model";
import type { Source } from "@/generated/api";
import { renderPage } from "@/test/page";
import { type Answer, fakeServer } from "@/test/server";
import { HousingSection } from "./housing-section";
import { HousingTab } from "./housing-tab";

const DAY_S = 86_400;
const NOW_S = 1_424_822_400; // 2015-02-25
const MARKET = { symbol: "AUS", metric: "sqft" } as DetailedMarket;
const ROUTE = "GET /express/v1/market/AUS";

const source = (figure: string, change: Partial<Source> = {}): Source => ({
  figure,
  series: figure,
  publisher: "Zillow Research",
  area: "AUS",
  areaName: "Austin, TX",
  firstPublishedAt: NOW_S - DAY_S,
  ...change,
});
const FINANCIALS = {
  medianPrice: null,
  pricePerUnit: "13450000000",
  medianRentMonthly: null,
  grossRentalYield: null,
  propertyTaxRate: null,
  insuranceRate: null,
  mortgageRate30y: "0.0376",
  priceToRent: null,
  affordability: null,
  asOf: NOW_S - DAY_S,
  sources: [source("pricePerUnit"), source("mortgageRate30y", { publisher: "Freddie Mac" })],
  fallbacks: [] as unknown[],
};
const EMPTY = { points: [], sources: [] as Source[] };

function serve(change: Readonly<Record<string, unknown>> = {}) {
  const answers: Readonly<Record<string, unknown>> = {
    "sales-history": EMPTY,
    "listings-history": EMPTY,
    "absorption-rate-history": EMPTY,
    "current-inventory": { byPropertyType: [], asOf: null, sources: [] },
    demographics: { asOf: null, sources: [], fallbacks: [] },
    financials: FINANCIALS,
    ...change,
  };
  const routes = Object.entries(answers).map(([part, body]) => [
    `${ROUTE}/${part}`,
    (): Answer => ({ body }),
  ]);
  fakeServer(Object.fromEntries(routes));
}

beforeEach(() => {
  engineClock.set({ now: NOW_S, rate: 1 });
  class Seen {
    readonly #callback: IntersectionObserverCallback;
    constructor(callback: IntersectionObserverCallback) {
      this.#callback = callback;
    }
    observe() {
      const entry = { isIntersecting: true } as IntersectionObserverEntry;
      queueMicrotask(() => this.#callback([entry], this as never));
    }
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Seen);
});

const region = (name: string) => screen.queryByRole("region", { name });

it("shows only panels that have a source, and says what has none", async () => {
  serve();
  renderPage(<HousingSection market={MARKET} />);
  const panel = await screen.findByRole("region", { name: "Financials" });
  expect(await within(panel).findByText("$134.50")).toBeDefined();
  expect(within(panel).getByText("Freddie Mac")).toBeDefined();
  for (const name of ["Homes sold", "Sale price", "Listings", "Absorption", "Inventory"]) {
    expect(region(name), name).toBeNull();
  }
  expect(screen.getByText(/No source for homes sold, .*demographics, or rents\./)).toBeDefined();
  expect(screen.queryByText(/not published/i)).toBeNull();
});

it("says that an area has an index only", async () => {
  serve({ financials: { ...FINANCIALS, sources: [] } });
  renderPage(<HousingSection market={MARKET} />);
  expect(await screen.findByText(/an index and no other housing data/)).toBeDefined();
  expect(region("Financials")).toBeNull();
});

it("names a wider area beside its figure, and the day on which a series begins", async () => {
  const rent = source("medianRentMonthly", { firstPublishedAt: NOW_S + 4 * DAY_S });
  const wider = { ...rent, area: "USA", areaName: "United States", value: "1300000000" };
  const price = source("medianPrice", { firstPublishedAt: NOW_S + 5 * DAY_S });
  const sales = { points: [], sources: [source("sales", { firstPublishedAt: NOW_S + DAY_S })] };
  serve({
    "sales-history": sales,
    financials: {
      ...FINANCIALS,
      sources: [...FINANCIALS.sources, rent, price],
      fallbacks: [wider],
    },
  });
  renderPage(<HousingSection market={MARKET} />);
  const note = await screen.findByText("United States, Zillow Research");
  expect(note.closest("div")?.textContent).toContain("$1,300");
  expect(screen.getByText("First published on Mar 2, 2015")).toBeDefined();
  expect(region("Homes sold")).not.toBeNull();
  expect(await screen.findByText("First published on Feb 26, 2015")).toBeDefined();
});

it("says affordability with the year of the income", async () => {
  const affordability = {
    monthlyPayment: "954000000",
    incomeShare: "0.19",
    downPaymentRate: "0.2",
    medianHouseholdIncome: "60000000000",
    incomeYear: 2023,
  };
  serve({
    financials: {
      ...FINANCIALS,
      affordability,
      sources: [...FINANCIALS.sources, source("affordability", { publisher: "Census" })],
    },
  });
  renderPage(<HousingSection market={MARKET} />);
  expect(await screen.findByText("$954")).toBeDefined();
  expect(screen.getByText("19.00%")).toBeDefined();
  expect(screen.getByText(/income of 2023/)).toBeDefined();
});

it("the trade page's tab says when monthly data begins, or that there is none", async () => {
  serve();
  const { unmount } = renderPage(<HousingTab symbol="AUS" metric="sqft" />);
  expect(await screen.findByText("No monthly housing data")).toBeDefined();
  unmount();
  const sources = [source("sales", { firstPublishedAt: NOW_S + DAY_S })];
  serve({ "sales-history": { points: [], sources } });
  renderPage(<HousingTab symbol="AUS" metric="sqft" />);
  expect(await screen.findByText("First published on Feb 26, 2015")).toBeDefined();
});
