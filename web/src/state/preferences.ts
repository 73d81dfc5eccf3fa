/** Trading preferences from the profile of the last wallet that signed in here. */
import { create } from "zustand";

export type TradeMode = "basic" | "advanced";

export interface Preferences {
  /** The wallet of that profile; null before the first sign-in. */
  readonly owner: string | null;
  /** A decimal string as on the wire, "3" or "2.5"; for the ticket's first value. */
  readonly defaultLeverage: string;
  readonly tradeMode: TradeMode;
}

const STORAGE_KEY = "preferences";
const FIRST: Preferences = { owner: null, defaultLeverage: "1", tradeMode: "basic" };

export function readPreferences(text: string | null): Preferences {
  try {
    const stored = JSON.parse(text ?? "{}") as Partial<Preferences>;
    const { owner, defaultLeverage, tradeMode } = stored;
    const isLeverage =
      typeof defaultLeverage === "string" && /^[0-9]{1,4}(\.[0-9]{1,12})?$/.test(defaultLeverage);
    return {
      owner: typeof owner === "string" ? owner : null,
      defaultLeverage: isLeverage ? defaultLeverage : FIRST.defaultLeverage,
      tradeMode: tradeMode === "advanced" ? "advanced" : "basic",
    };
  } catch {
    return FIRST;
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

export const usePreferences = create<Preferences>()(() => readPreferences(stored()));

export function setPreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences));
  } catch {
    // Not stored; they hold until the page is closed.
  }
  usePreferences.setState(preferences);
}
