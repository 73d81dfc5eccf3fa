import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CommandRow } from "@/generated/api";
import { CommandOutcomes, KEPT_MAX } from "./command-outcomes";

const row = (signature: string | null): CommandRow => ({
  signature,
  slot: 9,
  name: "modify-position",
  nonce: 1,
  status: "applied",
  code: null,
  details: {},
  timestamp: 1,
});

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it("gives an outcome to everything that waits for its signature, and to nothing else", async () => {
  const outcomes = new CommandOutcomes();
  const answers = [outcomes.next("a", 100), outcomes.next("a", 200)];
  const other = outcomes.next("b", 300);
  expect(outcomes.isAwaited).toBe(true);
  outcomes.take([row(null), row("a")]);
  expect(await Promise.all(answers)).toEqual([row("a"), row("a")]);
  vi.advanceTimersByTime(300);
  expect(await other).toBeNull();
  expect(outcomes.isAwaited).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it("keeps the newest outcomes for commands whose signature is not known here yet", async () => {
  const outcomes = new CommandOutcomes();
  outcomes.take([row("oldest")]);
  outcomes.take(Array.from({ length: KEPT_MAX - 1 }, (_, at) => row(`row ${at}`)));
  expect(await outcomes.next("oldest", 10)).toEqual(row("oldest"));
  outcomes.take([row("one more")]);
  const gone = outcomes.next("oldest", 10);
  vi.advanceTimersByTime(10);
  expect(await gone).toBeNull();
  expect(await outcomes.next("row 0", 10)).toEqual(row("row 0"));
});
