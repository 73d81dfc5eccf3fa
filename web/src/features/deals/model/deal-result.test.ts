import { describe, expect, it } from "vitest";
import { parseRate } from "@/domain/parse";
import type { DealAnalysis, DealSensitivity } from "@/generated/api";
import {
  flowBars,
  gridRows,
  resultRows,
  toGrid,
  toneOf,
  toResult,
  verdictText,
} from "./deal-result";

const WIRE: DealAnalysis = {
  dealsizeSqft: "1800000000",
  dealsizeNotional: "212166880218",
  netReturn: {
    acrePercentage: "-0.01199012963",
    physicalPercentage: "-0.075489990655",
    acreDollars: "-2543908397",
    physicalDollars: "-16496970079",
  },
  cashFlow: { acre: "1000000", physical: "2270185616" },
  acreTotalCosts: "2892699383",
  physicalTotalCosts: "22892517151",
  breakdown: {
    acre: {
      tradeFees: "637021049",
      priceImpact: "2255678334",
      funding: "-1000000",
      liquidatedAt: null,
    },
    physical: {
      closing: "8490163120",
      commission: "10625783561",
      propertyTax: "1676118354",
      insurance: "530417201",
      maintenance: "1060834402",
      management: "509200513",
      interest: "0",
      rent: "6046756086",
    },
  },
  assumptions: {
    timeframe: "6m",
    leverage: "1",
    sqft: 1800,
    side: "long",
    downPaymentRate: "1",
    mortgageRate: "0.0675",
    closingCostRate: "0.03",
    agentCommissionRate: "0.05",
    sellerClosingRate: "0.01",
    propertyTaxRate: "0.0158",
    insuranceRate: "0.005",
    maintenanceRate: "0.01",
    rentYield: "0.06",
    vacancyRate: "0.05",
    managementRate: "0.08",
  },
  entry: { timestamp: 1_404_432_000, price: "11787048901" },
  exit: { timestamp: 1_420_156_800, price: "11806426178" },
  recommendation: "strong_acre",
};

const cell = (leverage: string, exitChange: string) => ({
  leverage,
  exitChange,
  acrePercentage: "-0.2",
  physicalPercentage: "0.1",
  recommendation: "physical" as const,
});
const GRID: DealSensitivity = {
  cells: [cell("1", "-0.1"), cell("1", "0.1"), cell("2.5", "-0.1"), cell("2.5", "0.1")],
};

describe("flowBars", () => {
  it("shows what ran while holding, income up and costs down, and the server's total", () => {
    const result = toResult(WIRE);
    expect(flowBars(result.physical)).toEqual([
      { label: "Property tax", amount: -1_676_118_354n, isTotal: false },
      { label: "Insurance", amount: -530_417_201n, isTotal: false },
      { label: "Maintenance", amount: -1_060_834_402n, isTotal: false },
      { label: "Management", amount: -509_200_513n, isTotal: false },
      { label: "Rent received", amount: 6_046_756_086n, isTotal: false },
      { label: "Cash flow", amount: 2_270_185_616n, isTotal: true },
    ]);
    expect(flowBars(result.acre)).toEqual([
      { label: "Funding received", amount: 1_000_000n, isTotal: false },
      { label: "Cash flow", amount: 1_000_000n, isTotal: true },
    ]);
  });
});

describe("verdictText", () => {
  it("names the better way and the difference in percentage points from 3 years on", () => {
    const result = toResult(WIRE);
    expect(verdictText(result, "10y")).toEqual({
      title: "Acre better",
      text: "Acre returned 6.3 percentage points more than owning.",
    });
    const behind = { ...result, verdict: "physical" as const, acre: result.physical };
    expect(verdictText({ ...behind, physical: result.acre }, "3y")).toEqual({
      title: "Owning better",
      text: "Acre returned 6.3 percentage points less than owning.",
    });
  });

  it("compares nothing below 3 years", () => {
    for (const timeframe of ["1m", "6m", "2y"] as const) {
      expect(verdictText(toResult(WIRE), timeframe).title).toMatch(/is too short to compare$/);
    }
  });

  it("compares a short with holding nothing", () => {
    const short = { ...toResult(WIRE), isLong: false };
    expect(verdictText(short, "10y").title).toBe("The short lost");
  });
});

describe("toneOf", () => {
  it.each([
    ["-1", "loss2"],
    ["-0.25", "loss2"],
    ["-0.249", "loss1"],
    ["-0.01", "flat"],
    ["0", "flat"],
    ["0.01", "flat"],
    ["0.011", "gain1"],
    ["0.25", "gain2"],
  ])("colors a return of %s as %s", (rate, tone) => {
    expect(toneOf(parseRate(rate))).toBe(tone);
  });
});

describe("toGrid", () => {
  it("orders the cells by leverage, then by change", () => {
    const grid = toGrid(GRID);
    expect(grid.changes).toEqual([-100_000_000_000n, 100_000_000_000n]);
    expect(grid.rows.map(({ leverage }) => leverage)).toEqual([
      1_000_000_000_000n,
      2_500_000_000_000n,
    ]);
    expect(grid.rows.map(({ cells }) => cells.length)).toEqual([2, 2]);
  });

  it("is empty without cells", () => {
    expect(toGrid({ cells: [] })).toEqual({ changes: [], rows: [] });
  });
});

describe("the file", () => {
  it("has the exact figures of both ways, the rates and the grid", () => {
    const rows = resultRows(toResult(WIRE));
    expect(rows[0]).toEqual(["return", "net return (ratio)", "-0.01199012963", "-0.075489990655"]);
    expect(rows[1]).toEqual(["return", "net return (USD)", "-2543.908397", "-16496.970079"]);
    expect(rows).toContainEqual(["breakdown", "Funding paid", "-1", null]);
    expect(rows).toContainEqual(["breakdown", "Rent received", null, "6046.756086"]);
    expect(rows).toContainEqual(["assumption", "Property tax, annual", null, "0.0158"]);
    expect(gridRows(toGrid(GRID))[3]).toEqual([
      "sensitivity",
      "leverage 2.5, exit price +0.1",
      "-0.2",
      "0.1",
    ]);
  });
});
