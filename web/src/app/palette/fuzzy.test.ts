import { expect, it } from "vitest";
import { BEST, type Entry, findEntries, fuzzyScore } from "./fuzzy";

const entry = (group: string, label: string, hint = ""): Entry => ({
  id: `${group} ${label}`,
  group,
  label,
  hint,
});

it("finds letters in order, with gaps", () => {
  expect(fuzzyScore("ptf", "Portfolio")).not.toBeNull();
  expect(fuzzyScore("da", "Deal analysis")).not.toBeNull();
  expect(fuzzyScore("fp", "Portfolio")).toBeNull();
  expect(fuzzyScore("zz", "Portfolio")).toBeNull();
});

it("puts a start before a middle, and a middle before scattered letters", () => {
  const start = fuzzyScore("aus", "Austin, TX") ?? 0;
  const word = fuzzyScore("aus", "Live in Austin") ?? 0;
  const middle = fuzzyScore("aus", "Nausea") ?? 0;
  const scattered = fuzzyScore("aus", "Argus") ?? 0;
  expect(start).toBeGreaterThan(word);
  expect(word).toBeGreaterThan(middle);
  expect(middle).toBeGreaterThan(scattered);
});

it("does not join letters across half a sentence", () => {
  expect(fuzzyScore("ax", "a very long sentence without that letter until x")).not.toBeNull();
  expect(fuzzyScore("ax", "abcdefghijklmnopqrstuvwx")).toBeNull();
});

it("lifts the best entry out and keeps the order of groups whatever is typed", () => {
  const entries = [
    entry("Pages", "Status", "Austerity"),
    entry("Markets", "Austin, TX"),
    entry("Markets", "Houston, TX"),
    entry("Markets", "Augusta, GA"),
    entry("Markets", "Laurel, AUS"),
    entry("Markets", "Claus, AUS"),
  ];
  const found = findEntries("aus", entries, 2);
  expect(found.map(({ group }) => group)).toEqual([BEST, "Pages", "Markets"]);
  expect(found[0]?.entries.map(({ label }) => label)).toEqual(["Austin, TX"]);
  expect(found[2]?.entries).toHaveLength(2);
  const other = findEntries("hou", entries, 2);
  expect(other.map(({ group }) => group)).toEqual([BEST]);
});

it("keeps the order given while nothing is typed", () => {
  const entries = [entry("B", "two"), entry("A", "one"), entry("B", "three")];
  expect(findEntries(" ", entries, 9).map(({ group }) => group)).toEqual(["B", "A"]);
});
