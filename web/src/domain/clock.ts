/**
 * The engine's clock as the server reports it: {now, rate}. In the demo an engine day passes in a
 * minute, so a countdown must run at the engine's rate and say so.
 */

export interface ClockReading {
  readonly now: number;
  readonly rate: number;
}

export class EngineClock {
  #anchorEngineS: number | null = null;
  #anchorLocalMs = 0;
  #rate = 1;
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Takes a reading; time never runs backwards by a late heartbeat at the same rate. */
  set(reading: ClockReading): void {
    const current = this.now();
    const isSmallStepBack =
      current !== null && reading.now < current && current - reading.now < 2 * reading.rate;
    this.#anchorEngineS = isSmallStepBack ? current : reading.now;
    this.#anchorLocalMs = this.#nowMs();
    this.#rate = reading.rate;
  }

  get rate(): number {
    return this.#rate;
  }

  /** Engine seconds now, or null before the first reading. */
  now(): number | null {
    if (this.#anchorEngineS === null) return null;
    const elapsedS = (this.#nowMs() - this.#anchorLocalMs) / 1000;
    return this.#anchorEngineS + elapsedS * this.#rate;
  }

  /** Seconds a person must wait until an engine time, or null before the first reading. */
  realSecondsUntil(engineS: number): number | null {
    const now = this.now();
    return now === null ? null : Math.max(0, (engineS - now) / this.#rate);
  }

  reset(): void {
    this.#anchorEngineS = null;
    this.#rate = 1;
  }
}

export const engineClock = new EngineClock();
