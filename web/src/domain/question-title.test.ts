import { expect, it } from "vitest";
import { parsePrice } from "./parse";
import { shortDay, shortPlace, type TitledQuestion, targetOf, titleOf } from "./question-title";

const NOW_S = Date.UTC(2015, 0, 3) / 1000;
const asked = (change: Partial<TitledQuestion> = {}): TitledQuestion => ({
  title: "Will Austin, TX's index be at or above 150.00 on 2015-02-04?",
  acreId: 4804,
  strike: parsePrice("15000000000"),
  resolvesAt: Date.UTC(2015, 1, 4) / 1000,
  ...change,
});

it("makes the title of a scheduled question from its fields", () => {
  expect(titleOf(asked(), "Austin", NOW_S)).toBe("Austin ≥ $150.00 on Feb 4?");
  expect(titleOf(asked(), "Austin", null)).toBe("Austin ≥ $150.00 on Feb 4, 2015?");
});

it("keeps the title of a question that says more than strike and date", () => {
  const other = asked({ title: "Will it stay below 150.00?" });
  expect(targetOf(other, NOW_S)).toBeNull();
  expect(titleOf(other, "Austin", NOW_S)).toBe("Will it stay below 150.00?");
  expect(targetOf(asked({ strike: null }), NOW_S)).toBeNull();
  expect(targetOf(asked({ acreId: null }), NOW_S)).toBeNull();
});

it("keeps the stored title while the index has no name yet", () => {
  expect(titleOf(asked(), null, NOW_S)).toBe(asked().title);
});

it("names the year only where it is another one", () => {
  expect(shortDay(NOW_S, NOW_S)).toBe("Jan 3");
  expect(shortDay(Date.UTC(2016, 0, 3) / 1000, NOW_S)).toBe("Jan 3, 2016");
});

it("keeps the state of places that share their name", () => {
  const names = ["Portland, OR", "Portland, ME", "Austin, TX"];
  expect(shortPlace("Austin, TX", names)).toBe("Austin");
  expect(shortPlace("Portland, OR", names)).toBe("Portland, OR");
});
