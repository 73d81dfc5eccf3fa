/** Finds entries by the letters typed, in order but with gaps; pure. */

const WORD_START = 8;
const NEXT_TO = 5;
const PREFIX = 12;
const GAP_MAX = 6;

/** How well `query` fits `text`, more is better; null when a letter of it is missing. */
export function fuzzyScore(query: string, text: string): number | null {
  const wanted = query.trim().toLowerCase();
  const given = text.toLowerCase();
  if (wanted === "") return 0;
  const at = given.indexOf(wanted);
  if (at >= 0) {
    const isStart = at === 0 || !/[a-z0-9]/.test(given[at - 1] ?? "");
    return wanted.length * NEXT_TO + (isStart ? WORD_START : 0) + (at === 0 ? PREFIX : 0);
  }
  return scatteredScore(wanted.replaceAll(" ", ""), given);
}

function scatteredScore(wanted: string, given: string): number | null {
  let score = 0;
  let last = -1;
  for (const letter of wanted) {
    const at = given.indexOf(letter, last + 1);
    if (at < 0) return null;
    const gap = at - last - 1;
    const isStart = at === 0 || !/[a-z0-9]/.test(given[at - 1] ?? "");
    // A letter far away from the one before only counts where a word begins.
    if (last >= 0 && gap > GAP_MAX && !isStart) return null;
    score += isStart ? WORD_START / 2 : gap === 0 ? NEXT_TO / 2 : 0;
    last = at;
  }
  return score;
}

export interface Entry {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly hint: string;
  /** Further words that find it. */
  readonly words?: string;
}

export interface Found<E extends Entry> {
  readonly group: string;
  readonly entries: readonly E[];
}

const HINT_SHARE = 0.5;

function entryScore(query: string, { label, hint, words = "" }: Entry): number | null {
  const byLabel = fuzzyScore(query, label);
  const byRest = [hint, words].flatMap((text) => fuzzyScore(query, text) ?? []);
  const best = Math.max(byLabel ?? -1, ...byRest.map((score) => score * HINT_SHARE));
  return best < 0 ? null : best;
}

/**
 * The entries that fit, best first within their group, groups by their best entry. Without a query
 * all stay in the order given.
 */
export function findEntries<E extends Entry>(
  query: string,
  entries: readonly E[],
  perGroup: number,
): readonly Found<E>[] {
  const groups = new Map<string, { entry: E; score: number }[]>();
  for (const entry of entries) {
    const score = entryScore(query, entry);
    if (score === null) continue;
    const group = groups.get(entry.group) ?? [];
    group.push({ entry, score });
    groups.set(entry.group, group);
  }
  const ranked = [...groups].map(([group, rows]) => ({
    group,
    rows: rows.toSorted((a, b) => b.score - a.score).slice(0, perGroup),
  }));
  const best = ({ rows }: (typeof ranked)[number]) => rows[0]?.score ?? 0;
  return ranked
    .toSorted((a, b) => best(b) - best(a))
    .map(({ group, rows }) => ({ group, entries: rows.map(({ entry }) => entry) }));
}
