/** Steps whose names begin so, or go on so after the flow's name, only look at a page. */
export const LOOK = /^([a-z-]+: )?look at/;

/** Counts and prints the steps of the test. */
export class Steps {
  passed = 0;
  /** Parts of the test that began a second time. */
  repeated = 0;
  #failures = [];
  #forgiven = [];
  #notReached = 0;
  #skipped = [];

  get failed() {
    return this.#failures.length + this.#notReached;
  }

  /** Takes the counts and failures of others over. */
  add(others) {
    this.passed += others.passed;
    this.#failures.push(...others.#failures);
    this.#notReached += others.#notReached;
  }

  /** Lists the failures of first attempts at the end without counting them. */
  forgive(first) {
    this.#forgiven.push(...first.#failures);
  }

  /** Runs one step and prints its result; true when it passed. */
  async check(name, act) {
    const startedAt = performance.now();
    try {
      const note = await act();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`✓ ${name}${note ? `: ${note}` : ""} (${seconds} s)`);
      this.passed += 1;
      return true;
    } catch (error) {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const words = String(error?.message ?? error).replaceAll("\n", "\n    ");
      const failure = `✗ ${name} (${seconds} s): ${words}`;
      console.log(failure);
      this.#failures.push(failure);
      return false;
    }
  }

  /**
   * Runs steps that build on each other; after a failure the rest counts as failed. A step that only
   * looks changes nothing, so what follows does not need it.
   */
  async inOrder(steps, onFailure) {
    const entries = Object.entries(steps);
    for (const [index, [name, act]] of entries.entries()) {
      if ((await this.check(name, act)) || LOOK.test(name)) continue;
      await onFailure(name);
      for (const [rest] of entries.slice(index + 1)) {
        console.log(`✗ ${rest}\n    not reached`);
        this.#notReached += 1;
      }
      return;
    }
  }

  /** Notes what this machine cannot run; the last line says so. */
  skip(name, reason) {
    this.#skipped.push(`${name} is skipped: ${reason}`);
  }

  /** Prints each failure again, where the end of a log shows it, and the totals; the exit code. */
  finish() {
    for (const failure of this.#forgiven) console.log(`\nAt the first attempt: ${failure}`);
    for (const failure of this.#failures) console.log(`\n${failure}`);
    const unreached = this.#notReached ? ` (${this.#notReached} of them not reached)` : "";
    const skipped = this.#skipped.map((words) => `; ${words}`).join("");
    console.log(`\n${this.passed} passed, ${this.failed} failed${unreached}${skipped}`);
    return this.failed === 0 && this.passed > 0 ? 0 : 1;
  }
}

export function assert(condition, message) {
  if (!condition) throw new Error(message);
}

export function assertEqual(actual, expected, what) {
  if (actual !== expected) {
    throw new Error(`${what}: expected ${String(expected)}, found ${String(actual)}`);
  }
}

/**
 * Asks until the answer is something (not null, undefined or false), else says what was awaited.
 * An error is asked again, unless it says that it is final.
 */
export async function until(what, ask, { within_ms = 30_000, every_ms = 200 } = {}) {
  const deadline = performance.now() + within_ms;
  let last = null;
  for (;;) {
    try {
      last = await ask();
      if (last !== null && last !== false && last !== undefined) return last;
    } catch (error) {
      if (error?.isFinal) throw error;
      last = error;
    }
    if (performance.now() > deadline) {
      const seen = last instanceof Error ? ` (last: ${last.message.split("\n")[0]})` : "";
      throw new Error(`waited ${within_ms / 1000} s for ${what}${seen}`);
    }
    await new Promise((resolve) => setTimeout(resolve, every_ms));
  }
}
