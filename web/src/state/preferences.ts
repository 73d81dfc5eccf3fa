/** Trading preferences from the profile of the last wallet that signed in here, and those of this device. */
import { create } from "zustand";
import { type AreaUnit, setAreaUnit } from "@/domain/reader/area";
import { setLocale } from "@/domain/reader/locale";

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

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export const usePreferences = create<Preferences>()(() => readPreferences(stored(STORAGE_KEY)));

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Not stored; it holds until the page is closed.
  }
}

export function setPreferences(preferences: Preferences): void {
  store(STORAGE_KEY, preferences);
  usePreferences.setState(preferences);
}

/** How this device writes dates, numbers and areas. */
export interface Display {
  /** A BCP 47 tag; null is the browser's own. */
  readonly locale: string | null;
  readonly area: AreaUnit;
}

const DISPLAY_KEY = "display";
const LOCALE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

export function readDisplay(text: string | null): Display {
  try {
    const { locale, area } = JSON.parse(text ?? "{}") as Partial<Display>;
    return {
      locale: typeof locale === "string" && LOCALE.test(locale) ? locale : null,
      area: area === "sqm" ? "sqm" : "sqft",
    };
  } catch {
    return { locale: null, area: "sqft" };
  }
}

function apply({ locale, area }: Display): void {
  setLocale(locale ?? globalThis.navigator?.language ?? "en-US");
  setAreaUnit(area);
}

export const useDisplay = create<Display>()(() => {
  const display = readDisplay(stored(DISPLAY_KEY));
  apply(display);
  return display;
});

/** The shell mounts the page again, so that every text is written anew. */
export function setDisplay(display: Display): void {
  store(DISPLAY_KEY, display);
  apply(display);
  useDisplay.setState(display);
}
