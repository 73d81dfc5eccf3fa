/**
 * What the profile presets in an empty order ticket: controls, never an amount. Nothing is preset
 * once the ticket was touched, and nothing changes in it after that, however late the profile comes.
 */
import type { RateE12 } from "@/domain/amounts";
import { formatExact } from "@/domain/format";
import type { MarginAccount, ModificationLimit, Position } from "@/domain/model";
import { parseRate } from "@/domain/parse";
import type { Preferences, TradeMode } from "@/state/preferences";
import { leveragePosition } from "./ticket";

const HUNDREDTH_E12 = 10_000_000_000n;

interface PresetInput {
  readonly preferences: Preferences;
  readonly address: string | null;
  readonly isTouched: boolean;
  /** What is typed; a ticket with anything in it is left alone. */
  readonly text: string;
  /** What the account holds in this market; a position keeps its own figures. */
  readonly position: Position | null;
  readonly account: MarginAccount | null;
  readonly limit: ModificationLimit | null;
  /** The largest leverage of the market. */
  readonly marketMost: RateE12;
}

export interface LeveragePreset {
  readonly leverage: RateE12;
  /** What the profile says, where that is more than is possible; null: it is as the profile says. */
  readonly wanted: RateE12 | null;
  /** What made it less: the market's rule, or what this account can do now. */
  readonly boundBy: "market" | "account" | null;
  /** Where the slider rests, 0 to SLIDER_STEPS. */
  readonly position: number;
}

/** Where the slider of an untouched, empty ticket rests; null where the profile has no say. */
export function leveragePreset(input: PresetInput): LeveragePreset | null {
  const { preferences, address, isTouched, text, position, account, limit, marketMost } = input;
  if (isTouched || text !== "" || position !== null || !isOf(preferences, address)) return null;
  const top = limit?.maxLeverage ?? null;
  if (account === null || !limit?.maxDelta || top === null) return null;
  const wanted = parseRate(preferences.defaultLeverage);
  const most = top < marketMost ? top : marketMost;
  const leverage = wanted < most ? wanted : most;
  const now = account.leverage ?? (0n as RateE12);
  if (leverage <= now) return null;
  const isReduced = leverage < wanted;
  const place = leveragePosition(leverage, account, limit);
  if (place === null) return null;
  return {
    leverage,
    wanted: isReduced ? wanted : null,
    boundBy: isReduced ? (marketMost <= top ? "market" : "account") : null,
    position: Math.round(place),
  };
}

/** How much the ticket shows to begin with; before a wallet is there, as it was here last. */
export function modePreset(preferences: Preferences, address: string | null): TradeMode {
  const isKept = address === null || isOf(preferences, address);
  return isKept ? preferences.tradeMode : "basic";
}

/** Only the connected wallet's own profile counts, not that of who was here before. */
export function isOf(preferences: Preferences, address: string | null): boolean {
  return address !== null && preferences.owner === address;
}

/** A leverage in at most two decimals, never more than it is. */
export function leverageText(leverage: RateE12): string {
  return formatExact(leverage - (leverage % HUNDREDTH_E12), "RateE12");
}

/** Why the profile's leverage is not what the slider shows; null where it is. */
export function reducedWords(preset: LeveragePreset, symbol: string): string | null {
  if (preset.wanted === null) return null;
  const whose = preset.boundBy === "market" ? `in ${symbol}` : "for this account now";
  const most = leverageText(preset.leverage);
  return `Max leverage ${whose} is ${most}×; your default is ${leverageText(preset.wanted)}×.`;
}
