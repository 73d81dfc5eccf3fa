/** Questions of the prediction markets: page model, filters, sorting, texts. */
import type { PriceE8 } from "@/domain/amounts";
import { direction, formatDay } from "@/domain/format";

export type Status = "upcoming" | "open" | "closed" | "resolved" | "voided";

/** What decides a question, once it is recorded; it can be corrected until it is paid. */
export interface Resolution {
  readonly outcome: "yes" | "no";
  readonly value: PriceE8 | null;
  readonly publishedAt: number | null;
  readonly paysAt: number;
}

export interface Question {
  readonly marketId: number;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly rules: string;
  readonly acreId: number | null;
  readonly strike: PriceE8 | null;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly resolvesAt: number;
  readonly status: Status;
  readonly outcome: "yes" | "no" | "void" | null;
  readonly lastYesPrice: number | null;
  readonly volumeContracts: number;
  readonly openInterestContracts: number;
  readonly resolution: Resolution | null;
}

/** What the stream says about a question. */
export interface LiveQuestion {
  readonly marketId: number;
  readonly status: Status;
  readonly lastYesPrice: number | null;
  readonly bestYesBid: number | null;
  readonly bestYesAsk: number | null;
  readonly volumeContracts: number;
  readonly openInterestContracts: number;
}

export function withLive(question: Question, live: LiveQuestion | null): Question {
  if (live === null) return question;
  const { status, lastYesPrice, volumeContracts, openInterestContracts } = live;
  return { ...question, status, lastYesPrice, volumeContracts, openInterestContracts };
}

export interface Probability {
  /** Of YES, in per cent. */
  readonly percent: number;
  readonly basis: "the middle of bid and offer" | "the last trade";
}

/** What the book says of YES: the middle of best bid and offer, else the last trade, else nothing. */
export function probabilityOf(
  live: Pick<LiveQuestion, "bestYesBid" | "bestYesAsk" | "lastYesPrice">,
): Probability | null {
  const { bestYesBid: bid, bestYesAsk: ask, lastYesPrice: last } = live;
  if (bid !== null && ask !== null) {
    return { percent: (bid + ask) / 2, basis: "the middle of bid and offer" };
  }
  return last === null ? null : { percent: last, basis: "the last trade" };
}

/** "57.5%"; halves are possible, more is not. */
export function percentText(probability: Probability | null): string {
  return probability === null ? "–" : `${probability.percent}%`;
}

/** Whether there can still be trades: it is open, or will be. */
export function takesTrades({ status }: Pick<Question, "status">): boolean {
  return status === "open" || status === "upcoming";
}

export interface Headline {
  /** The probability of YES, or how the question ended. */
  readonly figure: string;
  readonly note: string;
  /** Price of a YES contract, of 100; null without one. */
  readonly percent: number | null;
}

/** The one figure of a question: the chance while it runs, the outcome once it is paid. */
export function headlineOf(question: Question, live: LiveQuestion | null): Headline {
  const { outcome } = question;
  if (outcome === "void") {
    const percent = question.lastYesPrice ?? 50;
    return { figure: "Void", note: `YES was paid ${percent}, NO ${100 - percent}`, percent };
  }
  if (outcome !== null) {
    const percent = outcome === "yes" ? 100 : 0;
    return { figure: outcome.toUpperCase(), note: "is right, paid 100 a contract", percent };
  }
  const probability = live === null ? null : probabilityOf(live);
  return {
    figure: percentText(probability),
    note: probability === null ? "YES, no price yet" : `YES, ${probability.basis}`,
    percent: probability?.percent ?? null,
  };
}

export interface NextMoment {
  readonly label: string;
  readonly atS: number;
  /** Shown once it is reached. */
  readonly done: string;
}

/** What a question waits for next. */
export function nextMoment(question: Question): NextMoment {
  const { status, opensAt, closesAt, resolvesAt, resolution } = question;
  if (status === "upcoming") return { label: "Opens in", atS: opensAt, done: "now" };
  if (status === "open") return { label: "Closes in", atS: closesAt, done: "closing" };
  if (status === "closed") {
    return resolution === null
      ? { label: "Value due in", atS: resolvesAt, done: "any time now" }
      : { label: "Paid in", atS: resolution.paysAt, done: "now" };
  }
  // Withdrawn, a question is over before its close.
  const label = status === "voided" ? "Was to close" : "Closed";
  return { label, atS: 0, done: formatDay(closesAt) };
}

export type Tab = "open" | "upcoming" | "closed" | "resolved" | "voided" | "mine";
export type Sort = "closing" | "newest" | "volume" | "close-call";

export interface Wanted {
  readonly tab: Tab;
  readonly search: string;
}

/** Whether all questions of a tab are over: their lists come newest first, page by page. */
export function isPast(tab: Tab): boolean {
  return tab === "resolved" || tab === "voided";
}

/** What says nothing of a question that is over. */
const WHILE_OPEN: ReadonlySet<Sort> = new Set(["closing", "close-call"]);

/** Whether a tab can be sorted so. */
export function canSort(tab: Tab, sort: Sort): boolean {
  return !(isPast(tab) && WHILE_OPEN.has(sort));
}

/** The order of a tab: the wanted one, else newest first. */
export function sortFor(tab: Tab, wanted: Sort): Sort {
  return canSort(tab, wanted) ? wanted : "newest";
}

/** Questions of a tab whose words all occur in the title or the category. */
export function choose(
  questions: readonly Question[],
  { tab, search }: Wanted,
  mine: ReadonlySet<number>,
): readonly Question[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return questions.filter((question) => {
    const isInTab = tab === "mine" ? mine.has(question.marketId) : question.status === tab;
    const text = `${question.title} ${question.category}`.toLowerCase();
    return isInTab && words.every((word) => text.includes(word));
  });
}

/** How far from even a question stands; without a price it comes last. */
function distance(live: LiveQuestion | undefined): number {
  const probability = live === undefined ? null : probabilityOf(live);
  return probability === null ? 100 : Math.abs(probability.percent - 50);
}

export function arrange(
  questions: readonly Question[],
  sort: Sort,
  live: ReadonlyMap<number, LiveQuestion>,
): readonly Question[] {
  const compare: Readonly<Record<Sort, (a: Question, b: Question) => number>> = {
    closing: (a, b) => a.closesAt - b.closesAt,
    newest: (a, b) => b.marketId - a.marketId,
    volume: (a, b) => b.volumeContracts - a.volumeContracts,
    "close-call": (a, b) => distance(live.get(a.marketId)) - distance(live.get(b.marketId)),
  };
  return [...questions].sort((a, b) => compare[sort](a, b) || b.marketId - a.marketId);
}

/** How long after the time of resolution a value is waited for. */
const VOID_AFTER_S = 14 * 86_400;

export interface Stage {
  readonly name: string;
  readonly text: string;
}

/** Where a question stands in its life, in words. */
export function stageOf(question: Question): Stage {
  const { status, resolution, outcome } = question;
  switch (status) {
    case "upcoming":
      return { name: "Upcoming", text: "It can be read, but takes no orders yet." };
    case "open":
      return { name: "Open", text: "Orders are taken until it closes." };
    case "closed":
      return resolution === null
        ? { name: "Closed, awaiting the value", text: "The value that decides is not out yet." }
        : {
            name: `${resolution.outcome.toUpperCase()} recorded, in dispute time`,
            text: "For 24 hours the operator may correct it; then it is paid.",
          };
    case "resolved":
      return {
        name: outcome === null ? "Resolved" : `Resolved: ${outcome.toUpperCase()}`,
        text: "Paid; this is final.",
      };
    case "voided":
      return {
        name: "Voided",
        text: "Without an answer: YES was paid the last traded price, NO the rest of 100.",
      };
  }
}

export interface Moment {
  readonly name: string;
  readonly atS: number;
  readonly isPast: boolean;
}

/** The life of a question as moments in engine time, oldest first. */
export function timeline(question: Question, nowS: number | null): readonly Moment[] {
  const { opensAt, closesAt, resolvesAt, resolution, status } = question;
  const moments: [string, number][] = [
    ["Opens for orders", opensAt],
    ["Closes, open orders expire", closesAt],
    ["First value from here on decides", resolvesAt],
  ];
  if (resolution !== null && resolution.publishedAt !== null) {
    moments.push([`Value published: ${resolution.outcome.toUpperCase()}`, resolution.publishedAt]);
  }
  if (resolution !== null) moments.push(["Dispute time ends, paid", resolution.paysAt]);
  else if (status !== "voided") {
    moments.push(["Void if no value has come", resolvesAt + VOID_AFTER_S]);
  }
  const all = moments.map(([name, atS]) => ({ name, atS, isPast: nowS !== null && atS <= nowS }));
  return status === "voided" ? all.filter(({ isPast }) => isPast) : all;
}

/** Where the index stands to the strike, in words with a sign; null without either. */
export function gapOf(price: PriceE8 | null, strike: PriceE8 | null) {
  if (price === null || strike === null) return null;
  const gap = (price - strike) as PriceE8;
  return { gap, isAtOrAbove: direction(gap) !== "down" };
}
