import { Download, Maximize2, Minimize2 } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { Button } from "@/ui/button";
import { Segmented } from "@/ui/form/segmented";
import css from "./chart.module.css";
import type { Window } from "./model/chart-range";
import type { Curve } from "./model/curves";
import { type Scale, scaleText } from "./model/scale";
import type { PriceCanvas } from "./price-canvas";
import { useFullscreen } from "./use-fullscreen";

const WINDOWS = [
  { value: "1m", label: "1M", title: "1 month" },
  { value: "6m", label: "6M", title: "6 months" },
  { value: "1y", label: "1Y", title: "1 year" },
  { value: "5y", label: "5Y", title: "5 years" },
  { value: "all", label: "All", title: "All history" },
] as const satisfies readonly { value: Window; label: string; title: string }[];

type Axis = Pick<Scale, "mode" | "fromZero">;

interface ChartFootProps {
  readonly panel: RefObject<HTMLElement | null>;
  readonly canvas: PriceCanvas | null;
  readonly curves: readonly Curve[];
  readonly scale: Scale;
  readonly symbol: string;
  readonly window: Window;
  readonly onWindow: (window: Window) => void;
  readonly onAxis: (axis: Axis) => void;
}

/** Time range, value axis, file and full screen. */
export function ChartFoot(props: ChartFootProps) {
  const { panel, canvas, curves, scale, symbol, window, onWindow, onAxis } = props;
  const fullscreen = useFullscreen(panel);
  const save = async () => {
    const [{ saveFile, toCsv }, { csvOf }] = await Promise.all([
      import("@/domain/csv"),
      import("./model/curves-csv"),
    ]);
    const { heads, rows } = csvOf(curves, canvas?.view()?.fromS ?? 0);
    saveFile(`${symbol.toLowerCase()}-${window}.csv`, toCsv(heads, rows));
  };
  return (
    <div className={css["foot"]}>
      <Segmented
        size="small"
        label="Time range"
        options={WINDOWS}
        value={window}
        onChange={onWindow}
      />
      <AxisNote canvas={canvas} curves={curves} scale={scale} />
      <span className={css["axis"]}>
        {scale.unit === "price" && scale.mode !== "rebased" ? (
          <AxisButtons scale={scale} onAxis={onAxis} />
        ) : null}
      </span>
      <span className={css["files"]}>
        <Button
          size="small"
          look="ghost"
          aria-label="Save as CSV"
          title="Save what is shown as CSV"
          disabled={curves.length === 0}
          onClick={save}
        >
          <Download size={14} aria-hidden="true" />
        </Button>
        {fullscreen.isPossible ? (
          <Button
            size="small"
            look="ghost"
            aria-label={fullscreen.isOn ? "Exit full screen" : "Full screen"}
            title={fullscreen.isOn ? "Exit full screen (Esc)" : "Full screen (f)"}
            aria-keyshortcuts="f"
            onClick={fullscreen.toggle}
          >
            {fullscreen.isOn ? (
              <Minimize2 size={14} aria-hidden="true" />
            ) : (
              <Maximize2 size={14} aria-hidden="true" />
            )}
          </Button>
        ) : null}
      </span>
    </div>
  );
}

function AxisButtons({ scale, onAxis }: { scale: Scale; onAxis: (axis: Axis) => void }) {
  const { mode, fromZero } = scale;
  const isLinear = mode === "linear";
  return (
    <>
      <Toggle
        label="From 0"
        title="Start the value axis at zero"
        isOn={isLinear && fromZero}
        onClick={() => onAxis({ mode: "linear", fromZero: !(isLinear && fromZero) })}
      />
      <Toggle
        label="Log"
        title="Logarithmic value axis"
        isOn={mode === "log"}
        onClick={() => onAxis({ mode: mode === "log" ? "linear" : "log", fromZero: false })}
      />
      <Toggle
        label="%"
        title="Change in percent from the left edge"
        isOn={mode === "percent"}
        onClick={() => onAxis({ mode: mode === "percent" ? "linear" : "percent", fromZero: false })}
      />
    </>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly title: string;
  readonly isOn: boolean;
  readonly onClick: () => void;
}

function Toggle({ label, title, isOn, onClick }: ToggleProps) {
  return (
    <Button
      size="small"
      look={isOn ? "plain" : "ghost"}
      aria-pressed={isOn}
      title={title}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

/** Says where the value axis starts when that is not zero: a small move then looks large. */
function AxisNote({ canvas, curves, scale }: Pick<ChartFootProps, "canvas" | "curves" | "scale">) {
  const [low, setLow] = useState(0);
  const { mode, unit, fromZero } = scale;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change what the axis shows
  useEffect(() => {
    if (!canvas) return undefined;
    const read = () => setLow(canvas.view()?.low ?? 0);
    const frame = requestAnimationFrame(read);
    const leave = canvas.onScroll(() => requestAnimationFrame(read));
    return () => {
      cancelAnimationFrame(frame);
      leave();
    };
  }, [canvas, curves, mode, unit, fromZero]);
  const isZoomed = unit === "price" && mode !== "percent" && mode !== "rebased" && low > 0;
  return (
    <span className={css["note"]}>
      {isZoomed && !fromZero ? `Zoomed: axis starts at $${scaleText(low, scale)}` : null}
    </span>
  );
}
