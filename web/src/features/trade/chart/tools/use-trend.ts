import { useEffect } from "react";
import { leastSquares } from "../model/trend";
import type { PriceCanvas } from "../price-canvas";
import { Layer, tokenColor } from "./layer";

/** Draws the line of least squares through the values in view. */
export function useTrend(canvas: PriceCanvas, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const layer = new Layer((context) => paint(context, canvas));
    canvas.addLayer(layer);
    layer.repaint();
    return () => canvas.removeLayer(layer);
  }, [canvas, isOn]);
}

function paint(context: CanvasRenderingContext2D, canvas: PriceCanvas): void {
  const shown = canvas.valuesInView();
  const line = leastSquares(shown.map(({ value }) => value));
  const [first, last] = [shown[0], shown.at(-1)];
  if (!line || !first || !last) return;
  const from = canvas.spotOf({ time: first.time, price: line.start });
  const to = canvas.spotOf({
    time: last.time,
    price: line.start + line.slope * (shown.length - 1),
  });
  if (!from || !to) return;
  context.beginPath();
  context.setLineDash([6, 4]);
  context.strokeStyle = tokenColor("text-2");
  context.lineWidth = 1.5;
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
  context.setLineDash([]);
}
