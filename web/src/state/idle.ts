const IDLE_MAX_MS = 2000;
const NO_IDLE_MS = 500;

/** Calls back once the page has had time for its first picture; returns how to call that off. */
export function onIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(act, NO_IDLE_MS);
    return () => clearTimeout(timer);
  }
  const wish = requestIdleCallback(act, { timeout: IDLE_MAX_MS });
  return () => cancelIdleCallback(wish);
}

/** Resolves then: for parts of the shell that the first picture does not need. */
export const untilIdle = () => new Promise<void>((resolve) => void onIdle(resolve));
