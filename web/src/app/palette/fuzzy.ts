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

/** The group of the one entry that fits best, above all others. */
export const BEST = "Best match";

/**
 * The entries that fit: the best one alone in a group of its own, then the others in the order of
 * their groups, which typing does not change, the best first within each. Without a query all stay
 * in the order given.
 */
export function findEntries<E extends Entry>(
  query: string,
  entries: readonly E[],
  perGroup: number,
): readonly Found<E>[] {
  const scored = entries.flatMap((entry) => {
    const score = entryScore(query, entry);
    return score === null ? [] : [{ entry, score }];
  });
  const isQuery = query.trim() !== "";
  const best = isQuery ? scored.toSorted((a, b) => b.score - a.score)[0] : undefined;
  const groups = new Map<string, { entry: E; score: number }[]>();
  for (const one of scored) {
    if (one === best) continue;
    groups.set(one.entry.group, [...(groups.get(one.entry.group) ?? []), one]);
  }
  const others = [...groups].map(([group, rows]) => ({
    group,
    entries: rows
      .toSorted((a, b) => b.score - a.score)
      .slice(0, perGroup)
      .map(({ entry }) => entry),
  }));
  return best === undefined ? others : [{ group: BEST, entries: [best.entry] }, ...others];
}

/** What is shown before anything is typed: recent entries, favorites, then every group. */
export function startGroups<E extends Entry>(
  entries: readonly E[],
  recent: readonly string[],
  favorites: readonly string[],
  perGroup: number,
): readonly Found<E>[] {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const named = (ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? []);
  const groups = [
    { group: "Recent", entries: named(recent) },
    { group: "Favorites", entries: named(favorites).slice(0, perGroup) },
    ...findEntries("", entries, perGroup),
  ];
  return groups.filter((group) => group.entries.length > 0);
}
