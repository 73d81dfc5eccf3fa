/** The past of an index as facts in plain words: the figure first, then what it says. */
import type { RateE12 } from "@/domain/amounts";
import { formatAmount, formatMonth, formatPercent } from "@/domain/format";
import type { Fall, Past } from "./api";

export interface Fact {
  readonly label: string;
  readonly figure: string;
  readonly text: string;
}

const ONE: RateE12 = 1_000_000_000_000n as RateE12;

const percent = (value: RateE12, digits = 1) => formatPercent(value, { digits });
const signed = (value: RateE12) => formatPercent(value, { digits: 1, signed: true });
const span = (from: number, to: number) => `${formatMonth(from)} – ${formatMonth(to)}`;

/** "11.2 years", "7 months". */
export function duration(months: number): string {
  if (months < 12) return months === 1 ? "1 month" : `${months} months`;
  const years = (months / 12).toFixed(1).replace(".0", "");
  return years === "1" ? "1 year" : `${years} years`;
}

/** Percentage points of a difference between two rates. */
function points(value: RateE12): string {
  return `${percent(value).replace("%", "")} points`;
}

function largest(fall: Fall | null, months: number): Fact {
  const label = "Largest fall";
  if (!fall) return { label, figure: "None", text: `No month ended lower in ${duration(months)}.` };
  const { change, peakAt, troughAt, monthsDown, recoveredAt, monthsUp } = fall;
  const end =
    recoveredAt === null || monthsUp === null
      ? "not recovered so far"
      : `back at the high after ${duration(monthsDown + monthsUp)}`;
  return { label, figure: percent(change), text: `${span(peakAt, troughAt)}, ${end}` };
}

function now(fall: Fall | null): Fact {
  const label = "Below its high";
  if (!fall) return { label, figure: "0.0%", text: "Today is the highest price so far" };
  const text = `The high was in ${formatMonth(fall.peakAt)}`;
  return { label, figure: percent(fall.change), text };
}

/** How a trend or a pattern of this R² is called. */
export function strengthWord(strength: RateE12): "strong" | "moderate" | "weak" {
  if (strength * 10n >= ONE * 7n) return "strong";
  return strength * 10n >= ONE * 3n ? "moderate" : "weak";
}

const SHARE = { strong: "Strong pattern", moderate: "Moderate pattern", weak: "Weak pattern" };

function seasons({ seasonality }: Past): readonly Fact[] {
  if (!seasonality) return [];
  const known = [...seasonality.seasons].sort((a, b) => (a.mean < b.mean ? 1 : -1));
  const [best, worst] = [known[0], known.at(-1)];
  if (!best || !worst || best === worst) return [];
  const { strength } = seasonality;
  const share =
    strength === null
      ? ""
      : `. ${SHARE[strengthWord(strength)]}: seasons explain ${percent(strength, 0)} of the differences`;
  return [
    {
      label: "Seasons",
      figure: signed(best.mean),
      text: `in ${months(best.season)} on average, ${signed(worst.mean)} in ${months(worst.season)}${share}`,
    },
  ];
}

const months = (season: string) => season.replace("-", "–");

function trend({ trend: found }: Past): readonly Fact[] {
  if (!found) return [];
  const { strength } = found;
  const how =
    strength === null
      ? ""
      : `, ${strengthWord(strength)} (R² ${formatAmount(strength, "RateE12", { digits: 2 })})`;
  return [
    {
      label: "Trend",
      figure: signed(found.perYear),
      text: `per year over the last ${duration(found.months)}${how}`,
    },
  ];
}

function persistence({ persistence: found }: Past): readonly Fact[] {
  if (!found) return [];
  const { count, meanError, unchangedError, rightDirection } = found;
  return [
    {
      label: "Forecast error",
      figure: points(meanError),
      text:
        `on average for “the next year repeats the last”, ${points(unchangedError)} for ` +
        `“no change”. Right direction in ${percent(rightDirection, 0)} of ${count} cases`,
    },
  ];
}

/** Everything that can be said of a past of enough months. */
export function factsOf(past: Past): readonly Fact[] {
  const { month, year, priceRank, yearRank } = past;
  return [
    largest(past.largestFall, past.months),
    now(past.currentFall),
    ...(year
      ? [
          {
            label: "Worst 12 months",
            figure: signed(year.worst.change),
            text: span(year.worst.from, year.worst.to),
          },
          {
            label: "Best 12 months",
            figure: signed(year.best.change),
            text: `${span(year.best.from, year.best.to)}: what a short would have faced`,
          },
        ]
      : []),
    ...(month
      ? [
          {
            label: "Worst month",
            figure: signed(month.worst.change),
            text: formatMonth(month.worst.to),
          },
        ]
      : []),
    ...(priceRank
      ? [
          {
            label: "Price rank",
            figure: percent(priceRank.percentile, 0),
            text: `of ${priceRank.months} month ends were below today's price (not adjusted for inflation)`,
          },
        ]
      : []),
    ...(yearRank
      ? [
          {
            label: "Last 365 days",
            figure: signed(yearRank.change),
            text: `${percent(yearRank.percentile, 0)} of all 12-month changes were lower`,
          },
        ]
      : []),
    ...trend(past),
    ...seasons(past),
    ...persistence(past),
  ];
}

/** "45 of 320 (14%)". */
export function countText(count: number, entries: number): string {
  if (entries === 0) return "–";
  return `${count} of ${entries} (${Math.round((100 * count) / entries)}%)`;
}
