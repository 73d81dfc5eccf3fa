import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { formatDay } from "@/domain/format";
import css from "./chart.module.css";
import type { ChartLine } from "./model/chart-range";
import type { Curve } from "./model/curves";
import { type LegendEntry, readLegend } from "./model/legend";
import type { PriceCanvas } from "./price-canvas";

interface ChartLegendProps {
  readonly canvas: PriceCanvas | null;
  readonly curves: readonly Curve[];
  readonly lines: readonly ChartLine[];
  /** Removes a curve that was added: a compared market or an average. */
  readonly onRemove: (id: string) => void;
}

/** The values under the crosshair, else the last ones. Its rows have a fixed height. */
export function ChartLegend({ canvas, curves, lines, onRemove }: ChartLegendProps) {
  const { atS, fromS } = useCrosshair(canvas);
  const legend = readLegend(curves, atS, fromS);
  return (
    <div className={css["legend"]}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard */}
      <ul className={css["values"]} aria-label="Values" tabIndex={0}>
        {legend ? (
          <li className={css["date"]}>
            <time dateTime={new Date(legend.atS * 1000).toISOString().slice(0, 10)}>
              {formatDay(legend.atS)}
            </time>
          </li>
        ) : null}
        {legend?.entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            onRemove={/^(compare|average):/.test(entry.id) ? () => onRemove(entry.id) : null}
          />
        ))}
      </ul>
      <LineLegend lines={lines} />
    </div>
  );
}

interface EntryProps {
  readonly entry: LegendEntry;
  readonly onRemove: (() => void) | null;
}

function Entry({ entry: { name, color, value, changes }, onRemove }: EntryProps) {
  return (
    <li>
      <i style={{ background: `var(--${color})` }} aria-hidden="true" />
      {name} <b className="figures">{value}</b>
      {changes.map(({ label, text, way }) => (
        <span key={label}>
          <span className={`figures ${way}`}>{text}</span> <span className="quiet">{label}</span>
        </span>
      ))}
      {onRemove ? (
        <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
          <X size={12} aria-hidden="true" />
        </button>
      ) : null}
    </li>
  );
}

function LineLegend({ lines }: { readonly lines: readonly ChartLine[] }) {
  return (
    <ul className={css["lines"]} aria-label="Lines on the chart">
      {lines.map((line) => (
        <li key={line.id} data-line={line.id}>
          <span className={css["swatch"]} aria-hidden="true" />
          {line.label} <span className={`${css["price"]} figures`}>{line.text}</span>
        </li>
      ))}
    </ul>
  );
}

/** The instant under the crosshair, and that at the chart's left edge. */
function useCrosshair(canvas: PriceCanvas | null) {
  const [atS, setAtS] = useState<number | null>(null);
  const [fromS, setFromS] = useState(0);
  useEffect(() => {
    if (!canvas) return undefined;
    const leave = canvas.onCrosshair(setAtS);
    const endScroll = canvas.onScroll(() => setFromS(canvas.view()?.fromS ?? 0));
    return () => {
      leave();
      endScroll();
      setAtS(null);
    };
  }, [canvas]);
  return { atS, fromS };
}
