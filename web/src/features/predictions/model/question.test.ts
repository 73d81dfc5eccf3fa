import { expect, it } from "vitest";
import { parsePrice } from "@/domain/parse";
import {
  arrange,
  choose,
  gapOf,
  grouped,
  headlineOf,
  type LiveQuestion,
  nextMoment,
  percentText,
  pricesOf,
  probabilityOf,
  type Question,
  sortFor,
  stageOf,
  timeline,
  withLive,
} from "./question";

function question(values: Partial<Question>): Question {
  return {
    marketId: 1,
    title: "Will Austin, TX's index be at or above 150.00 on 2015-02-01?",
    description: "",
    category: "index",
    rules: "",
    acreId: 4804,
    strike: parsePrice("15000000000"),
    opensAt: 100,
    closesAt: 200,
    resolvesAt: 300,
    status: "open",
    outcome: null,
    lastYesPrice: null,
    volumeContracts: 0,
    openInterestContracts: 0,
    resolution: null,
    ...values,
  };
}

function live(marketId: number, bid: number | null, ask: number | null): LiveQuestion {
  return {
    marketId,
    status: "open",
    lastYesPrice: null,
    bestYesBid: bid,
    bestYesAsk: ask,
    volumeContracts: 0,
    openInterestContracts: 0,
  };
}

it("reads the probability from the book, else from the last trade, else not at all", () => {
  const book = { bestYesBid: 40, bestYesAsk: 45, lastYesPrice: 60 };
  expect(percentText(probabilityOf(book))).toBe("43%");
  const oneSided = { ...book, bestYesAsk: null };
  expect(probabilityOf(oneSided)).toEqual({ percent: 60, isLastTrade: true });
  expect(percentText(probabilityOf({ ...oneSided, lastYesPrice: null }))).toBe("–");
});

it("names the chance while a question runs and the outcome once it is paid", () => {
  expect(headlineOf(question({}), live(1, 40, 45))).toEqual({
    figure: "43%",
    note: "chance",
    percent: 42.5,
  });
  expect(headlineOf(question({}), null)).toMatchObject({ figure: "–", percent: null });
  expect(headlineOf(question({ outcome: "no" }), live(1, 40, 45))).toEqual({
    figure: "NO",
    note: "paid 100 per contract",
    percent: 0,
  });
  expect(headlineOf(question({ outcome: "void", lastYesPrice: 70 }), null)).toEqual({
    figure: "Void",
    note: "YES paid 70, NO 30",
    percent: 70,
  });
  expect(headlineOf(question({ outcome: "void" }), null).note).toBe("YES paid 50, NO 50");
});

it("counts down to what comes next", () => {
  const resolution = { outcome: "no", value: null, publishedAt: 310, paysAt: 400 } as const;
  const rows = [
    question({ status: "upcoming" }),
    question({}),
    question({ status: "closed" }),
    question({ status: "closed", resolution }),
    question({ status: "resolved", outcome: "no", resolution }),
  ];
  expect(rows.map(nextMoment).map(({ label, atS }) => [label, atS])).toEqual([
    ["Opens in", 100],
    ["Closes in", 200],
    ["Value due in", 300],
    ["Paid in", 400],
    ["Closed", 0],
  ]);
});

it("chooses by state, by own part, and by all words of the search", () => {
  const questions = [
    question({ marketId: 1 }),
    question({ marketId: 2, title: "Will it snow in Boston?", category: "weather" }),
    question({ marketId: 3, status: "voided" }),
  ];
  const ids = (tab: "open" | "mine" | "voided", search: string, mine: number[] = []) =>
    choose(questions, { tab, search }, new Set(mine)).map(({ marketId }) => marketId);
  expect(ids("open", "")).toEqual([1, 2]);
  expect(ids("open", "boston  WEATHER")).toEqual([2]);
  expect(ids("open", "boston index")).toEqual([]);
  expect(ids("voided", "")).toEqual([3]);
  expect(ids("mine", "", [3, 1])).toEqual([1, 3]);
});

it("sorts by closing, age, volume and closeness, newest first among equals", () => {
  const questions = [
    question({ marketId: 1, closesAt: 500, volumeContracts: 5 }),
    question({ marketId: 2, closesAt: 400, volumeContracts: 9 }),
    question({ marketId: 3, closesAt: 400, volumeContracts: 5 }),
  ];
  const quotes = new Map([
    [1, live(1, 48, 52)],
    [2, live(2, 88, 92)],
  ]);
  const ids = (sort: Parameters<typeof arrange>[1]) =>
    arrange(questions, sort, quotes).map(({ marketId }) => marketId);
  expect(ids("closing")).toEqual([3, 2, 1]);
  expect(ids("newest")).toEqual([3, 2, 1]);
  expect(ids("volume")).toEqual([2, 3, 1]);
  expect(ids("close-call")).toEqual([1, 2, 3]);
});

it("distinguishes the stages of a question", () => {
  const resolution = { outcome: "no", value: null, publishedAt: 310, paysAt: 400 } as const;
  const names = [
    question({ status: "upcoming" }),
    question({ status: "open" }),
    question({ status: "closed" }),
    question({ status: "closed", resolution }),
    question({ status: "resolved", outcome: "no", resolution }),
    question({ status: "voided", outcome: "void" }),
  ].map((row) => stageOf(row).name);
  expect(names).toEqual([
    "Upcoming",
    "Open",
    "Closed, awaiting the value",
    "NO recorded, under review",
    "Resolved: NO",
    "Voided",
  ]);
});

it("shows when an open question would be void, and when a recorded one is paid", () => {
  const open = timeline(question({}), 250);
  expect(open.map(({ atS, isPast }) => [atS, isPast])).toEqual([
    [100, true],
    [200, true],
    [300, false],
    [300 + 14 * 86_400, false],
  ]);
  const resolution = { outcome: "yes", value: null, publishedAt: 310, paysAt: 400 } as const;
  const recorded = timeline(question({ status: "closed", resolution }), null);
  expect(recorded.slice(3)).toEqual([
    { name: "Value published: YES", atS: 310, isPast: false },
    { name: "Review ends; paid", atS: 400, isPast: false },
  ]);
});

it("takes state and volumes from the stream", () => {
  const row = withLive(question({}), { ...live(1, 1, 2), status: "closed", volumeContracts: 7 });
  expect(row).toMatchObject({ status: "closed", volumeContracts: 7 });
});

it("counts an index at the strike as at or above it", () => {
  const strike = parsePrice("15000000000");
  expect(gapOf(strike, strike)).toEqual({ gap: 0n, isAtOrAbove: true });
  expect(gapOf(parsePrice("14999999999"), strike)).toEqual({ gap: -1n, isAtOrAbove: false });
  expect(gapOf(null, strike)).toBeNull();
});

it("lists what is over newest first, whatever the open ones are sorted by", () => {
  expect(sortFor("resolved", "closing")).toBe("newest");
  expect(sortFor("voided", "close-call")).toBe("newest");
  expect(sortFor("resolved", "volume")).toBe("volume");
  expect(sortFor("open", "closing")).toBe("closing");
  expect(sortFor("mine", "close-call")).toBe("close-call");
});

it("counts down to nothing once a question was withdrawn before its close", () => {
  const withdrawn = question({ status: "voided", outcome: "void" });
  expect(nextMoment(withdrawn)).toEqual({
    label: "Withdrawn, due to close",
    atS: 0,
    done: "Jan 1, 1970",
  });
  expect(timeline(withdrawn, 150)).toEqual([{ name: "Opens for orders", atS: 100, isPast: true }]);
  expect(timeline(withdrawn, null)).toEqual([]);
});

it("offers NO at what the bids for YES leave of 100", () => {
  expect(pricesOf(live(1, 58, 61))).toEqual({ yes: 61, no: 42 });
  expect(pricesOf(live(1, null, 61))).toEqual({ yes: 61, no: null });
  expect(pricesOf(null)).toEqual({ yes: null, no: null });
});

it("groups questions by index, those without one last", () => {
  const rows = [
    question({ marketId: 1, acreId: null }),
    question({ marketId: 2, acreId: 7 }),
    question({ marketId: 3, acreId: 4804 }),
    question({ marketId: 4, acreId: 7 }),
  ];
  const ids = grouped(rows).map(({ questions }) => questions.map(({ marketId }) => marketId));
  expect(ids).toEqual([[2, 4], [3], [1]]);
});

it("puts the higher target first among questions that close together", () => {
  const rows = [
    question({ marketId: 1, strike: parsePrice("15000000000") }),
    question({ marketId: 2, strike: parsePrice("15100000000") }),
  ];
  expect(arrange(rows, "closing", new Map()).map(({ marketId }) => marketId)).toEqual([2, 1]);
});
