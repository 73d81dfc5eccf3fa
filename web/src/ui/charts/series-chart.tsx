import { lazy, Suspense } from "react";
import css from "./series-chart.module.css";
import type { SeriesChartProps } from "./series-chart-canvas";

const Canvas = lazy(async () => {
  const module = await import("./series-chart-canvas");
  return { default: module.SeriesChartCanvas };
});

/** Lines, areas or bars over time. The chart library is loaded when the first one is shown. */
export function SeriesChart(props: SeriesChartProps & { readonly height?: number }) {
  const { height = 220, ...chart } = props;
  return (
    <figure className={css["chart"]} style={{ height }}>
      <figcaption className="visually-hidden">{chart.label}</figcaption>
      <Suspense fallback={null}>
        <Canvas {...chart} />
      </Suspense>
    </figure>
  );
}
