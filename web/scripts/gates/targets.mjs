/** What the pages have to keep (docs/web.md). */
export const TARGETS = {
  lcpMs: { desktop: 800, slow: 2_000 },
  cls: 0.05,
  paintMs: 33,
  inpMs: 150,
  taskMs: 50,
};

/** Collects what was measured against its target; nothing measured meets nothing. */
export class Gates {
  /** One for each target, in the order measured. */
  all = [];

  check(target, value, most) {
    this.all.push({ target, value, most, isMet: value !== null && value <= most });
  }

  /** The names of those that were not met. */
  get notMet() {
    return this.all.filter(({ isMet }) => !isMet).map(({ target }) => target);
  }
}
