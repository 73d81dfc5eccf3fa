import { type RefObject, useEffect, useState } from "react";

/** Near enough to be read for before it is scrolled to. */
const MARGIN = "300px";
const IDLE_MAX_MS = 2000;
const NO_IDLE_MS = 500;

/** Whether an element has come near the screen; then for good. */
export function useSeen(ref: RefObject<Element | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || isSeen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsSeen(true),
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, isSeen]);
  return isSeen;
}

/** Whether the page had time for more than its first picture; `isReady` starts the wait. */
export function useIdle(isReady: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    if (!isReady) return undefined;
    const done = () => setIsIdle(true);
    if (!("requestIdleCallback" in globalThis)) {
      const timer = setTimeout(done, NO_IDLE_MS);
      return () => clearTimeout(timer);
    }
    const wish = requestIdleCallback(done, { timeout: IDLE_MAX_MS });
    return () => cancelIdleCallback(wish);
  }, [isReady]);
  return isIdle;
}
