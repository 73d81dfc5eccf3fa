import { type RefObject, useEffect, useState } from "react";
import { onIdle } from "@/state/idle";

/** Near enough to be read for before it is scrolled to. */
const MARGIN = "300px";

/** Whether an element has ever come near the screen. */
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
  useEffect(() => (isReady ? onIdle(() => setIsIdle(true)) : undefined), [isReady]);
  return isIdle;
}
