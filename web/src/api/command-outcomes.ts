/** Outcomes of commands as the user stream reports them, by the signature of their transaction. */
import type { CommandRow } from "@/generated/api";

/** As many as one delta may carry; older outcomes are forgotten. */
export const KEPT_MAX = 1_000;

type Take = (row: CommandRow) => void;

/** An outcome may arrive before its signature is known here, so the newest ones are kept. */
export class CommandOutcomes {
  #isLive = false;
  readonly #rows = new Map<string, CommandRow>();
  readonly #waiting = new Map<string, Set<Take>>();

  /** True while the user stream reports every outcome. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** True while a command waits for its outcome. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  setLive(isLive: boolean): void {
    this.#isLive = isLive;
  }

  take(rows: readonly CommandRow[]): void {
    for (const row of rows) {
      if (row.signature === null) continue;
      this.#rows.delete(row.signature);
      this.#rows.set(row.signature, row);
      for (const resolve of this.#waiting.get(row.signature) ?? []) resolve(row);
    }
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= KEPT_MAX) break;
      this.#rows.delete(oldest);
    }
  }

  /** The outcome of a command, null after `maxMs` without one. */
  next(signature: string, maxMs: number): Promise<CommandRow | null> {
    const known = this.#rows.get(signature);
    if (known) return Promise.resolve(known);
    const waiting = this.#waiting.get(signature) ?? new Set<Take>();
    this.#waiting.set(signature, waiting);
    return new Promise((resolve) => {
      const end = (row: CommandRow | null) => {
        clearTimeout(timer);
        waiting.delete(end);
        if (waiting.size === 0) this.#waiting.delete(signature);
        resolve(row);
      };
      const timer = setTimeout(() => end(null), maxMs);
      waiting.add(end);
    });
  }
}

export const commandOutcomes = new CommandOutcomes();
