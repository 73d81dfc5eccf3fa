const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** Delay before reconnection `attempt` (0 first): doubles up to 30 s, ±25 % so that clients spread. */
export function nextDelayMs(attempt: number, random: () => number): number {
  const base = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(base * (0.75 + 0.5 * random()));
}
