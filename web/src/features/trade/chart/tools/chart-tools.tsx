import { useMemo } from "react";
import { createPortal } from "react-dom";
import { formatDay } from "@/domain/format";
import type { Market, PricePoint } from "@/domain/model";
import { OrderLines } from "../../orders/lines/order-lines";
import type { Curve } from "../model/curves";
import type { PriceCanvas } from "../price-canvas";
import { CompareMenu } from "./compare-menu";
import { DrawMenu } from "./draw-menu";
import { IndicatorMenu } from "./indicator-menu";
import css from "./tools.module.css";
import { useAdded } from "./use-added";
import { useDrawings } from "./use-drawings";
import { type FillTip, useFills } from "./use-fills";
import { useTrend } from "./use-trend";

export interface ChartToolsProps {
  readonly market: Market;
  readonly canvas: PriceCanvas;
  readonly prints: readonly PricePoint[];
  /** Whether the chart shows the index itself, which the tools work on. */
  readonly isIndex: boolean;
  /** Whether its axis has prices, for lines of orders. */
  readonly hasPrices: boolean;
  /** "compare:" and a symbol, "average:" and its days, "trend". */
  readonly chosen: readonly string[];
  readonly onChosen: (chosen: readonly string[]) => void;
  readonly onAdded: (curves: readonly Curve[]) => void;
}

/** Comparison, indicators, drawings and own fills: what the chart has beyond its curve. */
export function ChartTools(props: ChartToolsProps) {
  const { market, canvas, prints, isIndex, hasPrices, chosen, onChosen, onAdded } = props;
  const days = useMemo(() => prints.map(({ timestamp }) => timestamp), [prints]);
  const drawing = useDrawings(canvas, market.symbol, isIndex);
  const { markers, tip } = useFills(canvas, market, days, isIndex);
  useAdded(chosen, prints, onAdded);
  useTrend(canvas, isIndex && chosen.includes("trend"));
  const orders = hasPrices ? <OrderLines canvas={canvas} market={market} /> : null;
  if (!isIndex) return orders;
  return (
    <span className={css["tools"]}>
      {orders}
      <CompareMenu symbol={market.symbol} chosen={chosen} onChosen={onChosen} />
      <IndicatorMenu chosen={chosen} onChosen={onChosen} />
      <DrawMenu
        drawings={drawing.drawings}
        mode={drawing.mode}
        onMode={drawing.setMode}
        onRemove={drawing.remove}
        onClear={drawing.clear}
      />
      {markers.length > 0 ? (
        <ul className="visually-hidden" aria-label="Your fills">
          {markers.map(({ id, timestamp, lines }) => (
            <li key={id}>{`${formatDay(timestamp)}: ${lines.join("; ")}`}</li>
          ))}
        </ul>
      ) : null}
      {tip ? createPortal(<Tip tip={tip} width={canvas.box.clientWidth} />, canvas.box) : null}
    </span>
  );
}

/** What was filled, beside its marker and within the chart. */
function Tip({ tip: { marker, x, y }, width }: { readonly tip: FillTip; readonly width: number }) {
  const side = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 };
  return (
    <div className={css["tip"]} style={{ ...side, top: Math.max(4, y - 40) }}>
      <p className="quiet">{formatDay(marker.timestamp)}</p>
      {marker.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
