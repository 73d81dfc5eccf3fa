/** What a share card says; texts that the caller has formatted. Pure. */
import { formatDay } from "@/domain/format";

export type Tone = "up" | "down" | "plain";

export interface ShareCard {
  /** What it is about, as in "Austin, TX". */
  readonly title: string;
  /** A short mark beside the title, as in "LONG 3.00×". */
  readonly badge: { readonly text: string; readonly tone: Tone } | null;
  /** The one large figure. */
  readonly figure: { readonly label: string; readonly text: string; readonly tone: Tone };
  /** At most `FACTS_MAX`; further ones are left out. */
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  /** A line at the top right: the date, and "Demo" where it is one. */
  readonly note: string;
}

export const FACTS_MAX = 4;

const toneOf = (value: bigint): Tone => (value > 0n ? "up" : value < 0n ? "down" : "plain");

interface PositionFacts {
  readonly market: string;
  readonly side: "long" | "short";
  /** "3.00×" */
  readonly leverage: string;
  /** Sign of the profit; its texts follow. */
  readonly profit: bigint;
  /** "+12.30%" */
  readonly roe: string;
  /** "+$123.00"; null keeps the money off the card. */
  readonly profitText: string | null;
  readonly entryPrice: string;
  readonly indexPrice: string;
  readonly note: string;
}

export function positionCard(position: PositionFacts): ShareCard {
  const { market, side, leverage, profit, roe, profitText, entryPrice, indexPrice } = position;
  return {
    title: market,
    badge: { text: `${side.toUpperCase()} ${leverage}`, tone: side === "long" ? "up" : "down" },
    figure: { label: "Return on margin", text: roe, tone: toneOf(profit) },
    facts: [
      ...(profitText === null ? [] : [{ label: "P&L", text: profitText }]),
      { label: "Entry", text: entryPrice },
      { label: "Index", text: indexPrice },
    ],
    note: position.note,
  };
}

interface ProfitFacts {
  /** "1 month" */
  readonly period: string;
  readonly profit: bigint;
  /** "+$123.00"; null keeps the money off the card. */
  readonly profitText: string | null;
  /** "+4.20%" */
  readonly returnText: string;
  readonly note: string;
}

export function profitCard(result: ProfitFacts): ShareCard {
  const { period, profit, profitText, returnText, note } = result;
  return {
    title: "Portfolio",
    badge: null,
    figure: { label: "Return", text: returnText, tone: toneOf(profit) },
    facts: [
      { label: "Period", text: period },
      ...(profitText === null ? [] : [{ label: "P&L", text: profitText }]),
    ],
    note,
  };
}

interface QuestionFacts {
  /** "Austin ≥ $103.00 on Feb 4?" */
  readonly question: string;
  /** "Chance", or "Outcome" once it has one. */
  readonly label: "Chance" | "Outcome";
  /** "58%", or "YES" */
  readonly chance: string;
  /** Prices in points, and "Feb 4, 2010". */
  readonly yes: string;
  readonly no: string;
  readonly closes: string;
  readonly note: string;
}

export function questionCard(question: QuestionFacts): ShareCard {
  return {
    title: question.question,
    badge: null,
    figure: { label: question.label, text: question.chance, tone: "plain" },
    facts: [
      { label: "YES", text: question.yes },
      { label: "NO", text: question.no },
      { label: "Closes", text: question.closes },
    ],
    note: question.note,
  };
}

interface CardMoment {
  /** Engine seconds; null before they are known. */
  readonly nowS: number | null;
  readonly isDemo: boolean;
}

/** The note of a card: "Demo · Feb 5, 2010". */
export function noteOf({ nowS, isDemo }: CardMoment): string {
  const parts = [...(isDemo ? ["Demo"] : []), ...(nowS === null ? [] : [formatDay(nowS)])];
  return parts.join(" · ");
}

/** A file name of letters, digits and hyphens: "acre-austin-tx.png". */
export function fileName({ title }: ShareCard): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${["acre", ...words].join("-").slice(0, 60)}.png`;
}
