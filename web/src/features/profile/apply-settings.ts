import type { ProfileSettings } from "@/generated/api";
import { setPreferences } from "@/state/preferences";
import { useTheme } from "@/state/theme";

const STORAGE_KEY = "profileTheme";

function lastApplied(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? "system";
  } catch {
    return "system";
  }
}

/**
 * Makes the page what the profile says. The theme is taken over when it has changed in the profile,
 * so that a choice in the header holds on this device until then.
 */
export function applySettings(owner: string, settings: ProfileSettings): void {
  const { defaultTheme, defaultLeverage, tradeMode } = settings;
  setPreferences({ owner, defaultLeverage, tradeMode });
  if (defaultTheme === lastApplied()) return;
  try {
    localStorage.setItem(STORAGE_KEY, defaultTheme);
  } catch {
    // Taken over again with the next page load.
  }
  useTheme.getState().choose(defaultTheme);
}
