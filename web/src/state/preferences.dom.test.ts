import { expect, it } from "vitest";
import { formatDay } from "@/domain/reader/locale";
import {
  readDisplay,
  readPreferences,
  setDisplay,
  setPreferences,
  useDisplay,
  usePreferences,
} from "./preferences";

const FIRST = { owner: null, defaultLeverage: "1", tradeMode: "basic" };

it("begins without leverage, and when what is stored is damaged", () => {
  expect(readPreferences(null)).toEqual(FIRST);
  expect(readPreferences("{")).toEqual(FIRST);
  expect(readPreferences("null")).toEqual(FIRST);
  expect(readPreferences('{"defaultLeverage":"1e9","tradeMode":"wild","owner":5}')).toEqual(FIRST);
});

it("keeps what was set", () => {
  setPreferences({ owner: "wallet", defaultLeverage: "2.5", tradeMode: "advanced" });
  expect(usePreferences.getState().defaultLeverage).toBe("2.5");
  expect(readPreferences(localStorage.getItem("preferences"))).toEqual({
    owner: "wallet",
    defaultLeverage: "2.5",
    tradeMode: "advanced",
  });
});

it("writes dates in the locale of the browser until another is chosen", () => {
  expect(formatDay(0)).toBe("Jan 1, 1970");
  setDisplay({ locale: "en-GB", area: "sqft" });
  expect(formatDay(0)).toBe("1 Jan 1970");
  expect(readDisplay(localStorage.getItem("display"))).toEqual({ locale: "en-GB", area: "sqft" });
  setDisplay({ locale: null, area: "sqft" });
  expect(useDisplay.getState().locale).toBeNull();
  expect(formatDay(0)).toBe("Jan 1, 1970");
});

it("takes damaged display settings for none", () => {
  for (const text of [null, "{", "null", '{"locale":5}', '{"locale":"../x"}']) {
    expect(readDisplay(text)).toEqual({ locale: null, area: "sqft" });
  }
});
