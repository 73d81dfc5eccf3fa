/** Questions of the prediction markets: page model, filters, sorting, texts. */
import type { PriceE8 } from "@/domain/amounts";
import { DASH, direction, formatDay } from "@/domain/format";
import { PAYOUT } from "./book";

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
  /** Of YES, in percent: the midpoint of bid and ask, or the last trade. */
  readonly percent: number;
  readonly isLastTrade: boolean;
}

/** The market's chance of YES: the midpoint of bid and ask, else the last trade, else unknown. */
export function probabilityOf(
  live: Pick<LiveQuestion, "bestYesBid" | "bestYesAsk" | "lastYesPrice">,
): Probability | null {
  const { bestYesBid: bid, bestYesAsk: ask, lastYesPrice: last } = live;
  if (bid !== null && ask !== null) {
    return { percent: (bid + ask) / 2, isLastTrade: false };
  }
  return last === null ? null : { percent: last, isLastTrade: true };
}

/** A whole percentage: "58%". */
export function percentText(probability: Probability | null): string {
  return probability === null ? DASH : `${Math.round(probability.percent)}%`;
}

/** Price of a contract of each side for its buyer; null where nothing is offered. */
export interface Prices {
  readonly yes: number | null;
  readonly no: number | null;
}

/** The best prices: NO is offered by the bids for YES. */
export function pricesOf(live: LiveQuestion | null): Prices {
  const bid = live?.bestYesBid ?? null;
  return { yes: live?.bestYesAsk ?? null, no: bid === null ? null : PAYOUT - bid };
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
    return { figure: "Void", note: `YES paid ${percent}, NO ${PAYOUT - percent}`, percent };
  }
  if (outcome !== null) {
    const percent = outcome === "yes" ? 100 : 0;
    return { figure: outcome.toUpperCase(), note: "paid 100 per contract", percent };
  }
  const probability = live === null ? null : probabilityOf(live);
  return {
    figure: percentText(probability),
    note: probability === null ? "no price yet" : probability.isLastTrade ? "last trade" : "chance",
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
  const label = status === "voided" ? "Withdrawn, due to close" : "Closed";
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

/** Distance from 50%; a question without a price comes last. */
function distance(live: LiveQuestion | undefined): number {
  const probability = live === undefined ? null : probabilityOf(live);
  return probability === null ? 100 : Math.abs(probability.percent - 50);
}

function higherStrikeFirst(a: Question, b: Question): number {
  return Number((b.strike ?? 0n) - (a.strike ?? 0n));
}

export function arrange(
  questions: readonly Question[],
  sort: Sort,
  live: ReadonlyMap<number, LiveQuestion>,
): readonly Question[] {
  const compare: Readonly<Record<Sort, (a: Question, b: Question) => number>> = {
    closing: (a, b) => a.closesAt - b.closesAt || higherStrikeFirst(a, b),
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

/** The stage of a question, in words. */
export function stageOf(question: Question): Stage {
  const { status, resolution, outcome } = question;
  switch (status) {
    case "upcoming":
      return { name: "Upcoming", text: "Orders open soon." };
    case "open":
      return { name: "Open", text: "You can trade until it closes." };
    case "closed":
      return resolution === null
        ? { name: "Closed, awaiting the value", text: "The deciding index value is not out yet." }
        : {
            name: `${resolution.outcome.toUpperCase()} recorded, under review`,
            text: "The operator can correct it for 24 hours. Then it is paid.",
          };
    case "resolved":
      return {
        name: outcome === null ? "Resolved" : `Resolved: ${outcome.toUpperCase()}`,
        text: "Paid. This is final.",
      };
    case "voided":
      return {
        name: "Voided",
        text: "No result: YES paid the last traded price, NO the rest of 100.",
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
    ["Closes; open orders expire", closesAt],
    ["Settles on the first update from", resolvesAt],
  ];
  if (resolution !== null && resolution.publishedAt !== null) {
    moments.push([`Value published: ${resolution.outcome.toUpperCase()}`, resolution.publishedAt]);
  }
  if (resolution !== null) moments.push(["Review ends; paid", resolution.paysAt]);
  else if (status !== "voided") {
    moments.push(["Void without a value by", resolvesAt + VOID_AFTER_S]);
  }
  const all = moments.map(([name, atS]) => ({ name, atS, isPast: nowS !== null && atS <= nowS }));
  return status === "voided" ? all.filter(({ isPast }) => isPast) : all;
}

/** Index less strike, with its sign; null without either. */
export function gapOf(price: PriceE8 | null, strike: PriceE8 | null) {
  if (price === null || strike === null) return null;
  const gap = (price - strike) as PriceE8;
  return { gap, isAtOrAbove: direction(gap) !== "down" };
}

/** Questions about one index, or those about none. */
export interface QuestionGroup {
  readonly acreId: number | null;
  readonly questions: readonly Question[];
}

/** Groups by index in the order of each group's first question; those without an index come last. */
export function grouped(questions: readonly Question[]): readonly QuestionGroup[] {
  const groups = new Map<number | null, Question[]>();
  for (const question of questions) {
    const group = groups.get(question.acreId) ?? [];
    group.push(question);
    groups.set(question.acreId, group);
  }
  return [...groups]
    .map(([acreId, rows]) => ({ acreId, questions: rows }))
    .sort((a, b) => Number(a.acreId === null) - Number(b.acreId === null));
}
