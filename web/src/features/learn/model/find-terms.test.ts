import { expect, it } from "vitest";
import { SECTIONS } from "@/words/glossary";
import { findTerms } from "./find-terms";

const found = (text: string) => findTerms(text).flatMap(({ ids }) => ids);

it("shows every term without a search", () => {
  expect(findTerms("  ")).toEqual(SECTIONS);
});

it("finds a term by its name, its API name and words of its text, in any case and order", () => {
  expect(found("FUNDING")).toContain("drift");
  expect(found("skew")).toContain("imbalance");
  expect(found("margin initial")).toContain("initial-margin");
});

it("finds nothing for a word that no text has", () => {
  expect(findTerms("mortgage-backed")).toEqual([]);
});
