/** Keyboard shortcuts: single keys and "g" followed by a letter. Pure; the component acts on it. */

export type ShortcutAction = "help" | "search" | "markets" | "portfolio";

export const SHORTCUTS: readonly { readonly keys: readonly string[]; readonly text: string }[] = [
  { keys: ["?"], text: "Show this list" },
  { keys: ["/"], text: "Search markets" },
  { keys: ["g", "m"], text: "Go to the markets" },
  { keys: ["g", "p"], text: "Go to the portfolio" },
  { keys: ["Esc"], text: "Close what is open" },
];

export interface ShortcutStep {
  readonly action: ShortcutAction | null;
  /** True while the second key of "g …" is awaited. */
  readonly isGoing: boolean;
}

const NOTHING: ShortcutStep = { action: null, isGoing: false };

export function shortcutStep(key: string, isGoing: boolean): ShortcutStep {
  if (isGoing && key === "m") return { action: "markets", isGoing: false };
  if (isGoing && key === "p") return { action: "portfolio", isGoing: false };
  if (key === "g") return { action: null, isGoing: true };
  if (key === "?") return { action: "help", isGoing: false };
  if (key === "/") return { action: "search", isGoing: false };
  return NOTHING;
}

/** Keys typed into a field, or together with a modifier, are not shortcuts. */
export function isTyping(event: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey" | "target">) {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}
