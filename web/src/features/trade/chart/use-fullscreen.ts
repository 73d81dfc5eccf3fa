import { type RefObject, useCallback, useEffect, useState } from "react";

/** Full screen of an element: by `toggle`, by the key f, and back by Esc. */
export function useFullscreen(ref: RefObject<HTMLElement | null>) {
  const [isOn, setIsOn] = useState(false);
  const isPossible = typeof document !== "undefined" && document.fullscreenEnabled === true;
  const toggle = useCallback(() => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : ref.current?.requestFullscreen();
    // A browser may refuse; the chart then stays as it is.
    change?.catch(() => undefined);
  }, [ref]);
  useEffect(() => {
    const changed = () => setIsOn(document.fullscreenElement === ref.current);
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, [ref]);
  useEffect(() => {
    if (!isPossible) return undefined;
    const pressed = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      if (event.key === "f" && isPlain && !isTaken(event.target)) toggle();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [isPossible, toggle]);
  return { isOn, isPossible, toggle };
}

/** Whether a key belongs to a field or a dialog. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]')) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}
