/** A market's parameters in force, in words; the formulas are those of the engine's design. */

import type { Kind, Raw } from "@/domain/amounts";
import { formatAmount, formatDuration, formatExact, formatPercent } from "@/domain/format";
import { parseCollateral, parseRate, parseSize } from "@/domain/parse";
import type { MarketSpecification } from "@/generated/api";

export interface Parameter {
  /** The contract's name, as the API and the operator's commands use it. */
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

export interface ParameterGroup {
  readonly title: string;
  readonly rows: readonly Parameter[];
}

const usd = (text: string) => `$${formatAmount(parseCollateral(text), "CollateralE6")}`;
const size = (text: string, unit: string) =>
  `${formatAmount(parseSize(text), "SizeE6", { digits: 2 })} ${unit}`;
const exact = <K extends Kind>(value: Raw<K>, kind: K) => formatExact(value, kind) || "0";
const ratio = (text: string) => exact(parseRate(text), "RateE12");

/** A rate as a percentage with at least two and at most ten digits: no digit in force is hidden. */
function percent(text: string): string {
  const [whole = "0", fraction = ""] = formatPercent(parseRate(text), { digits: 10 })
    .replace("%", "")
    .split(".");
  return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")}%`;
}

const perDay = (text: string) => `${percent(text)} a day`;
const prints = (count: number) => `${count} updates`;
const time = (seconds: number) => formatDuration(seconds);

/** Every parameter of a market; `unit` is the unit of area. */
export function describeSpecification(
  of: MarketSpecification,
  unit: string,
): readonly ParameterGroup[] {
  const row = (name: string, value: string, meaning: string) => ({ name, value, meaning });
  return [
    {
      title: "Margin",
      rows: [
        row(
          "minInitialMarginRatio",
          percent(of.minInitialMarginRatio),
          "Margin that a small position needs to be opened; its inverse is the highest leverage.",
        ),
        row(
          "initialMarginRatio",
          ratio(of.initialMarginRatio),
          "How fast that margin rises with the position's size against the skew scale.",
        ),
        row(
          "maintenanceMarginProportion",
          percent(of.maintenanceMarginProportion),
          "Part of the initial margin that must remain; below it a position may be liquidated.",
        ),
        row(
          "minPositionMargin",
          usd(of.minPositionMargin),
          "Added to the margin of every position, however small.",
        ),
      ],
    },
    {
      title: "Size and price of a trade",
      rows: [
        row(
          "skewScale",
          size(of.skewScale, unit),
          "The skew at which the market price would be twice the index: larger means less price impact.",
        ),
        row(
          "maxSideSize",
          size(of.maxSideSize, unit),
          "The most that all longs, or all shorts, may hold together.",
        ),
        row(
          "maxSideNotionalRate",
          percent(of.maxSideNotionalRate),
          "The same limit as a part of the pool's value.",
        ),
        row("maxSideNotional", usd(of.maxSideNotional), "That part of the pool in dollars, now."),
        row(
          "makerFeeRate",
          percent(of.makerFeeRate),
          "Fee on the part of a trade that brings longs and shorts closer together.",
        ),
        row(
          "takerFeeRate",
          percent(of.takerFeeRate),
          "Fee on the part of a trade that drives them apart.",
        ),
        row(
          "levelN",
          of.levelN === 0 ? "off" : prints(of.levelN),
          "Over how many updates the level follows the index; a trade at a better price than the level pays the gap instead of the fee where that is more.",
        ),
      ],
    },
    {
      title: "Funding",
      rows: [
        row(
          "kDrift",
          ratio(of.kDrift),
          "How much of the forecast change longs pay to shorts; 1 is all of it.",
        ),
        row("nFast", prints(of.nFast), "Memory of the fast forecast."),
        row(
          "nSlow",
          prints(of.nSlow),
          "Memory of the slow forecast; the forecast in use lies in the middle.",
        ),
        row(
          "returnClip",
          percent(of.returnClip),
          "The largest daily change that the forecast learns from.",
        ),
        row("driftMax", perDay(of.driftMax), "Bound of the forecast."),
        row(
          "maxFundingVelocity",
          `${percent(of.maxFundingVelocity)} a day, each day`,
          "How fast crowding raises the rate when the skew is as large as the skew scale.",
        ),
        row(
          "fundingDecay",
          of.fundingDecay === 0 ? "off" : time(of.fundingDecay),
          "Time in which the crowding part falls to about a third once the skew is gone.",
        ),
        row("maxFundingRate", perDay(of.maxFundingRate), "Bound of the crowding part."),
        row(
          "spreadRate",
          perDay(of.spreadRate),
          "What the larger side pays for the uncertainty of the forecast.",
        ),
        row(
          "sRefRate",
          percent(of.sRefRate),
          "Skew, as a part of the largest side, from which the whole spread is paid.",
        ),
      ],
    },
    {
      title: "Liquidation",
      rows: [
        row(
          "liquidationFeeRate",
          percent(of.liquidationFeeRate),
          "Fee on what is liquidated; it pays the liquidator.",
        ),
        row(
          "liquidationWindowSeconds",
          time(of.liquidationWindowSeconds),
          "Time over which the amount that may be liquidated is counted.",
        ),
        row(
          "liquidationCapacityMultiplier",
          ratio(of.liquidationCapacityMultiplier),
          "Sets that amount, together with the fees, the skew scale and the window.",
        ),
        row(
          "maxLiquidationPd",
          percent(of.maxLiquidationPd),
          "While the skew is below this part of the skew scale, twice the amount may be liquidated.",
        ),
        row(
          "authorizedLiquidator",
          of.authorizedLiquidator ?? "none",
          "A wallet that may liquidate without that limit, for no fee.",
        ),
      ],
    },
    {
      title: "Price updates",
      rows: [
        row("priceFeed", of.priceFeed, "Where the index comes from."),
        row(
          "printInterval",
          time(of.printInterval),
          "Time between two scheduled price updates, counted from 00:00 UTC.",
        ),
        row(
          "entryWindow",
          `${time(of.entryWindow.before)} before, ${time(of.entryWindow.after)} after`,
          "Around a scheduled price update no position can be opened or increased.",
        ),
        row(
          "oracleMaxAge",
          time(of.oracleMaxAge),
          "An older index refuses increases and liquidations.",
        ),
        row(
          "oracleMaxAgeDecrease",
          time(of.oracleMaxAgeDecrease),
          "An older index refuses decreases too.",
        ),
        row(
          "printBand",
          percent(of.printBand),
          "An update that moves more is held until a second one confirms it.",
        ),
        row(
          "printBandPause",
          percent(of.printBandPause),
          "An update that moves more than this pauses the market.",
        ),
        row(
          "maxConfidenceRate",
          percent(of.maxConfidenceRate),
          "An update that is less certain than this is refused.",
        ),
      ],
    },
  ];
}
