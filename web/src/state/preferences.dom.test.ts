import { expect, it } from "vitest";
import { readPreferences, setPreferences, usePreferences } from "./preferences";

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
