import { expect, it, vi } from "vitest";
import { FrameStore, flushStores } from "./frame-store";

it("notifies readers once a frame, whatever the number of writes", () => {
  const store = new FrameStore(0);
  const reader = vi.fn();
  store.subscribe(reader);
  store.update((value) => value + 1);
  store.update((value) => value + 1);
  expect(store.shown()).toBe(0);
  expect(store.latest).toBe(2);
  flushStores();
  expect(reader).toHaveBeenCalledOnce();
  expect(store.shown()).toBe(2);
});

it("notifies no reader when the value kept its identity", () => {
  const store = new FrameStore({ a: 1 });
  const reader = vi.fn();
  store.subscribe(reader);
  store.update((value) => value);
  flushStores();
  expect(reader).not.toHaveBeenCalled();
});

it("forgets a reader that left", () => {
  const store = new FrameStore(0);
  const reader = vi.fn();
  store.subscribe(reader)();
  store.update(() => 1);
  flushStores();
  expect(reader).not.toHaveBeenCalled();
});
