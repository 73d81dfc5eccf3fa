import { expect, it } from "vitest";
import { ALL_PAGES, isWithin } from "../pages";
import { isInField, isPaletteKey, isTyping, SHORTCUT_GROUPS, shortcutStep } from "./shortcuts";

it("acts on single keys", () => {
  expect(shortcutStep("?", false)).toEqual({ action: { dialog: "keys" }, isGoing: false });
  expect(shortcutStep("/", false)).toEqual({ action: { dialog: "palette" }, isGoing: false });
  expect(shortcutStep("n", false)).toEqual({ action: { dialog: "activity" }, isGoing: false });
  expect(shortcutStep("x", false)).toEqual({ action: null, isGoing: false });
});

it("waits for the second key after g and forgets it after any other", () => {
  expect(shortcutStep("g", false)).toEqual({ action: null, isGoing: true });
  expect(shortcutStep("p", true).action).toEqual({ to: "/portfolio" });
  expect(shortcutStep("m", true).action).toEqual({ to: "/" });
  expect(shortcutStep("m", false).action).toBeNull();
  expect(shortcutStep("x", true)).toEqual({ action: null, isGoing: false });
});

it("has one page for each key, and lists every one", () => {
  const keys = ALL_PAGES.flatMap(({ key }) => (key === undefined ? [] : [key]));
  expect(new Set(keys).size).toBe(keys.length);
  const listed = SHORTCUT_GROUPS.flatMap(({ shortcuts }) => shortcuts.map(({ keys: k }) => k));
  for (const key of keys) expect(listed).toContainEqual(["g", key]);
});

it("leaves typing and other programs' shortcuts alone", () => {
  const event = { key: "k", ctrlKey: false, metaKey: false, altKey: false, target: document.body };
  const field = { ...event, target: document.createElement("input") };
  expect(isTyping(event)).toBe(false);
  expect(isTyping({ ...event, ctrlKey: true })).toBe(true);
  expect(isTyping(field)).toBe(true);
  expect(isInField(field)).toBe(true);
  expect(isPaletteKey(event)).toBe(false);
  expect(isPaletteKey({ ...event, metaKey: true })).toBe(true);
  expect(isPaletteKey({ ...event, ctrlKey: true, altKey: true })).toBe(false);
});

it("knows which page an address belongs to", () => {
  expect(isWithin("/", "/")).toBe(true);
  expect(isWithin("/market/AUS", "/")).toBe(true);
  expect(isWithin("/trade/AUS", "/")).toBe(false);
  expect(isWithin("/trade/AUS", "/trade")).toBe(true);
  expect(isWithin("/traders", "/trade")).toBe(false);
});
