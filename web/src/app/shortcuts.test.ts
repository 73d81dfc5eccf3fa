import { expect, it } from "vitest";
import { isTyping, shortcutStep } from "./shortcuts";

it("acts on single keys", () => {
  expect(shortcutStep("?", false)).toEqual({ action: "help", isGoing: false });
  expect(shortcutStep("/", false)).toEqual({ action: "search", isGoing: false });
  expect(shortcutStep("x", false)).toEqual({ action: null, isGoing: false });
});

it("waits for the second key after g and forgets it after any other", () => {
  expect(shortcutStep("g", false)).toEqual({ action: null, isGoing: true });
  expect(shortcutStep("p", true).action).toBe("portfolio");
  expect(shortcutStep("m", true).action).toBe("markets");
  expect(shortcutStep("m", false).action).toBeNull();
  expect(shortcutStep("x", true)).toEqual({ action: null, isGoing: false });
});

it("leaves typing and other programs' shortcuts alone", () => {
  const event = { ctrlKey: false, metaKey: false, altKey: false, target: document.body };
  expect(isTyping(event)).toBe(false);
  expect(isTyping({ ...event, ctrlKey: true })).toBe(true);
  expect(isTyping({ ...event, target: document.createElement("input") })).toBe(true);
});
