import { describe, expect, it } from "vitest";
import { type Drawing, distance, readDrawings, withDrawings } from "./drawings";

const level = (price: number): Drawing => ({ kind: "level", price });
const trend: Drawing = { kind: "trend", from: { time: 1, price: 2 }, to: { time: 3, price: 4 } };

describe("kept drawings", () => {
  it("are those of one market replaced, others untouched", () => {
    const known = withDrawings({ AUS: [level(1)] }, "HOU", [trend]);
    expect(known).toEqual({ AUS: [level(1)], HOU: [trend] });
    expect(withDrawings(known, "AUS", [])).toEqual({ HOU: [trend] });
  });

  it("are at most 20 per market, the newest ones", () => {
    const many = Array.from({ length: 25 }, (_, price) => level(price));
    expect(withDrawings({}, "AUS", many)["AUS"]).toEqual(many.slice(5));
  });

  it("are of at most 30 markets, those drawn on last", () => {
    let known = {};
    for (let at = 0; at < 32; at += 1) known = withDrawings(known, `M${at}`, [level(at)]);
    known = withDrawings(known, "M2", [trend]);
    expect(Object.keys(known)).toHaveLength(30);
    expect(Object.keys(known).at(-1)).toBe("M2");
    expect(known).not.toHaveProperty("M1");
  });

  it("are read back as they were written", () => {
    const known = { AUS: [trend, level(103.5)] };
    expect(readDrawings(JSON.stringify(known))).toEqual(known);
  });

  it.each(["", "[", "null", "5", '{"AUS":5}', '{"AUS":[{"kind":"level"}]}'])(
    "are none in %j",
    (text) => expect(readDrawings(text)).toEqual({}),
  );

  it("leave out what is not a drawing", () => {
    const bad = [
      { kind: "level", price: "1" },
      { kind: "trend", from: { time: 1, price: 2 }, to: { time: null, price: 4 } },
      { kind: "circle" },
      null,
    ];
    expect(readDrawings(JSON.stringify({ AUS: [...bad, trend] }))).toEqual({ AUS: [trend] });
    expect(readDrawings(null)).toEqual({});
  });
});

it("measures the distance from a segment, not from its line", () => {
  const [from, to] = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ];
  expect(distance(from, to, { x: 5, y: 3 })).toBe(3);
  expect(distance(from, to, { x: 14, y: 3 })).toBe(5);
  expect(distance(from, from, { x: 0, y: 2 })).toBe(2);
});
