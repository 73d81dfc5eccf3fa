import { expect, it } from "vitest";
import { GLOSSARY, SECTIONS, type TermId } from "./glossary";

const ENTRIES = Object.entries(GLOSSARY);
const LINE_MAX = 90;
const TEXT_MAX = 460;

it("has each term once, under an id that can be an anchor", () => {
  const terms = ENTRIES.map(([, { term }]) => term.toLowerCase());
  expect(new Set(terms).size).toBe(terms.length);
  for (const [id] of ENTRIES) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

it("lists every entry in exactly one section", () => {
  const listed = SECTIONS.flatMap(({ ids }) => ids);
  expect(listed.toSorted()).toEqual((Object.keys(GLOSSARY) as TermId[]).toSorted());
});

it.each(ENTRIES)("explains %s in one short line and one paragraph", (_, { line, text }) => {
  expect(line.length).toBeLessThanOrEqual(LINE_MAX);
  expect(line).toMatch(/^[A-Z].*[.]$/);
  expect(text.length).toBeLessThanOrEqual(TEXT_MAX);
  expect(text).toMatch(/^[A-Z].*[.]$/);
});
