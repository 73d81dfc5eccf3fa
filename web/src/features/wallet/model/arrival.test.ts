import { expect, it } from "vitest";
import { arrivalWords } from "./arrival";

it("rounds to minutes, never to none", () => {
  expect(arrivalWords(3)).toBe("in about 1 minute");
  expect(arrivalWords(89)).toBe("in about 1 minute");
  expect(arrivalWords(91)).toBe("in about 2 minutes");
  expect(arrivalWords(86_400)).toMatch(/^in about 1d/);
  expect(arrivalWords(null)).toBe("after the settlement delay");
});
