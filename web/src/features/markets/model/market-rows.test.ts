import { describe, expect, it } from "vitest";
import { mergeLiveMarket } from "@/api/decode-market";
import type { LiveMarkets } from "@/api/live";
import { parseRate } from "@/domain/parse";
import { wireLive, wireSummary } from "@/test/rows";
import { decodeListed } from "../api";
import {
  FAVOURITES,
  type Filters,
  findRows,
  NO_FILTERS,
  readFilters,
  writeFilters,
} from "./filters";
import { makeDots } from "./map-dots";
import {
  BY_ACTIVITY,
  changeOver,
  commonState,
  keepRows,
  MAP_FIELDS,
  makeRows,
  nextSort,
  sortRows,
  stateChanges,
} from "./market-rows";

const listed = (change: Record<string, unknown> = {}) => decodeListed(wireSummary(change));
const markets = [
  listed(),
  listed({ marketId: 4, acreId: 2, symbol: "DAL", name: "Dallas, TX", change1y: null }),
  listed({ marketId: 5, acreId: 3, symbol: "ELP", name: "El Paso, TX", change1y: "-0.01" }),
];
const live: LiveMarkets = {
  exchangeStatus: "active",
  byId: new Map([[3, mergeLiveMarket(undefined, wireLive({ indexPrice: "7" }))]]),
};
const months = new Map([[4804, parseRate("0.004")]]);
const rows = makeRows(markets, live, months);
const symbols = (list: typeof rows) => list.map(({ symbol }) => symbol);

describe("rows", () => {
  it("prefer the stream's figures and keep the summary's elsewhere", () => {
    expect(rows.map(({ price }) => price)).toEqual([7n, 10486000000n, 10486000000n]);
    expect(rows[1]?.fundingRate).toBeNull();
  });

  it("have the change of each window, unknown where it is missing", () => {
    const [first, second] = rows;
    if (!first || !second) throw new Error("no rows");
    expect(changeOver(first, "1d")).toBe(parseRate("0.0001"));
    expect(changeOver(first, "1m")).toBe(parseRate("0.004"));
    expect(changeOver(first, "1y")).toBe(parseRate("0.0721"));
    expect(changeOver(second, "1m")).toBeNull();
  });

  it("may be of a place where nothing is traded", () => {
    const [row] = makeRows([listed({ marketId: null, tradable: false })], live, undefined);
    expect(row).toMatchObject({ marketId: null, isTradable: false, price: 10486000000n });
  });
});

describe("rows that say the same", () => {
  const again = makeRows(markets, live, months);

  it("stay the same objects, in the same list", () => {
    expect(keepRows(rows, again)).toBe(rows);
    expect(keepRows(rows, again.slice(0, 2))).toEqual(rows.slice(0, 2));
  });

  it("are new where something differs that is looked at", () => {
    const moved = makeRows(
      markets,
      {
        ...live,
        byId: new Map([
          [3, mergeLiveMarket(undefined, wireLive({ indexPrice: "7", fundingRate: "0.5" }))],
        ]),
      },
      months,
    );
    const kept = keepRows(rows, moved);
    expect(kept.map((row, index) => row === rows[index])).toEqual([false, true, true]);
    expect(kept[0]?.fundingRate).toBe(parseRate("0.5"));
    expect(keepRows(rows, moved, MAP_FIELDS)).toBe(rows);
  });
});

describe("sorting", () => {
  it("puts unknown figures last in both directions", () => {
    expect(symbols(sortRows(rows, { key: "change1y", isDescending: true }))).toEqual([
      "AUS",
      "ELP",
      "DAL",
    ]);
    expect(symbols(sortRows(rows, { key: "change1y", isDescending: false }))).toEqual([
      "ELP",
      "AUS",
      "DAL",
    ]);
  });

  it("starts names ascending and figures descending, then turns round", () => {
    const byName = { key: "name", isDescending: false } as const;
    expect(nextSort(null, "price")).toEqual({ key: "price", isDescending: true });
    expect(nextSort(byName, "price")).toEqual({ key: "price", isDescending: true });
    expect(nextSort(byName, "name")).toEqual({ key: "name", isDescending: true });
  });
});

describe("the order by activity", () => {
  it("goes by the listed open interest, then by volume, then by name", () => {
    const some = (symbol: string, openInterest: string, volume24h: string) =>
      listed({ marketId: null, symbol, name: symbol, openInterest, volume24h });
    const list = [
      some("C", "0", "0"),
      some("B", "0", "0"),
      some("A", "0", "5"),
      some("D", "7", "0"),
    ];
    expect(symbols(sortRows(makeRows(list, live, months), BY_ACTIVITY))).toEqual([
      "D",
      "A",
      "B",
      "C",
    ]);
  });
});

describe("states", () => {
  it("are zoomed to only when every market lies in one", () => {
    expect(commonState(rows)).toBe("TX");
    expect(commonState(makeRows([...markets, listed({ state: "CA" })], live, months))).toBeNull();
    expect(commonState([])).toBeNull();
  });

  it("have the middle change of their markets, unknown ones left out", () => {
    expect(stateChanges(rows, "1y").get("TX")).toEqual({ change: parseRate("-0.01"), count: 3 });
    expect(stateChanges(rows, "1y").get("CA")).toBeUndefined();
  });

  it("have their own index's change where there is one", () => {
    const own = listed({ acreId: 9, symbol: "TX", category: "state", change1y: "0.03" });
    expect(stateChanges(makeRows([...markets, own], live, months), "1y").get("TX")).toEqual({
      change: parseRate("0.03"),
      count: 0,
    });
  });
});

describe("dots", () => {
  it("show the open interest by their area and what the filters left", () => {
    const small = listed({ acreId: 2, symbol: "DAL", marketId: null, openInterest: "18440000000" });
    const dots = makeDots(
      makeRows([listed({ marketId: null }), small], live, months),
      new Set([4804, 2]),
      "1y",
      1,
      8,
    );
    expect(dots.map(({ symbol, radius }) => [symbol, radius])).toEqual([
      ["AUS", 13],
      ["DAL", 9],
    ]);
    const faint = makeDots(makeRows([small], live, months), new Set(), "1y", 1, 8);
    expect(faint).toMatchObject([
      { isShown: false, radius: 3, text: "Austin", color: "var(--map-9)" },
    ]);
  });

  it("leave out what lies nowhere", () => {
    const nowhere = [listed({ latitude: null, longitude: null }), listed({ state: null })];
    expect(makeDots(makeRows(nowhere, live, months), new Set(), "1y", 1, 8)).toEqual([]);
  });
});

describe("filters", () => {
  const found = (change: Partial<Filters>, members: readonly string[] | null = null) =>
    symbols(findRows(rows, { ...NO_FILTERS, ...change }, members));

  it("find by name, symbol and state, every word, without case", () => {
    expect(found({ text: " dal " })).toEqual(["DAL"]);
    expect(found({ text: "tx el" })).toEqual(["ELP"]);
    expect(found({ text: "tx" })).toHaveLength(3);
    expect(found({ text: "nowhere" })).toEqual([]);
  });

  it("look at the change over the chosen time; unknown is neither up nor down", () => {
    expect(found({ direction: "up" })).toEqual(["AUS"]);
    expect(found({ direction: "down" })).toEqual(["ELP"]);
    expect(found({ direction: "up", window: "1d" })).toEqual(["AUS", "DAL", "ELP"]);
  });

  it("keep a collection's ranking until something else is sorted by", () => {
    expect(found({ collection: "new" }, ["ELP", "AUS", "XXX"])).toEqual(["ELP", "AUS"]);
    const sort = { key: "name", isDescending: false } as const;
    expect(found({ collection: "new", sort }, ["ELP", "AUS"])).toEqual(["AUS", "ELP"]);
  });

  it("tell paused from open to trade", () => {
    const mixed = makeRows(
      [
        listed({ marketId: 8, paused: true }),
        listed({ symbol: "B", marketId: null, tradable: false }),
      ],
      live,
      months,
    );
    const by = (status: Filters["status"]) =>
      symbols(findRows(mixed, { ...NO_FILTERS, status }, null));
    expect(by("paused")).toEqual(["AUS"]);
    expect(by("tradable")).toEqual([]);
  });

  it("survive the address and back", () => {
    const filters: Filters = {
      text: "austin",
      collection: FAVOURITES,
      state: "TX",
      status: "paused",
      tag: "large",
      direction: "up",
      window: "1m",
      sort: { key: "change1y", isDescending: true },
    };
    expect(readFilters(writeFilters(filters))).toEqual(filters);
    expect(writeFilters(NO_FILTERS)).toEqual({});
  });

  it("take a bad value in the address for none", () => {
    expect(
      readFilters({
        q: 7,
        collection: "x",
        status: {},
        change: "sideways",
        window: "9y",
        sort: "id",
      }),
    ).toEqual({ ...NO_FILTERS, text: "7" });
    expect(readFilters({ q: "a".repeat(99) }).text).toHaveLength(64);
  });
});
