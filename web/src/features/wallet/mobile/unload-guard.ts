/**
 * Opening an app fires `beforeunload` though the page stays. The adapter library takes that for the
 * end of the page and would stay deaf to errors and disconnects, so the event is suppressed meanwhile.
 */
let isOpeningApp = false;

/** Must be called before any other listener is added: listeners run in order. */
export function guardUnload(target: Window = window): void {
  target.addEventListener("beforeunload", (event) => {
    if (isOpeningApp) event.stopImmediatePropagation();
  });
}

/** Between this and the call of what it returns, an unload means an app that opens. */
export function hideUnload(): () => void {
  isOpeningApp = true;
  return () => {
    isOpeningApp = false;
  };
}
