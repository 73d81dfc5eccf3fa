import { afterEach, beforeEach, expect, it, vi } from "vitest";

let network: typeof import("./network");

beforeEach(async () => {
  vi.useFakeTimers();
  // Requests that other files left open count as slow ones: this file has a module of its own.
  vi.resetModules();
  network = await import("./network");
});
afterEach(() => vi.useRealTimers());

it("calls the line slow while any answer takes longer than three seconds", () => {
  const { requestBegins, useNetwork } = network;
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
  const { useNetwork, watchLine } = network;
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
