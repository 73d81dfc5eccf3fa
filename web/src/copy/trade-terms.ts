import type { Side, Trade } from "@/domain/model";

const OPPOSITE: Readonly<Record<Side, Side>> = { long: "short", short: "long" };

/** The side of the trade itself, as its cue: buying is long, selling short. */
export function tradeCue(side: Side): string {
  return side === "long" ? "▲ buy" : "▼ sell";
}

/** What a trade did to the position, "close long". A trade that reduces goes the other way. */
export function tradeAction({ tradeKind, side }: Pick<Trade, "tradeKind" | "side">): string {
  switch (tradeKind) {
    case "open":
      return `open ${side}`;
    case "increase":
      return `add to ${side}`;
    case "decrease":
      return `reduce ${OPPOSITE[side]}`;
    case "close":
      return `close ${OPPOSITE[side]}`;
    case "flip":
      return `flip to ${side}`;
    default:
      return tradeKind;
  }
}
