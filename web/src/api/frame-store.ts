/**
 * A plain store that notifies readers at most once a frame: the socket handler writes and marks
 * it dirty, one animation frame notifies React. Rows that did not change keep their identity.
 */
import { useSyncExternalStore } from "react";

type Listener = () => void;

const dirty = new Set<FrameStore<unknown>>();
let isFlushPlanned = false;

function planFlush(): void {
  if (isFlushPlanned) return;
  isFlushPlanned = true;
  // A hidden page gets no frames; a timer keeps its stores from waiting for ever.
  const plan = document.hidden
    ? (flush: () => void) => setTimeout(flush, 250)
    : requestAnimationFrame;
  plan(flushStores);
}

/** Notifies every reader of a changed store; exported for tests. */
export function flushStores(): void {
  isFlushPlanned = false;
  const changed = [...dirty];
  dirty.clear();
  for (const store of changed) store.publish();
}

export class FrameStore<T> {
  #pending: T;
  #shown: T;
  readonly #listeners = new Set<Listener>();

  constructor(initial: T) {
    this.#pending = initial;
    this.#shown = initial;
  }

  /** The newest value, before the frame that shows it. */
  get latest(): T {
    return this.#pending;
  }

  readonly shown = (): T => this.#shown;

  update(change: (value: T) => T): void {
    const next = change(this.#pending);
    if (Object.is(next, this.#pending)) return;
    this.#pending = next;
    dirty.add(this as FrameStore<unknown>);
    planFlush();
  }

  publish(): void {
    if (Object.is(this.#shown, this.#pending)) return;
    this.#shown = this.#pending;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function useFrameStore<T>(store: FrameStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.shown);
}

/** Reads one part of a store; re-renders only when that part changes identity. */
export function useFrameStorePart<T, P>(store: FrameStore<T>, pick: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => pick(store.shown()));
}
