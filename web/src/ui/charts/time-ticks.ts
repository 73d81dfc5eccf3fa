/** Which instants of a time axis are labeled, and how. */
import { readerLocale } from "@/domain/reader/locale";

export interface TimeTick {
  /** Index into the times. */
  readonly index: number;
  readonly x: number;
  readonly text: string;
}

interface TickInput {
  /** Unix seconds, ascending. */
  readonly times: readonly number[];
  /** First and last index in view. */
  readonly from: number;
  readonly to: number;
  readonly xOf: (index: number) => number;
  /** Width of the axis, in pixels. */
  readonly width: number;
}

const GAP = 14;
const CHARACTER = 6.8;
const OPTIONS = {
  year: { year: "numeric" },
  month: { month: "short" },
  day: { month: "short", day: "numeric" },
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;
type Level = keyof typeof OPTIONS;

/** One per locale and level: making one costs more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function write(date: Date, level: Level): string {
  const key = `${readerLocale()} ${level}`;
  const known = formats.get(key);
  if (known) return known.format(date);
  const made = new Intl.DateTimeFormat(readerLocale(), { ...OPTIONS[level], timeZone: "UTC" });
  formats.set(key, made);
  return made.format(date);
}

/** An instant at which a year, month, day or only an hour begins. */
interface Boundary {
  readonly index: number;
  readonly date: Date;
  readonly level: Level;
}

const years = (step: number) => (one: Boundary) =>
  one.level === "year" && one.date.getUTCFullYear() % step === 0;
const months = (step: number) => (one: Boundary) =>
  one.level === "year" || (one.level === "month" && one.date.getUTCMonth() % step === 0);
const days =
  (...dates: readonly number[]) =>
  (one: Boundary) =>
    one.level === "year" ||
    one.level === "month" ||
    (one.level === "day" && (dates.length === 0 || dates.includes(one.date.getUTCDate())));
const hours = (step: number) => (one: Boundary) =>
  one.level !== "time" || one.date.getUTCHours() % step === 0;

/** From fine to coarse; the first one whose labels do not touch is used. */
const STEPS: readonly ((one: Boundary) => boolean)[] = [
  hours(1),
  hours(6),
  hours(12),
  days(),
  days(1, 5, 9, 13, 17, 21, 25, 29),
  days(1, 8, 15, 22),
  days(1, 15),
  months(1),
  months(3),
  months(6),
  years(1),
  years(2),
  years(5),
  years(10),
];

/** Evenly spaced round dates whose labels lie whole within the axis and do not touch. */
export function timeTicks({ times, from, to, xOf, width }: TickInput): readonly TimeTick[] {
  const all = boundaries(times, from, to);
  for (const isWanted of STEPS) {
    const boxes = all.filter(isWanted).map(({ index, date, level }) => {
      const text = write(date, level);
      const half = (text.length * CHARACTER) / 2;
      const x = xOf(index);
      return { index, x, text, left: x - half, right: x + half };
    });
    const touches = boxes.some(({ left }, place) => left < (boxes[place - 1]?.right ?? -1e9) + GAP);
    if (touches) continue;
    return boxes
      .filter(({ left, right }) => left >= 0 && right <= width)
      .map(({ index, x, text }) => ({ index, x, text }));
  }
  return [];
}

function boundaries(times: readonly number[], from: number, to: number): Boundary[] {
  const found: Boundary[] = [];
  for (let index = Math.max(from, 0); index <= Math.min(to, times.length - 1); index += 1) {
    const at = times[index];
    if (at === undefined) continue;
    const before = times[index - 1];
    const date = new Date(at * 1000);
    const level = before === undefined ? startLevel(date) : changed(new Date(before * 1000), date);
    if (level !== null) found.push({ index, date, level });
  }
  return found;
}

/** The very first instant is labeled only where a year or month begins with it. */
function startLevel(date: Date): Level | null {
  if (date.getUTCDate() !== 1) return null;
  return date.getUTCMonth() === 0 ? "year" : "month";
}

function changed(before: Date, date: Date): Level {
  if (before.getUTCFullYear() !== date.getUTCFullYear()) return "year";
  if (before.getUTCMonth() !== date.getUTCMonth()) return "month";
  return before.getUTCDate() === date.getUTCDate() ? "time" : "day";
}
