import { create } from "zustand";

export type ThemeChoice = "system" | "dark" | "light";
export type Theme = "dark" | "light";

const STORAGE_KEY = "theme";
const systemLight = () => window.matchMedia?.("(prefers-color-scheme: light)") ?? null;

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === "dark" || stored === "light" ? stored : "system";
  } catch {
    return "system";
  }
}

function resolveTheme(choice: ThemeChoice, isSystemLight: boolean): Theme {
  if (choice !== "system") return choice;
  return isSystemLight ? "light" : "dark";
}

function show(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  const color = theme === "dark" ? "#0a0f14" : "#f4f6f8";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", color);
}

interface ThemeState {
  readonly choice: ThemeChoice;
  readonly theme: Theme;
  choose(choice: ThemeChoice): void;
}

export const useTheme = create<ThemeState>()((set) => {
  const choice = storedChoice();
  const theme = resolveTheme(choice, systemLight()?.matches ?? false);
  show(theme);
  return {
    choice,
    theme,
    choose(next) {
      try {
        localStorage.setItem(STORAGE_KEY, next);
      } catch {
        // Not stored; the choice holds until the page is closed.
      }
      const nextTheme = resolveTheme(next, systemLight()?.matches ?? false);
      show(nextTheme);
      set({ choice: next, theme: nextTheme });
    },
  };
});

/** Follows the system while the choice is "system"; returns its end. */
export function followSystemTheme(): () => void {
  const media = systemLight();
  const onChange = () => {
    const { choice, choose } = useTheme.getState();
    if (choice === "system") choose("system");
  };
  media?.addEventListener("change", onChange);
  return () => media?.removeEventListener("change", onChange);
}
