import { expect, it } from "vitest";
import type { ProfileSettings } from "@/generated/api";
import { afterSave, changesOf, draftProblems } from "./draft";

const TEN = 10_000_000_000_000n;
const saved: ProfileSettings = {
  username: "anna_1",
  defaultLeverage: "1",
  defaultTheme: "system",
  tradeMode: "basic",
  interests: ["AUS"],
};

it("sends only what differs", () => {
  expect(changesOf({ username: "anna_1", interests: ["AUS"] }, saved, TEN)).toEqual({});
  expect(changesOf({ username: "", defaultLeverage: "3.0" }, saved, TEN)).toEqual({
    username: null,
    defaultLeverage: "3",
  });
  expect(changesOf({ defaultTheme: "dark", interests: [] }, saved, TEN)).toEqual({
    defaultTheme: "dark",
    interests: [],
  });
});

it("sends nothing while something is wrong, and says what", () => {
  expect(changesOf({ username: "a", defaultTheme: "dark" }, saved, TEN)).toBeNull();
  expect(draftProblems({ username: "a", defaultLeverage: "11" }, TEN)).toEqual({
    username: "At least 3 characters.",
    defaultLeverage: "At most 10×.",
  });
  expect(draftProblems({}, TEN)).toEqual({ username: null, defaultLeverage: null });
});

it("keeps what was typed while the save was on its way", () => {
  const sent = { username: "one", defaultTheme: "dark" } as const;
  expect(afterSave({ ...sent, username: "two" }, sent)).toEqual({ username: "two" });
  expect(afterSave(sent, sent)).toEqual({});
});
