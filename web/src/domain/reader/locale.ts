/** The reader's locale: how numbers and dates are written. Texts of the app are English. */

const FALLBACK = "en-US";

interface Writing {
  readonly tag: string;
  readonly month: Intl.DateTimeFormat;
  readonly day: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
  readonly dayAndTime: Intl.DateTimeFormat;
  readonly whole: Intl.NumberFormat;
}

/** Months of index time are Gregorian, and amount fields take the digits 0 to 9, in every locale. */
const COMMON = { calendar: "gregory", numberingSystem: "latn", timeZone: "UTC" } as const;
const DAY = { year: "numeric", month: "short", day: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/**
 * Numbers follow the locale only where it writes a decimal point: amount fields take no decimal
 * comma, and a text "1.500" must not mean 1,500 beside a field that reads it as 1.5.
 */
function numberTag(tag: string): string {
  const parts = new Intl.NumberFormat(tag, { numberingSystem: "latn" }).formatToParts(1.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ".") ? tag : FALLBACK;
}

function makeWriting(tag: string): Writing {
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...COMMON, ...options });
  return {
    tag,
    month: dates({ year: "numeric", month: "short" }),
    day: dates(DAY),
    time: dates(TIME),
    dayAndTime: dates({ ...DAY, ...TIME }),
    whole: new Intl.NumberFormat(numberTag(tag), {
      numberingSystem: "latn",
      maximumFractionDigits: 0,
    }),
  };
}

let writing = makeWriting(FALLBACK);

/** Takes a BCP 47 tag; an invalid one, or one without data, is American English. */
export function setLocale(tag: string): void {
  try {
    const [known = FALLBACK] = Intl.DateTimeFormat.supportedLocalesOf([tag]);
    writing = makeWriting(known);
  } catch {
    writing = makeWriting(FALLBACK);
  }
}

export function readerLocale(): string {
  return writing.tag;
}

/** Groups the digits of a whole number; exact at any size. */
export function formatWhole(value: bigint): string {
  return writing.whole.format(value);
}

/** "Feb 4, 2010" for seconds since 1970, UTC. */
export function formatDay(atS: number): string {
  return writing.day.format(atS * 1000);
}

/** "Feb 2010" for seconds since 1970, UTC. */
export function formatMonth(atS: number): string {
  return writing.month.format(atS * 1000);
}

/** "14:05" for seconds since 1970, UTC. */
export function formatTime(atS: number): string {
  return writing.time.format(atS * 1000);
}

/** "Feb 4, 2010, 14:05" for seconds since 1970, UTC. */
export function formatDateTime(atS: number): string {
  return writing.dayAndTime.format(atS * 1000);
}
