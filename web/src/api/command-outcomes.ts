/** Outcomes of commands as the user stream reports them, by the signature of their transaction. */
import type { CommandRow, LpEvent, MarginTransfer, Trade } from "@/generated/api";

/** As many as one delta may carry; older outcomes are forgotten. */
export const KEPT_MAX = 1_000;

/** What a command of the wallet did, as the user channel (API 5.8) and the history carry it. */
export type CommandEvent =
  | ({ readonly kind: "trade" } & Trade)
  | ({ readonly kind: "marginTransfer" } & MarginTransfer)
  | ({ readonly kind: "lp" } & LpEvent);

type Take = (row: CommandRow) => void;

function push<T>(kept: Map<string, T>, signature: string, value: T): void {
  kept.delete(signature);
  kept.set(signature, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MAX) break;
    kept.delete(oldest);
  }
}

/** An outcome may arrive before its signature is known here, so the newest ones are kept. */
export class CommandOutcomes {
  #isLive = false;
  readonly #rows = new Map<string, CommandRow>();
  readonly #events = new Map<string, readonly CommandEvent[]>();
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

  /** Keeps what commands did; call it before `take`, whose waiters read it. */
  takeEvents(events: readonly CommandEvent[]): void {
    for (const event of events) {
      if (event.signature === null) continue;
      push(this.#events, event.signature, [...this.eventsOf(event.signature), event]);
    }
  }

  /** What a command did; empty when the stream has not said it. */
  eventsOf(signature: string): readonly CommandEvent[] {
    return this.#events.get(signature) ?? [];
  }

  take(rows: readonly CommandRow[]): void {
    for (const row of rows) {
      if (row.signature === null) continue;
      push(this.#rows, row.signature, row);
      for (const resolve of this.#waiting.get(row.signature) ?? []) resolve(row);
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
