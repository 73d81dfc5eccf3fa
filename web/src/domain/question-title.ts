/** Titles of questions about an index, made of their fields; the stored text stays in the rules. */
import type { PriceE8 } from "./amounts";
import { formatAmount, formatDay } from "./format";
import { readerLocale } from "./reader/locale";

export interface TitledQuestion {
  readonly title: string;
  readonly acreId: number | null;
  readonly strike: PriceE8 | null;
  readonly resolvesAt: number;
}

/** The sentence of the scheduled questions: only there does the title mean strike and date alone. */
const SCHEDULED = /^Will .+'s index be at or above [\d.,]+ on \d{4}-\d\d-\d\d\?$/;

/** The place in front of the state, unless another market has the same one. */
export function shortPlace(name: string, names: readonly string[]): string {
  const place = (full: string) => full.split(",", 1)[0] ?? full;
  const isShared = names.some((other) => other !== name && place(other) === place(name));
  return isShared ? name : place(name);
}

const SHORT_DAY = { month: "short", day: "numeric", timeZone: "UTC" } as const;

/** "Feb 4", with the year where it is not the current one or the clock is not known. */
export function shortDay(atS: number, nowS: number | null): string {
  const year = (s: number) => new Date(s * 1000).getUTCFullYear();
  if (nowS === null || year(atS) !== year(nowS)) return formatDay(atS);
  return new Intl.DateTimeFormat(readerLocale(), SHORT_DAY).format(atS * 1000);
}

/** "≥ $103.00 on Feb 4"; null for a question that its title alone describes. */
export function targetOf(question: TitledQuestion, nowS: number | null): string | null {
  const { strike, acreId, title, resolvesAt } = question;
  if (strike === null || acreId === null || !SCHEDULED.test(title)) return null;
  return `≥ $${formatAmount(strike, "PriceE8")} on ${shortDay(resolvesAt, nowS)}`;
}

/** "Austin ≥ $103.00 on Feb 4?"; the stored title without a place or without a target. */
export function titleOf(
  question: TitledQuestion,
  place: string | null,
  nowS: number | null,
): string {
  const target = targetOf(question, nowS);
  return target === null || place === null ? question.title : `${place} ${target}?`;
}
