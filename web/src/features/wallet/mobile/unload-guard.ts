/**
 * Opening an app fires `beforeunload` though the page stays. The adapter library takes that for the
 * end of the page and would stay deaf to errors and disconnects, so nobody hears it meanwhile.
 */
let isOpeningApp = false;

/** Has to be called before anyone else listens: who listens first is told first. */
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
