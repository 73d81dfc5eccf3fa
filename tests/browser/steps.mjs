/** Steps whose names begin so, or go on so after the flow's name, only look at a page. */
const LOOK = /^([a-z-]+: )?look at/;

/** Counts and prints the steps of the test. */
export class Steps {
  passed = 0;
  failed = 0;

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
      console.log(`✗ ${name}\n    ${String(error?.message ?? error).replaceAll("\n", "\n    ")}`);
      this.failed += 1;
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
        this.failed += 1;
      }
      return;
    }
  }

  /** Prints the totals; the exit code of the test. */
  finish() {
    console.log(`\n${this.passed} passed, ${this.failed} failed`);
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
