import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { GLOSSARY, SECTIONS } from "../src/words/glossary";

const PATH = `${import.meta.dirname}/../../docs/glossary.md`;
const BEGIN = /^<!-- Made from .*-->$/m;
const END = "<!-- Words of the code: edited here. -->";

/** The document with the product's terms as they are in src/words; what is edited by hand stays. */
function documentFrom(current: string): string {
  const begin = BEGIN.exec(current)?.[0] ?? "";
  const [head = ""] = current.split(begin);
  const [, tail = ""] = current.split(END);
  const tables = SECTIONS.map(({ title, ids }) => {
    const rows = ids.map((id) => `| ${GLOSSARY[id].term} | ${GLOSSARY[id].text} |`);
    return [`## ${title}`, "", "| Term | Meaning |", "|---|---|", ...rows, ""].join("\n");
  });
  return [head + begin, "", ...tables, END].join("\n") + tail;
}

it("docs/glossary.md has the product's terms as the app shows them", async () => {
  const current = readFileSync(PATH, "utf8");
  expect(current).toMatch(BEGIN);
  expect(current.split(END)).toHaveLength(2);
  await expect(documentFrom(current)).toMatchFileSnapshot(PATH);
});
