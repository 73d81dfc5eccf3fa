/** A socket that comes back within this long has not been down. */
const GRACE_MS = 2_000;

interface FallbackOptions {
  readonly onChange: (isDown: boolean) => void;
  /** No listener: no polling. */
  readonly isHidden?: () => boolean;
}

/**
 * While the stream is down the same facts are read over REST at their max-age (API 10). A
 * reader is asked again only after its last answer, so that a slow server gets fewer questions.
 */
export class Fallback {
  readonly #options: FallbackOptions;
  readonly #readers = new Map<object, { read: () => Promise<void>; everyMs: number }>();
  readonly #timers = new Map<object, ReturnType<typeof setTimeout>>();
  #grace: ReturnType<typeof setTimeout> | undefined;
  #isDown = false;

  constructor(options: FallbackOptions) {
    this.#options = options;
  }

  /** Adds a reader; it never throws. The result removes it. */
  add(read: () => Promise<void>, everyMs: number): () => void {
    const key = {};
    this.#readers.set(key, { read, everyMs });
    if (this.#isDown) void this.#ask(key);
    return () => {
      this.#readers.delete(key);
      clearTimeout(this.#timers.get(key));
      this.#timers.delete(key);
    };
  }

  setOpen(isOpen: boolean): void {
    if (isOpen) {
      clearTimeout(this.#grace);
      this.#grace = undefined;
      this.#setDown(false);
    } else if (!this.#isDown && this.#grace === undefined) {
      this.#grace = setTimeout(() => this.#setDown(true), GRACE_MS);
    }
  }

  #setDown(isDown: boolean): void {
    if (this.#isDown === isDown) return;
    this.#isDown = isDown;
    this.#options.onChange(isDown);
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    if (!isDown) return;
    for (const key of this.#readers.keys()) void this.#ask(key);
  }

  async #ask(key: object): Promise<void> {
    const reader = this.#readers.get(key);
    if (!reader || !this.#isDown) return;
    if (this.#options.isHidden?.() !== true) await reader.read().catch(() => undefined);
    if (!this.#isDown || this.#readers.get(key) !== reader || this.#timers.has(key)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      void this.#ask(key);
    }, reader.everyMs);
    this.#timers.set(key, timer);
  }
}
