/** Take profit and stop loss beside an order: the prices at which its position is closed again. */
import type { BracketBody } from "@/api/builders";
import { checkAmount } from "@/domain/amount-field";
import type { PriceE8 } from "@/domain/amounts";
import { formatUsd } from "@/domain/format";
import type { Side } from "@/domain/model";
import { toWire } from "@/domain/parse";

export interface Bracket {
  readonly isOn: boolean;
  readonly targetText: string;
  readonly stopText: string;
}

export const NO_BRACKET: Bracket = { isOn: false, targetText: "", stopText: "" };

export interface CheckedBracket {
  readonly body: BracketBody;
  readonly error: string | null;
}

/** Reads both prices; they lie on their own sides of `from`, the price at which the order fills. */
export function checkBracket(bracket: Bracket, side: Side, from: PriceE8 | null): CheckedBracket {
  const { isOn, targetText, stopText } = bracket;
  if (!isOn) return { body: {}, error: null };
  const isLong = side === "long";
  const target = checkExit("Take profit", targetText, isLong, from);
  const stop = checkExit("Stop loss", stopText, !isLong, from);
  return {
    body: {
      ...(target.value === null ? {} : { targetPrice: toWire(target.value) }),
      ...(stop.value === null ? {} : { stopPrice: toWire(stop.value) }),
    },
    error: target.error ?? stop.error,
  };
}

/** One price of a bracket; an empty field is none. */
export function checkExit(label: string, text: string, isAbove: boolean, from: PriceE8 | null) {
  if (text.trim() === "") return { value: null, error: null };
  const { value, error } = checkAmount(text, { kind: "PriceE8", unit: "USD" });
  if (value === null) return { value, error: `${label}: ${error}` };
  if (from === null || (isAbove ? value > from : value < from)) return { value, error: null };
  const word = isAbove ? "above" : "below";
  return { value: null, error: `${label} must be ${word} ${formatUsd(from, "PriceE8")}.` };
}
