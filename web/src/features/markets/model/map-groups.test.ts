import { expect, it } from "vitest";
import type { MapDot } from "./map-dots";
import { boxOf, groupDots } from "./map-groups";

const dot = (id: number, x: number, more: Partial<MapDot> = {}): MapDot => ({
  id,
  text: `Place ${id}`,
  symbol: `S${id}`,
  at: [x, 0],
  radius: 5,
  color: "red",
  isShown: true,
  isLarge: false,
  ...more,
});
const ids = (dots: readonly MapDot[], pixel = 1, canZoom = true) =>
  groupDots(dots, pixel, canZoom).map(({ members }) => members.map(({ id }) => id));

it("draws dots that pile up as one, led by a large city", () => {
  expect(ids([dot(1, 0), dot(2, 6, { isLarge: true }), dot(3, 20)])).toEqual([[2, 1], [3]]);
});

it("leaves dots apart that only touch", () => {
  expect(ids([dot(1, 0), dot(2, 7.5)])).toEqual([[1], [2]]);
  expect(ids([dot(1, 0), dot(2, 7.4)])).toEqual([[1, 2]]);
});

it("does not chain: a member is near the lead, not near a neighbor of it", () => {
  expect(ids([dot(1, 0), dot(2, 6), dot(3, 12)])).toEqual([[1, 2], [3]]);
});

it("keeps what the filters leave out apart, and everything where no zoom would part it", () => {
  const faint = { isShown: false, radius: 3 };
  expect(ids([dot(1, 0), dot(2, 1, faint), dot(3, 1, faint)])).toEqual([[1], [2], [3]]);
  expect(ids([dot(1, 0), dot(2, 0)], 1, false)).toEqual([[1], [2]]);
});

it("has room for the number of members, and every market once", () => {
  const dots = Array.from({ length: 60 }, (_, id) => dot(id, (id * 37) % 101));
  const groups = groupDots(dots, 2, true);
  const members = groups.flatMap((group) => group.members.map(({ id }) => id));
  expect([...members].sort((a, b) => a - b)).toEqual(dots.map(({ id }) => id));
  for (const {
    radius,
    members: { length },
  } of groups)
    expect(radius).toBe(length > 1 ? 18 : 5);
});

it("knows the part of the map that holds a group", () => {
  expect(boxOf([dot(1, 4), dot(2, -3, { at: [-3, 9] })])).toEqual([-3, 0, 4, 9]);
});
