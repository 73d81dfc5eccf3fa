import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onIdle, untilIdle } from "./idle";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("without the browser's own it waits half a second", () => {
  const act = vi.fn();
  onIdle(act);
  vi.advanceTimersByTime(499);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledOnce();
});

test("what was called off does not happen", () => {
  const act = vi.fn();
  onIdle(act)();
  vi.advanceTimersByTime(10_000);
  expect(act).not.toHaveBeenCalled();
});

test("the browser says when it is idle, after two seconds at the latest", async () => {
  const wishes: (() => void)[] = [];
  const request = vi.fn((act: () => void) => wishes.push(act));
  vi.stubGlobal("requestIdleCallback", request);
  let isOver = false;
  const waiting = untilIdle().then(() => {
    isOver = true;
  });
  await Promise.resolve();
  expect(isOver).toBe(false);
  expect(request).toHaveBeenCalledWith(expect.any(Function), { timeout: 2000 });
  wishes[0]?.();
  await waiting;
  expect(isOver).toBe(true);
});
