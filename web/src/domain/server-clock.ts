/**
 * The server's wall clock, learnt from the `Date` of its answers. Tokens end by that clock; the
 * device's own may be hours off.
 */
import { useSyncExternalStore } from "react";

/** A `Date` header has whole seconds; the middle is the best estimate. */
const HALF_SECOND_MS = 500;

/** Sign-in messages and tokens carry times: a clock further off than this gets in the way. */
const SKEW_MAX_S = 60;
/** A few seconds more or less are the time of the answer, not news. */
const SKEW_STEP_S = 30;

export class ServerClock {
  #aheadMs = 0;
  #skewS = 0;
  readonly #listeners = new Set<() => void>();

  /** Takes the `Date` header of an answer that has just arrived; anything unreadable is ignored. */
  note(date: string | null): void {
    const serverMs = date === null ? Number.NaN : Date.parse(date);
    if (!Number.isFinite(serverMs)) return;
    this.#aheadMs = Date.now() - (serverMs + HALF_SECOND_MS);
    this.#judge();
  }

  #judge(): void {
    const aheadS = Math.round(this.#aheadMs / 1000);
    const skewS = Math.abs(aheadS) > SKEW_MAX_S ? aheadS : 0;
    const isKnown = (skewS === 0) === (this.#skewS === 0);
    if (isKnown && Math.abs(skewS - this.#skewS) < SKEW_STEP_S) return;
    this.#skewS = skewS;
    for (const listener of this.#listeners) listener();
  }

  nowMs(): number {
    return Date.now() - this.#aheadMs;
  }

  /** Whole seconds that the device's clock is ahead (negative: behind), 0 while right enough. */
  readonly skewS = (): number => this.#skewS;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  reset(): void {
    this.#aheadMs = 0;
    this.#skewS = 0;
  }
}

export const serverClock = new ServerClock();

export function useClockSkewS(): number {
  return useSyncExternalStore(serverClock.subscribe, serverClock.skewS);
}
