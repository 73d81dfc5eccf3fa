import { describe, expect, it } from "vitest";
import type { MarketPast } from "@/generated/api";
import { decodePast } from "./api";
import { countText, duration, factsOf, strengthWord } from "./facts";

const at = (year: number, month: number) => Date.UTC(year, month - 1, 28) / 1000;

const WIRE: MarketPast = {
  symbol: "PHX",
  asOf: at(2018, 3),
  from: at(1980, 6),
  months: 453,
  monthsNeeded: 24,
  maintenanceRate: "0.055",
  largestFall: {
    change: "-0.341999999999",
    peak: "20000000000",
    peakAt: at(2006, 6),
    trough: "13160000000",
    troughAt: at(2012, 3),
    monthsDown: 69,
    recoveredAt: at(2017, 8),
    monthsUp: 65,
  },
  currentFall: null,
  drawdown: [{ timestamp: at(1980, 6), value: "0" }],
  month: {
    worst: { change: "-0.033", from: at(2008, 10), to: at(2008, 11) },
    best: { change: "0.04", from: at(2005, 1), to: at(2005, 2) },
  },
  year: {
    worst: { change: "-0.2", from: at(2008, 2), to: at(2009, 2) },
    best: { change: "0.415", from: at(2005, 5), to: at(2006, 5) },
  },
  priceRank: { percentile: "0.966666666666", months: 453 },
  yearRank: { percentile: "0.16", months: 441, change: "-0.001" },
  liquidations: [],
  trend: { months: 60, perYear: "0.186", strength: "0.93" },
  seasonality: {
    strength: "0.12",
    seasons: [
      { season: "Dec-Feb", count: 37, mean: "0.003", rises: "0.6" },
      { season: "Jun-Aug", count: 37, mean: "0.018", rises: "0.8" },
    ],
  },
  persistence: {
    count: 306,
    meanError: "0.05",
    unchangedError: "0.065",
    rightDirection: "0.84",
  },
  together: [],
};

describe("the facts of a past", () => {
  it("have the figure first, then words", () => {
    const said = factsOf(decodePast(WIRE)).map(({ label, figure, text }) => [label, figure, text]);
    expect(said).toEqual([
      ["Largest fall", "−34.2%", "Jun 2006 – Mar 2012, back at the high after 11.2 years"],
      ["Below its high", "0.0%", "Today is the highest price so far"],
      ["Worst 12 months", "−20.0%", "Feb 2008 – Feb 2009"],
      ["Best 12 months", "+41.5%", "May 2005 – May 2006: what a short would have faced"],
      ["Worst month", "−3.3%", "Nov 2008"],
      [
        "Price rank",
        "97%",
        "of 453 month ends were below today's price (not adjusted for inflation)",
      ],
      ["Last 365 days", "−0.1%", "16% of all 12-month changes were lower"],
      ["Trend", "+18.6%", "per year over the last 5 years, strong (R² 0.93)"],
      [
        "Seasons",
        "+1.8%",
        "in Jun–Aug on average, +0.3% in Dec–Feb. Weak pattern: seasons explain 12% of the differences",
      ],
      [
        "Forecast error",
        "5.0 points",
        "on average for “the next year repeats the last”, 6.5 points for “no change”. Right direction in 84% of 306 cases",
      ],
    ]);
  });

  it("leave out what the server does not know", () => {
    const few = { ...WIRE, month: null, year: null, yearRank: null, priceRank: null };
    const past = decodePast({ ...few, trend: null, seasonality: null, persistence: null });
    expect(factsOf(past).map(({ label }) => label)).toEqual(["Largest fall", "Below its high"]);
  });

  it("say that a fall goes on, and that none was", () => {
    const fall = { ...WIRE.largestFall, recoveredAt: null, monthsUp: null };
    const open = decodePast({ ...WIRE, largestFall: fall as MarketPast["largestFall"] });
    expect(factsOf(open)[0]?.text).toBe("Jun 2006 – Mar 2012, not recovered so far");
    const never = factsOf(decodePast({ ...WIRE, largestFall: null }))[0];
    expect(never?.figure).toBe("None");
    expect(never?.text).toBe("No month ended lower in 37.8 years.");
  });
});

describe("words and counts", () => {
  it("write durations", () => {
    expect([1, 11, 12, 13, 60, 134].map(duration)).toEqual([
      "1 month",
      "11 months",
      "1 year",
      "1.1 years",
      "5 years",
      "11.2 years",
    ]);
  });

  it("call strengths by their bounds", () => {
    const word = (text: string) =>
      strengthWord(decodePast({ ...WIRE, maintenanceRate: text }).maintenanceRate);
    expect(["0.7", "0.699999", "0.3", "0.299999"].map(word)).toEqual([
      "strong",
      "moderate",
      "moderate",
      "weak",
    ]);
  });

  it("write counts of positions", () => {
    expect(countText(45, 320)).toBe("45 of 320 (14%)");
    expect(countText(0, 0)).toBe("–");
  });
});
