import { expect, it } from "vitest";
import type { Market } from "@/generated/api";
import { behind, exceptions, freshness, sortFeeds } from "./freshness";

const NOW = 1_000_000;
const feed = (name: string, change: object = {}) =>
  ({
    paused: false,
    heldPrint: null,
    indexPriceAt: NOW - 100,
    nextPrintAt: NOW + 100,
    specification: { oracleMaxAge: 93_600 },
    metadata: { name },
    ...change,
  }) as unknown as Market;

it("shows the worst state of a price", () => {
  expect(freshness(feed("a"), NOW)).toBe("fresh");
  expect(freshness(feed("a", { nextPrintAt: NOW - 7_200 }), NOW)).toBe("fresh");
  expect(freshness(feed("a", { nextPrintAt: NOW - 7_201 }), NOW)).toBe("late");
  expect(freshness(feed("a", { indexPriceAt: NOW - 93_600 }), NOW)).toBe("fresh");
  expect(freshness(feed("a", { indexPriceAt: NOW - 93_601 }), NOW)).toBe("stale");
  const held = { price: "1", publishedAt: NOW };
  expect(freshness(feed("a", { heldPrint: held, indexPriceAt: 0 }), NOW)).toBe("held");
  expect(freshness(feed("a", { heldPrint: held, paused: true }), NOW)).toBe("paused");
});

it("puts what needs a look first, the rest by name", () => {
  const feeds = [feed("Zurich"), feed("Austin"), feed("Miami", { paused: true })];
  expect(sortFeeds(feeds, NOW).map(({ metadata }) => metadata.name)).toEqual([
    "Miami",
    "Austin",
    "Zurich",
  ]);
});

it("lists only the prices that are not current", () => {
  const feeds = [
    feed("Austin"),
    feed("Dallas", { nextPrintAt: 0 }),
    feed("Miami", { paused: true }),
  ];
  expect(exceptions(feeds, NOW).map(({ metadata }) => metadata.name)).toEqual(["Miami", "Dallas"]);
});

it("does not call the unknown nothing", () => {
  expect(behind(10, 10, "slot")).toBe("0 slots");
  expect(behind(11, 10, "slot")).toBe("1 slot");
  expect(behind(13, 10, "slot")).toBe("3 slots");
  expect(behind(9, 10, "slot")).toBe("0 slots");
  expect(behind(null, 10, "slot")).toBe("unknown");
});
