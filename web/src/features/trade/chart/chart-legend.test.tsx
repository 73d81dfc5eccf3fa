import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { PriceE8 } from "@/domain/amounts";
import { ChartLegend } from "./chart-legend";
import { curvesOf, priceCurve } from "./model/curves";
import type { PriceCanvas } from "./price-canvas";

const DAY = 86_400;
const START = Date.parse("2004-11-10T00:00:00Z") / 1000;
const prints = (...dollars: readonly number[]) =>
  dollars.map((value, day) => ({
    timestamp: START + day * DAY,
    value: BigInt(value * 1e8) as PriceE8,
  }));
const INDEX = curvesOf("index", prints(100, 102, 101), []);
const COMPARED = priceCurve(
  { id: "compare:DAL", name: "Dallas, TX", color: "yes", style: "line" },
  prints(50, 51, 52),
);

/** A canvas that only says where the crosshair is. */
function fakeCanvas() {
  let moved: (atS: number | null) => void = () => undefined;
  const canvas = {
    onCrosshair: (call: typeof moved) => {
      moved = call;
      return () => undefined;
    },
    onScroll: (call: () => void) => {
      call();
      return () => undefined;
    },
    view: () => ({ fromS: START, toS: START + 2 * DAY, low: 99 }),
  };
  return {
    canvas: canvas as unknown as PriceCanvas,
    moveTo: (atS: number | null) => act(() => moved(atS)),
  };
}

const values = () => screen.getByRole("list", { name: "Values" }).textContent;

it("shows the last value, and under the crosshair that of its date", () => {
  const { canvas, moveTo } = fakeCanvas();
  render(<ChartLegend canvas={canvas} curves={INDEX} lines={[]} onRemove={vi.fn()} />);
  expect(values()).toBe("Nov 12, 2004Index $101.00−0.98% 1 day+1.00% in view");
  moveTo(START + DAY);
  expect(values()).toBe("Nov 11, 2004Index $102.00+2.00% 1 day+2.00% in view");
  moveTo(null);
  expect(values()).toContain("Nov 12, 2004");
});

it("keeps its rows without values, so that the chart stays where it is", () => {
  render(<ChartLegend canvas={null} curves={[]} lines={[]} onRemove={vi.fn()} />);
  expect(values()).toBe("");
  expect(screen.getByRole("list", { name: "Lines on the chart" })).toBeDefined();
});

it("names compared markets with their change, and removes them", async () => {
  const onRemove = vi.fn();
  const curves = [...INDEX, COMPARED];
  render(
    <ChartLegend canvas={fakeCanvas().canvas} curves={curves} lines={[]} onRemove={onRemove} />,
  );
  expect(values()).toContain("Dallas, TX $52.00+4.00% in view");
  expect(screen.queryByRole("button", { name: "Remove Index" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Remove Dallas, TX" }));
  expect(onRemove).toHaveBeenCalledExactlyOnceWith("compare:DAL");
});
