import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Fallback } from "./fallback";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function setUp() {
  const onChange = vi.fn();
  const fallback = new Fallback({ onChange });
  const read = vi.fn(() => Promise.resolve());
  return { fallback, onChange, read };
}

it("asks at the reader's pace while the stream is down, and not before", async () => {
  const { fallback, onChange, read } = setUp();
  fallback.add(read, 1_000);
  fallback.setOpen(false);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(read).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(1);
  expect(onChange).toHaveBeenLastCalledWith(true);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(read).toHaveBeenCalledTimes(4);
  fallback.setOpen(true);
  expect(onChange).toHaveBeenLastCalledWith(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(read).toHaveBeenCalledTimes(4);
});

it("takes a short break for none", async () => {
  const { fallback, onChange, read } = setUp();
  fallback.add(read, 1_000);
  fallback.setOpen(false);
  await vi.advanceTimersByTimeAsync(1_500);
  fallback.setOpen(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(read).not.toHaveBeenCalled();
  expect(onChange).not.toHaveBeenCalled();
});

it("waits for the answer before it asks again, and continues after a failure", async () => {
  const { fallback } = setUp();
  let answer: () => void = () => undefined;
  const read = vi.fn(
    () =>
      new Promise<void>((_resolve, reject) => {
        answer = () => reject(new Error("unreachable"));
      }),
  );
  fallback.add(read, 1_000);
  fallback.setOpen(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).toHaveBeenCalledTimes(1);
  answer();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).toHaveBeenCalledTimes(2);
});

it("asks a reader that joins at once and forgets one that leaves", async () => {
  const { fallback, read } = setUp();
  fallback.setOpen(false);
  await vi.advanceTimersByTimeAsync(2_000);
  const leave = fallback.add(read, 1_000);
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledTimes(1);
  leave();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(read).toHaveBeenCalledTimes(1);
});
