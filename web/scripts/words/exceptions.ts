/** Texts that keep a word of the list, each with its reason. This list only gets shorter. */

interface Exception {
  /** Below web/src, or errors.py. */
  readonly file: string;
  readonly text: string;
  readonly reason: string;
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    file: "words/entries/prices.ts",
    text: "The API calls a price update a print.",
    reason: "names the word that readers of the API meet",
  },
  {
    file: "features/deals/deal-actions.tsx",
    text: "Print",
    reason: "prints the page",
  },
  {
    file: "features/deals/deal-results.tsx",
    text: "Owning: the index and the rates above",
    reason: "a paragraph of the page",
  },
  {
    file: "features/markets/map/map-card.tsx",
    text: "No market here",
    reason: "the place under the pointer has no other name",
  },
  {
    file: "features/markets/specification/parameters.ts",
    text: "Updates over which the trend price follows the index.",
    reason: "explains a parameter in a table",
  },
  {
    file: "features/markets/price-section.tsx",
    text: "Fast forecast",
    reason: "the shorter of two windows, whose length is a parameter",
  },
  {
    file: "features/markets/price-section.tsx",
    text: "Slow forecast",
    reason: "the longer of two windows, whose length is a parameter",
  },
];
