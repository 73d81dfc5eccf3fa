/**
 * Every toast that a page has shown, for `addInitScript`: they go by themselves after seconds, and
 * on a busy machine the test may not have looked in between.
 */
export function keepToasts() {
  const kept = new Map();
  const isOpen = ({ isTaken }) => !isTaken;
  globalThis.keptToasts = {
    /** Those not taken yet, newest first. */
    all: () => [...kept.values()].filter(isOpen).reverse(),
    take: (command) => {
      for (const toast of kept.values()) if (toast.command === command) toast.isTaken = true;
    },
    forget: () => kept.clear(),
  };
  const look = () => {
    for (const element of document.querySelectorAll("[data-sonner-toast]")) {
      const kind = element.dataset.type;
      if (kept.get(element)?.kind === kind) continue;
      const command = element.querySelector("[data-command]")?.dataset.command ?? "";
      kept.set(element, { command, kind, text: element.textContent, isTaken: false });
    }
  };
  const what = { subtree: true, childList: true, attributes: true, attributeFilter: ["data-type"] };
  new MutationObserver(look).observe(document, what);
}
