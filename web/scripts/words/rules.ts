/** What no text of the app says, and how it says it instead. */
import { FRAGMENTS, LABELS } from "./replaced";
import type { FoundText } from "./strings";

export interface Rule {
  readonly name: string;
  readonly breaks: (found: FoundText) => boolean;
}

const MESSAGE_MAX = 90;

const matching = (name: string, pattern: RegExp): Rule => ({
  name,
  breaks: ({ text }) => pattern.test(text),
});

export const RULES: readonly Rule[] = [
  matching("“cannot” or “can't”", /\bcan not\b/i),
  matching("“percent” or %", /\bper cent\b/i),
  matching(
    "“per day”, “annualized”",
    /(?:[\d%}]|points|funding|change|forecast|volume|fees?|cost|pay|rent|paid|sales|rate),? an? (?:day|month|year)\b/i,
  ),
  matching(
    "American spelling",
    /(?:real|organ|recogn|author|minim|maxim|normal|annual|util|final|initial)is(?:e|ed|es|ing|ation)\b|\bprogrammes?\b|\bcancell(?:ed|ing)\b|colour|favourit|neighbour|behaviour|\bcentred?\b|\b(?:square )?metres?\b|\blicence\b|\bgrey|\blabelled\b|\banalyse|\bcatalogue|\bcheque\b|\bsceptic|\btowards\b/i,
  ),
  matching(
    "the actor by name, or the passive",
    /\b(?:whoever|nobody|somebody|everybody)\b|(?:^|[.:;] )who (?!.*\?)/i,
  ),
  matching("“price update” for people", /\bprint(?:s|ed)?\b/i),
  matching(
    "the place or time by name, not “here”",
    /\(.{0,14}\bhere\)|\bno \w+ here\b|\b(?:known|unknown|used|needed|counts|done|drawn|stands|recorded) here\b|\bfrom here on\b/i,
  ),
  matching("dates by the format functions", /\b\d{4}-\d{2}-\d{2}\b/),
  matching("a minus sign (−) before digits", /(?:^|[\s(≤≥$+])-\$?(?:\d|\{\})|\$-/),
  {
    name: "a text that was replaced",
    breaks: ({ text }) =>
      LABELS.includes(text.replace(/:$/, "")) || FRAGMENTS.some((part) => text.includes(part)),
  },
  {
    name: `at most ${MESSAGE_MAX} characters in a message`,
    breaks: ({ text, isProse }) => !isProse && text.length > MESSAGE_MAX,
  },
];
