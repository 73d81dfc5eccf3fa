import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { ProfileSettings } from "@/generated/api";
import { setPreferences, usePreferences } from "@/state/preferences";
import { useTheme } from "@/state/theme";
import { connectWallet, renderPage } from "@/test/page";
import { type Answer, fakeServer } from "@/test/server";
import { SettingsForm } from "./settings-form";

const SAVED: ProfileSettings = {
  username: null,
  defaultLeverage: "1",
  defaultTheme: "system",
  tradeMode: "basic",
  interests: [],
};
const CHANGED: ProfileSettings = { ...SAVED, defaultTheme: "light", tradeMode: "advanced" };

/** Shows the form of the wallet "first" and saves a change; the server waits for the answer. */
async function save() {
  let answer: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const calls = fakeServer({
    "PUT /api/v1/user/first/profile/settings": () => late,
  });
  connectWallet("first");
  renderPage(<SettingsForm address="first" saved={SAVED} />);
  await userEvent.selectOptions(screen.getByLabelText("Theme"), "light");
  await userEvent.click(screen.getByRole("button", { name: "Save settings" }));
  await waitFor(() => expect(calls.some(({ method }) => method !== "GET")).toBe(true));
  return () => answer({ body: { info: CHANGED } });
}

beforeEach(() => {
  useTheme.getState().choose("dark");
  setPreferences({ owner: "second", defaultLeverage: "3", tradeMode: "basic" });
});

it("makes the page what was saved", async () => {
  (await save())();
  await screen.findByText("Saved.");
  expect(usePreferences.getState()).toMatchObject({ owner: "first", tradeMode: "advanced" });
  expect(useTheme.getState().choice).toBe("light");
});

it("leaves the page to the wallet that was connected while it was saved", async () => {
  const answer = await save();
  connectWallet("second");
  answer();
  await screen.findByText("Saved.");
  expect(usePreferences.getState()).toMatchObject({
    owner: "second",
    defaultLeverage: "3",
    tradeMode: "basic",
  });
  expect(useTheme.getState().choice).toBe("dark");
});
