/** How values are written on the value axis. For drawing only. */
import { formatDrawn } from "@/domain/format";

export interface Scale {
  /** Percent is the change from the left edge; rebased has 100 % there. */
  readonly mode: "linear" | "log" | "percent" | "rebased";
  /** What the values are when the scale is not relative. */
  readonly unit: "price" | "rate";
  readonly fromZero: boolean;
}

const isPercent = ({ mode, unit }: Scale) => mode === "percent" || unit === "rate";

function write(value: number, digits: number, scale: Scale): string {
  const text = formatDrawn(scale.mode === "rebased" ? value + 100 : value, digits);
  if (scale.mode === "rebased") return `${text}%`;
  if (!isPercent(scale)) return text;
  return `${value > 0 && /[1-9]/.test(text) ? "+" : ""}${text}%`;
}

/** A value of the crosshair or of a label. */
export function scaleText(value: number, scale: Scale): string {
  return write(value, scale.mode === "rebased" ? 1 : 2, scale);
}

/** A tick: as many decimals as an axis of this height needs. */
export function axisText(value: number, scale: Scale, span: number): string {
  const digits = span >= 20 ? 0 : span >= 2 ? 1 : span >= 0.2 ? 2 : 3;
  return write(value, digits, scale);
}
