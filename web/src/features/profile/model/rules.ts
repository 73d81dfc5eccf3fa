/** What the server accepts in a profile (API 4.9), checked before it is asked; pure. */
import type { RateE12 } from "@/domain/amounts";
import { formatAmount } from "@/domain/format";
import { rateToWire, readInput } from "@/domain/parse";

export const INTERESTS_MAX = 20;
const EMAIL_MAX = 254;
const ONE: RateE12 = 1_000_000_000_000n as RateE12;

/** Each says what is wrong, or null; an empty text is "nothing said". */
export function usernameProblem(text: string): string | null {
  if (text === "" || /^[A-Za-z0-9_]{3,20}$/.test(text)) return null;
  if (text.length < 3) return "At least 3 characters.";
  if (text.length > 20) return "At most 20 characters.";
  return "Use letters A–Z, digits and underscores only.";
}

export function emailProblem(text: string): string | null {
  const isAddress =
    text.length <= EMAIL_MAX &&
    /^[!-?A-~]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(
      text,
    );
  return text === "" || isAddress ? null : "Enter a valid e-mail address.";
}

export function discordProblem(text: string): string | null {
  return text === "" || (text.length >= 2 && text.length <= 37) ? null : "2 to 37 characters.";
}

export function twitterProblem(text: string): string | null {
  return text === "" || /^@?[A-Za-z0-9_]{1,15}$/.test(text)
    ? null
    : "Up to 15 letters, digits or underscores.";
}

export type LeverageInput =
  | { readonly wire: string; readonly error: null }
  | { readonly wire: null; readonly error: string };

/** A leverage from 1 to the largest of any market; unknown limits are left to the server. */
export function readLeverage(text: string, largest: RateE12 | null): LeverageInput {
  const { value, error } = readInput(text.trim().replace(/[x×]$/i, ""), "RateE12");
  if (error !== null) return { wire: null, error };
  if (value < ONE) return { wire: null, error: "At least 1×." };
  if (largest !== null && value > largest) {
    const most = formatAmount(largest, "RateE12", { digits: 0 });
    return { wire: null, error: `At most ${most}×.` };
  }
  return { wire: rateToWire(value), error: null };
}

/** Adds or takes away one interest; never more than the server keeps. */
export function toggleInterest(chosen: readonly string[], name: string): readonly string[] {
  if (chosen.includes(name)) return chosen.filter((known) => known !== name);
  return chosen.length >= INTERESTS_MAX ? chosen : [...chosen, name];
}
