/** The list of a wallet's sessions: its order and its words. */
import type { OwnSession } from "@/generated/api";

const METHODS: Readonly<Record<NonNullable<OwnSession["method"]>, string>> = {
  message: "with a signed message",
  signIn: "with wallet sign-in",
  hardware: "with a hardware wallet",
};

/** This browser's first, then the one that was used last; what is not known stands last. */
export function inOrder(sessions: readonly OwnSession[]): readonly OwnSession[] {
  return sessions.toSorted(
    (a, b) =>
      Number(b.isCurrent) - Number(a.isCurrent) ||
      (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0) ||
      b.createdAt - a.createdAt,
  );
}

/** How the session was opened; empty where the server does not know. */
export function methodWords(method: OwnSession["method"]): string {
  return method === null ? "" : METHODS[method];
}

/** What was ended, counted. */
export function endedWords(count: number): string {
  if (count === 0) return "No other sessions.";
  return count === 1 ? "1 session signed out." : `${count} sessions signed out.`;
}
