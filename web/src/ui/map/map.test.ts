import { describe, expect, it } from "vitest";
import { parseRate } from "@/domain/parse";
import { mapColor, mapStep } from "./map-color";
import { type LabelWish, placeLabels } from "./place-labels";
import { type Box, fitBox, type Point, placeOnMap } from "./projection";
import {
  bringIntoView,
  clampView,
  nextPlace,
  panBy,
  viewBox,
  viewOf,
  wholeView,
  ZOOM_MAX,
  zoomAt,
} from "./view";

describe("colours", () => {
  it("has a middle for no change and ends for large ones", () => {
    expect(mapStep(parseRate("0"))).toBe(5);
    expect(mapStep(parseRate("0.5"))).toBe(9);
    expect(mapStep(parseRate("-0.5"))).toBe(1);
    expect(mapColor(null)).toBe("url(#no-data)");
  });

  it("takes as wide steps as asked for", () => {
    expect(mapStep(parseRate("0.0002"), 0.0001)).toBe(7);
    expect(mapStep(parseRate("-0.0002"), 0.0001)).toBe(3);
    expect(mapColor(parseRate("0.02"))).toBe("var(--map-6)");
  });
});

describe("labels", () => {
  const wish = (id: number, x: number, y = 0) => ({
    id,
    text: "Austin",
    at: [x, y] as const,
    radius: 2,
  });
  const bounds = [-100, -100, 200, 100] as const;

  it("puts a label right of its dot, or left when that is taken", () => {
    const placed = placeLabels([wish(1, 0), wish(2, 30)], 5, 10, bounds);
    expect(placed.map(({ id, anchor }) => [id, anchor])).toEqual([
      [1, "end"],
      [2, "start"],
    ]);
  });

  it("puts a label above or below a dot with neighbours on both sides", () => {
    const row = [wish(1, 0), wish(2, 20), wish(3, -20)];
    const placed = placeLabels(row, 5, 10, bounds).filter(({ anchor }) => anchor === "middle");
    expect(placed.map(({ id, x, y }) => [id, x, y])).toEqual([[1, 0, -7]]);
  });

  it("puts a large place's label over the dots of others, never over a large one's", () => {
    const around: readonly Point[] = [
      [-12, 0],
      [12, 0],
      [0, -7],
      [0, 7],
    ];
    const crowd = around.map((at, place) => ({ ...wish(place + 2, 0), at }));
    const hasLabel = (isLarge: boolean, others: boolean) => {
      const rest = crowd.map((other) => ({ ...other, isLarge: others }));
      const placed = placeLabels([{ ...wish(1, 0), isLarge }, ...rest], 5, 10, bounds);
      return placed.some(({ id }) => id === 1);
    };
    expect(hasLabel(false, false)).toBe(false);
    expect(hasLabel(true, false)).toBe(true);
    expect(hasLabel(true, true)).toBe(false);
  });

  it("adds a second line where nothing is in its way, and never at the cost of a name", () => {
    const priced = (id: number, x: number, y = 0) => ({ ...wish(id, x, y), detail: "$123" });
    const details = (wishes: readonly LabelWish[], box: Box = bounds) =>
      placeLabels(wishes, 5, 10, box).map(({ id, detail }) => [id, detail]);
    expect(details([priced(1, 0)])).toEqual([[1, "$123"]]);
    expect(details([wish(1, 0)])).toEqual([[1, ""]]);
    // The name below stays; the price above it has no room.
    expect(details([priced(1, 0), priced(2, 0, 12)])).toEqual([
      [1, ""],
      [2, "$123"],
    ]);
    expect(details([priced(1, 0)], [-100, -8, 100, 8])).toEqual([[1, ""]]);
  });

  it("leaves out what fits nowhere", () => {
    const crowd = [1, 2, 3, 4, 5].map((id) => wish(id, id));
    expect(placeLabels(crowd, 5, 10, bounds).length).toBeLessThan(5);
    expect(placeLabels([wish(1, 0)], 5, 10, [-5, -5, 5, 5])).toEqual([]);
  });
});

describe("places", () => {
  it("projects a city into the map's frame", () => {
    const [x = 0, y = 0] = placeOnMap(-97.74, 30.27) ?? [];
    expect(x).toBeGreaterThan(380);
    expect(x).toBeLessThan(520);
    expect(y).toBeGreaterThan(400);
    expect(y).toBeLessThan(560);
  });

  it("has no place for unknown or foreign coordinates", () => {
    expect(placeOnMap(null, 30)).toBeNull();
    expect(placeOnMap(13.4, 52.5)).toBeNull();
  });

  it("fits a box to an aspect ratio around its middle", () => {
    expect(fitBox([0, 0, 10, 10], 2, 0)).toEqual([-5, 0, 15, 10]);
    expect(fitBox([0, 0, 10, 10], 0.5, 0)).toEqual([0, -5, 10, 15]);
  });
});

describe("panning and zooming", () => {
  const frame: Box = [0, 0, 100, 50];

  it("shows the whole frame at first", () => {
    expect(viewBox(frame, wholeView(frame))).toEqual([0, 0, 100, 50]);
  });

  it("stays inside the frame and between one and the largest zoom", () => {
    expect(clampView(frame, { zoom: 0.5, middle: [-10, 900] })).toEqual({
      zoom: 1,
      middle: [50, 25],
    });
    expect(clampView(frame, { zoom: 2, middle: [0, 50] })).toEqual({ zoom: 2, middle: [25, 37.5] });
    expect(clampView(frame, { zoom: 99, middle: [50, 25] }).zoom).toBe(ZOOM_MAX);
  });

  it("zooms around a point, which keeps its place", () => {
    const at: Point = [75, 25];
    const view = zoomAt(frame, wholeView(frame), 2, at);
    const [left, , right] = viewBox(frame, view);
    expect((at[0] - left) / (right - left)).toBeCloseTo(0.75);
    expect(zoomAt(frame, view, 0.01, at)).toEqual(wholeView(frame));
  });

  it("moves by parts of what is shown", () => {
    const view = { zoom: 2, middle: [50, 25] as const };
    expect(panBy(frame, view, 0.25, 0).middle).toEqual([62.5, 25]);
    expect(panBy(frame, view, 9, 9).middle).toEqual([75, 37.5]);
  });

  it("shows a part as large as it fits", () => {
    expect(viewOf(frame, [10, 10, 30, 20], 0)).toEqual({ zoom: 5, middle: [20, 15] });
    expect(viewOf(frame, [10, 10, 30, 20], 1).zoom).toBe(2.5);
  });

  it("moves to a point only when it is not shown", () => {
    const view = { zoom: 2, middle: [50, 25] as const };
    expect(bringIntoView(frame, view, [60, 25])).toBe(view);
    expect(bringIntoView(frame, view, [90, 25]).middle).toEqual([75, 25]);
  });
});

describe("going from place to place", () => {
  const place = (id: string, x: number, y: number) => ({ id, at: [x, y] as const });
  const places = [
    place("east", 20, 2),
    place("far east", 50, 0),
    place("north", 3, -20),
    place("north east", 18, -17),
  ];
  const next = (direction: Parameters<typeof nextPlace>[2]) =>
    nextPlace(places, [0, 0], direction)?.id;

  it("takes the nearest that lies in the direction", () => {
    expect(next("right")).toBe("east");
    expect(next("up")).toBe("north");
  });

  it("finds nothing where nothing is", () => {
    expect(next("left")).toBeUndefined();
    expect(next("down")).toBeUndefined();
  });
});
