/** Places for flows that work the machine: a flow gives its place back while it waits for the clock. */
export class Slots {
  #free;
  #waiting = [];

  constructor(count) {
    this.#free = count;
  }

  /** Runs `act` in a place, behind those that asked before. */
  async run(act) {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise((resolve) => this.#waiting.push(resolve));
    try {
      return await act();
    } finally {
      this.#give();
    }
  }

  /** Runs `act` without the caller's place, and takes it back at once, though all be taken. */
  async idle(act) {
    this.#give();
    try {
      return await act();
    } finally {
      this.#free -= 1;
    }
  }

  #give() {
    this.#free += 1;
    if (this.#free <= 0) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#free -= 1;
    next();
  }
}
