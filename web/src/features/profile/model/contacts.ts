/** Contact details that were changed and not saved yet; pure. */
import type { CommunicationMethods } from "@/generated/api";
import { discordProblem, emailProblem, twitterProblem } from "./rules";

export type ContactName = keyof CommunicationMethods;
/** As typed: an empty text is "none". */
export type ContactDraft = Partial<Record<ContactName, string>>;

const PROBLEMS: Readonly<Record<ContactName, (text: string) => string | null>> = {
  email: emailProblem,
  discord: discordProblem,
  twitter: twitterProblem,
};

export function contactProblem(name: ContactName, draft: ContactDraft): string | null {
  return PROBLEMS[name]((draft[name] ?? "").trim());
}

/** What to send: only what differs from what is saved, null removes; null while a field is wrong. */
export function contactChanges(
  draft: ContactDraft,
  saved: CommunicationMethods,
): Partial<CommunicationMethods> | null {
  const typed = Object.entries(draft) as readonly (readonly [ContactName, string])[];
  if (typed.some(([name]) => contactProblem(name, draft) !== null)) return null;
  const values = typed.map(([name, text]) => [name, text.trim() === "" ? null : text.trim()]);
  return Object.fromEntries(values.filter(([name, value]) => saved[name as ContactName] !== value));
}
