import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EXCEPTIONS } from "./exceptions";
import { RULES } from "./rules";
import { apiErrorTexts, type FoundText, textsOf } from "./strings";

const WEB = `${import.meta.dirname}/../../src`;
const ERRORS = `${import.meta.dirname}/../../../edge/http/errors.py`;
const NOT_READ = /\.test\.|\.d\.ts$|^generated\/|^test\/|\/testing\//;
/** Paragraphs as strings: their length has no bound here (src/words/glossary.test.ts has one of its own). */
const LONG_TEXTS =
  /^words\/entries\/|^features\/wallets\/model\/wallet-guide\.ts$|^features\/status\/verify\.ts$/;

interface Broken {
  readonly file: string;
  readonly rule: string;
  readonly line: number;
  readonly text: string;
}

function broken(file: string, found: readonly FoundText[]): readonly Broken[] {
  return found.flatMap(({ line, text, isProse }) =>
    RULES.filter((rule) =>
      rule.breaks({ line, text, isProse: isProse || LONG_TEXTS.test(file) }),
    ).map(({ name }) => ({ file, rule: name, line, text })),
  );
}

function everyBroken(): readonly Broken[] {
  const files = readdirSync(WEB, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !NOT_READ.test(file)).toSorted();
  const inWeb = sources.flatMap((file) => {
    const lang = file.endsWith(".tsx") ? "tsx" : "ts";
    return broken(file, textsOf(readFileSync(`${WEB}/${file}`, "utf8"), lang));
  });
  return [...inWeb, ...broken("errors.py", apiErrorTexts(readFileSync(ERRORS, "utf8")))];
}

const all = everyBroken();
const isExcepted = ({ file, text }: Broken) =>
  EXCEPTIONS.some((one) => one.file === file && text.includes(one.text));

describe("texts of the app and errors of the API", () => {
  it("follow the word list", () => {
    const rest = all.filter((one) => !isExcepted(one));
    const lines = rest.map(
      ({ file, line, rule, text }) => `${file}:${line} needs ${rule}: ${text}`,
    );
    expect(lines).toEqual([]);
  });

  it("need every exception that is listed", () => {
    const unused = EXCEPTIONS.filter(
      (one) => !all.some(({ file, text }) => one.file === file && text.includes(one.text)),
    );
    expect(unused).toEqual([]);
  });
});

describe("the scanner", () => {
  const texts = (source: string) => textsOf(source, "tsx").map(({ text }) => text);

  it("reads literals, templates, attributes and text of elements", () => {
    expect(texts("const a = 'No match'; const b = `Up $" + "{n} times`;")).toEqual([
      "No match",
      "Up {} times",
    ]);
    expect(texts('const c = <p title="A title">Hello <b>{name}</b>\n  and all</p>;')).toEqual([
      "Hello {} and all",
      "A title",
    ]);
  });

  it("knows running text by its element and its property", () => {
    const source = 'const d = <Page lead="Some words"><p title="Some words">a b</p></Page>;';
    const found = textsOf(source, "tsx");
    expect(found.map(({ isProse }) => isProse)).toEqual([true, true, false]);
  });

  it("passes names, codes, keys, modules, types and errors for developers by", () => {
    const source = `import x from "Some module"; type T = "One kind"; const o = { "Key word": css["a b"] };
      if (s === "cancelled") throw new Error("No such thing here");`;
    expect(texts(source)).toEqual([]);
  });

  it("reads the sentences of the API's table", () => {
    const source = '400: {"BAD": "A body", "LONG_ONE": (\n "A longer one"\n),';
    expect(apiErrorTexts(source).map(({ text }) => text)).toEqual(["A body", "A longer one"]);
  });
});

describe("the rules", () => {
  const breaks = (text: string, isProse = false) =>
    RULES.filter((rule) => rule.breaks({ line: 1, text, isProse })).map(({ name }) => name);

  it.each([
    "It can not be sent",
    "5 per cent",
    "Rent a month",
    "{}% a year",
    "Unrealised P&L",
    "Perpetual programme",
    "It was cancelled",
    "Favourite",
    "Whoever joins",
    "Who gains most wins",
    "The next print",
    "No liquidation here",
    "On 2010-02-04",
    "Loss of $-0.05",
    "≤ -8%",
    "Change -{}%",
    "Level",
    "Say first that you have read what can be lost.",
    "x".repeat(91),
  ])("refuse “%s”", (text) => {
    expect(breaks(text)).toHaveLength(1);
  });

  it.each([
    "It cannot be sent",
    "Once a day at most",
    "Per month",
    "Unrealized P&L",
    "Who is it?",
    "Fingerprint of the state",
    "Your trades appear here.",
    "−$0.05",
    "One-click trading",
    "Fees (30 d): 2–3%",
  ])("let “%s” pass", (text) => {
    expect(breaks(text)).toEqual([]);
  });

  it("let running text be longer than a message", () => {
    expect(breaks("y ".repeat(60), true)).toEqual([]);
  });
});
