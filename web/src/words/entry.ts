/** One term of the product, in the words that people read. */
export interface Entry {
  readonly term: string;
  /** One sentence for tooltips; at most 90 characters. */
  readonly line: string;
  /** A paragraph for the glossary page and docs/glossary.md. */
  readonly text: string;
}

export type Entries = Readonly<Record<string, Entry>>;
