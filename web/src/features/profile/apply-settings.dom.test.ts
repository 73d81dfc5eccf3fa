import { beforeEach, expect, it } from "vitest";
import type { ProfileSettings } from "@/generated/api";
import { usePreferences } from "@/state/preferences";
import { useTheme } from "@/state/theme";
import { applySettings } from "./apply-settings";

const settings: ProfileSettings = {
  username: null,
  defaultLeverage: "3",
  defaultTheme: "light",
  tradeMode: "advanced",
  interests: [],
};

beforeEach(() => {
  useTheme.getState().choose("dark");
});

it("takes over the theme of the profile once, and leaves a later choice alone", () => {
  applySettings("wallet", settings);
  expect(useTheme.getState().choice).toBe("light");
  expect(document.documentElement.dataset["theme"]).toBe("light");
  useTheme.getState().choose("dark");
  applySettings("wallet", settings);
  expect(useTheme.getState().choice).toBe("dark");
  applySettings("wallet", { ...settings, defaultTheme: "system" });
  expect(useTheme.getState().choice).toBe("system");
});

it("does not overrule this device where the profile says nothing of a theme", () => {
  applySettings("wallet", { ...settings, defaultTheme: "system" });
  expect(useTheme.getState().choice).toBe("dark");
});

it("hands leverage and mode to the ticket", () => {
  applySettings("wallet", settings);
  expect(usePreferences.getState()).toMatchObject({
    owner: "wallet",
    defaultLeverage: "3",
    tradeMode: "advanced",
  });
});
