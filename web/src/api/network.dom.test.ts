import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { requestBegins, useNetwork, watchLine } from "./network";

beforeEach(() => {
  vi.useFakeTimers();
  useNetwork.setState({ isOnline: true, isSlow: false });
});
afterEach(() => vi.useRealTimers());

it("calls the line slow while any answer takes longer than three seconds", () => {
  const quick = requestBegins();
  const first = requestBegins();
  const second = requestBegins();
  vi.advanceTimersByTime(2_999);
  quick();
  expect(useNetwork.getState().isSlow).toBe(false);
  vi.advanceTimersByTime(1);
  expect(useNetwork.getState().isSlow).toBe(true);
  first();
  first();
  expect(useNetwork.getState().isSlow).toBe(true);
  second();
  expect(useNetwork.getState().isSlow).toBe(false);
});

it("follows the browser's word on the line", () => {
  const onBack = vi.fn();
  const end = watchLine(onBack);
  window.dispatchEvent(new Event("offline"));
  expect(useNetwork.getState().isOnline).toBe(false);
  window.dispatchEvent(new Event("online"));
  expect(useNetwork.getState().isOnline).toBe(true);
  expect(onBack).toHaveBeenCalledOnce();
  end();
  window.dispatchEvent(new Event("offline"));
  expect(useNetwork.getState().isOnline).toBe(true);
});
