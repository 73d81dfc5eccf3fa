import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { formatDay } from "@/domain/format";
import { useTheme } from "@/state/theme";
import css from "./chart.module.css";
import { type ChartLine, type Window, windowStart } from "./model/chart-range";
import type { Curve, ViewId } from "./model/curves";
import { readLegend } from "./model/legend";
import type { Scale } from "./model/scale";
import { PriceCanvas } from "./price-canvas";

interface PriceChartProps {
  /** The market's name. */
  readonly name: string;
  readonly curves: readonly Curve[];
  readonly lines: readonly ChartLine[];
  readonly scale: Scale;
  readonly window: Window;
  readonly view: ViewId;
  readonly onCanvas: (canvas: PriceCanvas | null) => void;
}

/** Steps of the crosshair by the keys; Infinity is the end. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -30,
  PageDown: 30,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The chart, with a description and keys that move the crosshair. */
export function PriceChart(props: PriceChartProps) {
  const { name, curves, lines, scale, window, view, onCanvas } = props;
  const boxRef = useRef<HTMLDivElement>(null);
  const [canvas, setCanvas] = useState<PriceCanvas | null>(null);
  const [said, setSaid] = useState("");
  const theme = useTheme((state) => state.theme);
  const { mode, unit, fromZero } = scale;

  useEffect(() => {
    const box = boxRef.current;
    if (!box) return undefined;
    const made = new PriceCanvas(box);
    setCanvas(made);
    onCanvas(made);
    return () => {
      onCanvas(null);
      setCanvas(null);
      made.remove();
    };
  }, [onCanvas]);

  useEffect(
    () => canvas?.setCurves(curves, { mode, unit, fromZero }),
    [canvas, curves, mode, unit, fromZero],
  );
  useEffect(() => canvas?.setLines(lines), [canvas, lines]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens change with the theme
  useEffect(() => canvas?.restyle(), [canvas, theme]);

  const points = curves[0]?.points ?? [];
  const firstS = points[0]?.time ?? 0;
  const lastRef = useRef(0);
  lastRef.current = points.at(-1)?.time ?? 0;
  // New values at the end keep the reader's zoom; another view or range, or older values, do not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(
    () => canvas?.showFrom(windowStart(window, lastRef.current)),
    [canvas, window, view, firstS],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!canvas || step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const atS = canvas.step(event.shiftKey ? step * 10 : step);
    const legend = readLegend(curves, atS, firstS);
    if (legend) setSaid(describe(legend.atS, legend.entries));
  };

  return (
    <div className={css["chart"]}>
      <div
        ref={boxRef}
        className={css["canvas"]}
        role="img"
        aria-label={`${name}. ${summary(curves, windowStart(window, lastRef.current))} Arrow keys read values.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the crosshair
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => canvas?.clearCrosshair()}
      />
      <output className="visually-hidden">{said}</output>
    </div>
  );
}

function describe(atS: number, entries: readonly { name: string; value: string }[]): string {
  return `${formatDay(atS)}: ${entries.map(({ name, value }) => `${name} ${value}`).join(", ")}`;
}

/** The last values, and the change since the left edge. */
function summary(curves: readonly Curve[], fromS: number): string {
  const legend = readLegend(curves, null, fromS);
  if (!legend) return "";
  const change = legend.entries[0]?.changes.find(({ label }) => label === "in view");
  return `${describe(legend.atS, legend.entries)}${change ? `, ${change.text} in this range` : ""}.`;
}
