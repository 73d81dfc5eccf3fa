/** Keyboard shortcuts: single keys and "g" followed by a letter. Pure; the component acts on it. */
import { ALL_PAGES } from "../pages";
import type { ShellDialog } from "./shell-dialogs";

export type ShortcutAction =
  | { readonly dialog: ShellDialog; readonly to?: never }
  | { readonly to: string; readonly dialog?: never };

interface Shortcut {
  readonly keys: readonly string[];
  readonly text: string;
}

const SINGLE: Readonly<Record<string, ShellDialog>> = {
  "?": "keys",
  "/": "palette",
  n: "activity",
};

const PAGE_KEYS = ALL_PAGES.filter(({ key }) => key !== undefined);

export const SHORTCUT_GROUPS: readonly {
  readonly label: string;
  readonly shortcuts: readonly Shortcut[];
}[] = [
  {
    label: "Everywhere",
    shortcuts: [
      { keys: ["/", "⌘K", "Ctrl K"], text: "Search and commands" },
      { keys: ["n"], text: "Activity" },
      { keys: ["?"], text: "Keyboard shortcuts" },
      { keys: ["Esc"], text: "Close" },
      { keys: ["Alt", "T"], text: "Go to notifications" },
    ],
  },
  {
    label: "Go to",
    shortcuts: PAGE_KEYS.map(({ key = "", label }) => ({ keys: ["g", key], text: label })),
  },
  {
    label: "Trade",
    shortcuts: [
      { keys: ["b"], text: "Long" },
      { keys: ["s"], text: "Short" },
      { keys: ["1", "…", "5"], text: "Size: 10, 25, 50, 75%, max" },
      { keys: ["Esc"], text: "Clear the amount" },
      { keys: ["m"], text: "Markets: map and list" },
      { keys: ["f"], text: "Full-screen chart" },
    ],
  },
  {
    label: "In lists and menus",
    shortcuts: [
      { keys: ["↑", "↓"], text: "Move" },
      { keys: ["Enter"], text: "Select" },
      { keys: ["Tab"], text: "Next control" },
    ],
  },
];

export interface ShortcutStep {
  readonly action: ShortcutAction | null;
  /** True while the second key of "g …" is awaited. */
  readonly isGoing: boolean;
}

const NOTHING: ShortcutStep = { action: null, isGoing: false };

export function shortcutStep(key: string, isGoing: boolean): ShortcutStep {
  if (isGoing) {
    const page = PAGE_KEYS.find((entry) => entry.key === key);
    if (page) return { action: { to: page.to }, isGoing: false };
  }
  if (key === "g") return { action: null, isGoing: true };
  const dialog = SINGLE[key];
  return dialog === undefined ? NOTHING : { action: { dialog }, isGoing: false };
}

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "target">;

/** Ctrl-K, on a Mac Cmd-K. */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey }: Key): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey;
}

/** Whether a key belongs to a field. */
export function isInField({ target }: Pick<Key, "target">): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}

/** Keys typed into a field, or together with a modifier, are not shortcuts. */
export function isTyping(event: Omit<Key, "key">): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || isInField(event);
}
