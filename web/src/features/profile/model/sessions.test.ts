import { expect, it } from "vitest";
import type { OwnSession } from "@/generated/api";
import { endedWords, inOrder, methodWords } from "./sessions";

const session = (id: string, change: Partial<OwnSession> = {}): OwnSession => ({
  id,
  createdAt: 100,
  lastUsedAt: 200,
  expiresAt: 300,
  method: "message",
  isCurrent: false,
  ...change,
});

it("puts this browser first, then the one used last, and what is not known at the end", () => {
  const rows = [
    session("unknown", { lastUsedAt: null, createdAt: 190 }),
    session("older"),
    session("newest", { lastUsedAt: 250 }),
    session("here", { lastUsedAt: 150, isCurrent: true }),
    session("later", { createdAt: 120 }),
  ];
  const order = inOrder(rows).map(({ id }) => id);
  expect(order).toEqual(["here", "newest", "later", "older", "unknown"]);
  expect(rows[0]?.id).toBe("unknown");
});

it("says how a session was opened, and nothing where that is not known", () => {
  expect(methodWords("signIn")).toBe("with wallet sign-in");
  expect(methodWords(null)).toBe("");
});

it("counts what was ended", () => {
  expect([0, 1, 2].map(endedWords)).toEqual([
    "No other sessions.",
    "1 session signed out.",
    "2 sessions signed out.",
  ]);
});
