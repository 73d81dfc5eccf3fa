/** A market's parameters in force, in words; the formulas are those of the engine's design. */

import type { Kind, Raw } from "@/domain/amounts";
import { formatAmount, formatDuration, formatExact, formatPercent } from "@/domain/format";
import { parseCollateral, parseRate, parseSize } from "@/domain/parse";
import type { MarketSpecification } from "@/generated/api";
import { PARAMETER_NAMES } from "./parameter-names";

export interface Parameter {
  /** As the API and the operator's commands call it. */
  readonly name: keyof MarketSpecification;
  readonly label: string;
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

const perDay = (text: string) => `${percent(text)} per day`;
const prints = (count: number) => `${count} updates`;
const time = (seconds: number) => formatDuration(seconds);

/** Every parameter of a market; `unit` is the unit of area. */
export function describeSpecification(
  of: MarketSpecification,
  unit: string,
): readonly ParameterGroup[] {
  const row = (name: keyof MarketSpecification, value: string, meaning: string): Parameter => ({
    name,
    label: PARAMETER_NAMES[name],
    value,
    meaning,
  });
  return [
    {
      title: "Margin",
      rows: [
        row(
          "minInitialMarginRatio",
          percent(of.minInitialMarginRatio),
          "Margin to open a small position; its inverse is the max leverage.",
        ),
        row(
          "initialMarginRatio",
          ratio(of.initialMarginRatio),
          "How fast that margin rises with size, relative to the skew scale.",
        ),
        row(
          "maintenanceMarginProportion",
          percent(of.maintenanceMarginProportion),
          "Share of the initial margin below which a position can be liquidated.",
        ),
        row(
          "minPositionMargin",
          usd(of.minPositionMargin),
          "Added to the margin of every position.",
        ),
      ],
    },
    {
      title: "Size and price of a trade",
      rows: [
        row(
          "skewScale",
          size(of.skewScale, unit),
          "Skew at which the market price is twice the index. Larger: less price impact.",
        ),
        row(
          "skewScaleRate",
          of.skewScaleRate === "0" ? "off" : percent(of.skewScaleRate),
          "The skew scale moves toward this part of the pool, at most 2% per day.",
        ),
        row(
          "maxSideSize",
          size(of.maxSideSize, unit),
          "Limit of all longs together, and of all shorts.",
        ),
        row(
          "maxSideNotionalRate",
          percent(of.maxSideNotionalRate),
          "The same limit as a share of the pool.",
        ),
        row("maxSideNotional", usd(of.maxSideNotional), "That share of the pool in dollars, now."),
        row(
          "makerFeeRate",
          percent(of.makerFeeRate),
          "Fee on the part of a trade that reduces the skew.",
        ),
        row(
          "takerFeeRate",
          percent(of.takerFeeRate),
          "Fee on the part of a trade that increases the skew.",
        ),
        row(
          "levelN",
          of.levelN === 0 ? "off" : prints(of.levelN),
          "Updates over which the trend price follows the index. Trades at a better price pay the gap, if larger than the fee.",
        ),
      ],
    },
    {
      title: "Funding",
      rows: [
        row(
          "kDrift",
          ratio(of.kDrift),
          "Share of the forecast change that longs pay shorts; 1 is all.",
        ),
        row("nFast", prints(of.nFast), "Updates that the fast forecast averages."),
        row(
          "nSlow",
          prints(of.nSlow),
          "Updates that the slow forecast averages; the forecast is the middle of both.",
        ),
        row(
          "returnClip",
          percent(of.returnClip),
          "Larger daily changes count as this in the forecast.",
        ),
        row("driftMax", perDay(of.driftMax), "Limit of the forecast."),
        row(
          "maxFundingVelocity",
          `${percent(of.maxFundingVelocity)} per day, each day`,
          "How fast crowding raises the rate at a skew equal to the skew scale.",
        ),
        row(
          "crowdingKnee",
          Number(of.crowdingKnee) === 0 ? "off" : percent(of.crowdingKnee),
          "Share of the skew scale. A smaller skew crowds less than in proportion to its size.",
        ),
        row(
          "fundingDecay",
          of.fundingDecay === 0 ? "off" : time(of.fundingDecay),
          "Time for crowding to fall to about a third without skew.",
        ),
        row("maxFundingRate", perDay(of.maxFundingRate), "Limit of the crowding part."),
        row(
          "spreadRate",
          perDay(of.spreadRate),
          "Paid by the larger side for the uncertainty of the forecast.",
        ),
        row(
          "sRefRate",
          percent(of.sRefRate),
          "Skew, as a share of the largest side, at which the full spread is paid.",
        ),
      ],
    },
    {
      title: "Liquidation",
      rows: [
        row(
          "liquidationFeeRate",
          percent(of.liquidationFeeRate),
          "Fee on the liquidated amount, paid to the liquidator.",
        ),
        row(
          "liquidationWindowSeconds",
          time(of.liquidationWindowSeconds),
          "Time over which the liquidation limit counts.",
        ),
        row(
          "liquidationCapacityMultiplier",
          ratio(of.liquidationCapacityMultiplier),
          "Sets that limit, with the fees, the skew scale and the window.",
        ),
        row(
          "maxLiquidationPd",
          percent(of.maxLiquidationPd),
          "Below this share of the skew scale the limit doubles.",
        ),
        row(
          "authorizedLiquidator",
          of.authorizedLiquidator ?? "none",
          "A wallet that can liquidate without that limit, for no fee.",
        ),
      ],
    },
    {
      title: "Price updates",
      rows: [
        row("priceFeed", of.priceFeed, "Source of the index."),
        row(
          "printInterval",
          time(of.printInterval),
          "Time between two scheduled price updates, counted from 00:00 UTC.",
        ),
        row(
          "entryWindow",
          `${time(of.entryWindow.before)} before, ${time(of.entryWindow.after)} after`,
          "No opening or increasing around a scheduled update.",
        ),
        row(
          "oracleMaxAge",
          time(of.oracleMaxAge),
          "With an older index, no increases or liquidations.",
        ),
        row(
          "oracleMaxAgeDecrease",
          time(of.oracleMaxAgeDecrease),
          "With an older index, no decreases either.",
        ),
        row(
          "printBand",
          percent(of.printBand),
          "A larger move is held until a second update confirms it.",
        ),
        row("printBandPause", percent(of.printBandPause), "A larger move pauses the market."),
        row(
          "maxNoise",
          of.maxNoise === "0" ? "off" : percent(of.maxNoise),
          "Above this measured noise new positions fill in the auction of the next update only.",
        ),
        row(
          "maxConfidenceRate",
          percent(of.maxConfidenceRate),
          "Less certain updates are refused.",
        ),
      ],
    },
  ];
}
