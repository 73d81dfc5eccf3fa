/** The single keys of the trade page. Pure. */
import type { Side } from "@/domain/model";

export interface TradeKeys {
  readonly markets?: () => void;
  readonly side?: (side: Side) => void;
  /** A size chip by its place, 0 the smallest. */
  readonly size?: (place: number) => void;
  readonly clear?: () => void;
}

export const SIZE_CHIPS = [10, 25, 50, 75, 100] as const;

/** What a key does, or null where it does nothing here. */
export function tradeKeyAction(key: string, keys: TradeKeys): (() => void) | null {
  const { markets, side, size, clear } = keys;
  const place = SIZE_CHIPS.findIndex((_, index) => key === String(index + 1));
  if (place >= 0) return size ? () => size(place) : null;
  switch (key.toLowerCase()) {
    case "m":
      return markets ?? null;
    case "b":
      return side ? () => side("long") : null;
    case "s":
      return side ? () => side("short") : null;
    case "escape":
      return clear ?? null;
    default:
      return null;
  }
}

type Press = Pick<
  KeyboardEvent,
  "ctrlKey" | "metaKey" | "altKey" | "repeat" | "defaultPrevented" | "target"
>;

const TEXT_INPUTS =
  'input:not([type="radio"], [type="range"], [type="checkbox"]), textarea, select';

/** Whether the press belongs to a text field, another program or an open dialog. */
export function isForeign(press: Press, key: string): boolean {
  const { target } = press;
  if (press.defaultPrevented || press.repeat || press.ctrlKey || press.metaKey || press.altKey) {
    return true;
  }
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true;
  const isField = target instanceof HTMLElement && target.closest(TEXT_INPUTS) !== null;
  return isField && key !== "Escape";
}
