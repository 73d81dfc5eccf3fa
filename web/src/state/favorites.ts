import { create } from "zustand";

const KEY = "acre_favourite_markets";
/** More than a person marks; what is read from the browser is untrusted. */
const MAX = 1000;

interface Favorites {
  readonly symbols: readonly string[];
  readonly toggle: (symbol: string) => void;
}

export function readFavorites(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((one) => typeof one === "string").slice(0, MAX);
  } catch {
    return [];
  }
}

/** The marked markets of this browser, last marked last. Without storage they last for the page. */
export const useFavorites = create<Favorites>((set, get) => ({
  symbols: readFavorites(),
  toggle: (symbol) => {
    const { symbols } = get();
    const next = symbols.includes(symbol)
      ? symbols.filter((one) => one !== symbol)
      : [...symbols, symbol].slice(-MAX);
    set({ symbols: next });
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      return;
    }
  },
}));
