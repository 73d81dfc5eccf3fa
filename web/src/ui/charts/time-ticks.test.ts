import { describe, expect, it } from "vitest";
import { timeTicks } from "./time-ticks";

const DAY = 86_400;
const at = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;
const days = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => at(first) + index * DAY);

function shown(times: readonly number[], width: number, from = 0, to = times.length - 1) {
  const spacing = width / (to - from + 1);
  const xOf = (index: number) => (index - from + 0.5) * spacing;
  return timeTicks({ times, from, to, xOf, width });
}

describe("ticks of a time axis", () => {
  it("labels evenly spaced years over a decade", () => {
    const ticks = shown(days("2000-04-01", 3_600), 400).map(({ text }) => text);
    expect(ticks).toEqual(["2002", "2004", "2006", "2008"]);
  });

  it("labels months within a year, and the year at its turn", () => {
    const ticks = shown(days("2009-06-15", 365), 700).map(({ text }) => text);
    expect(ticks).toEqual(expect.arrayContaining(["Jul", "Oct", "2010", "Apr"]));
  });

  it("labels days of a month with their month", () => {
    const ticks = shown(days("2010-01-03", 20), 600).map(({ text }) => text);
    expect(ticks).toContain("Jan 13");
  });

  it("labels hours of a day", () => {
    const hours = Array.from({ length: 24 }, (_, index) => at("2010-01-03") + index * 3_600);
    expect(shown(hours, 400).map(({ text }) => text)).toContain("12:00");
  });

  it.each([60, 150, 333, 700, 1_300])("keeps %i pixels free of cut or touching labels", (width) => {
    for (let from = 0; from < 40; from += 1) {
      const ticks = shown(days("2001-01-01", 2_000), width, from * 40, from * 40 + 300);
      const boxes = ticks.map(({ x, text }) => [x - text.length * 3.4, x + text.length * 3.4]);
      for (const [index, [left = 0, right = 0]] of boxes.entries()) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(width);
        expect(left).toBeGreaterThan(boxes[index - 1]?.[1] ?? -1);
      }
    }
  });

  it("has none without data", () => {
    expect(shown([], 300)).toEqual([]);
  });
});
