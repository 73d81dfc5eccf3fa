import { expect, it } from "vitest";
import type { RateE12 } from "@/domain/amounts";
import {
  discordProblem,
  emailProblem,
  INTERESTS_MAX,
  readLeverage,
  toggleInterest,
  twitterProblem,
  usernameProblem,
} from "./rules";

it("takes the usernames that the server takes", () => {
  for (const good of ["", "abc", "A_1", "x".repeat(20)]) expect(usernameProblem(good)).toBeNull();
  expect(usernameProblem("ab")).toMatch(/At least 3/);
  expect(usernameProblem("x".repeat(21))).toMatch(/At most 20/);
  for (const bad of ["a b c", "häuser", "a-b-c", "abc\n", "ａｂｃ"]) {
    expect(usernameProblem(bad)).toMatch(/letters/);
  }
});

const TEN = 10_000_000_000_000n as RateE12;

it("reads a leverage within the limits of the markets", () => {
  expect(readLeverage("3", TEN)).toEqual({ wire: "3", error: null });
  expect(readLeverage(" 2.50× ", TEN)).toEqual({ wire: "2.5", error: null });
  expect(readLeverage("10", TEN).wire).toBe("10");
  expect(readLeverage("10.1", TEN).error).toMatch(/At most 10×/);
  expect(readLeverage("0.9", TEN).error).toMatch(/At least 1×/);
  expect(readLeverage("50", null).wire).toBe("50");
});

it.each(["", "1e1", "１", "1,5", "-3", "3".repeat(30)])("refuses “%s” in words", (text) => {
  expect(readLeverage(text, TEN).error).toMatch(/\.$/);
});

it("knows addresses and names of other services", () => {
  expect(emailProblem("me@example.org")).toBeNull();
  for (const bad of ["me", "me@", "me@host", "a b@example.org", "@example.org"]) {
    expect(emailProblem(bad)).not.toBeNull();
  }
  expect(discordProblem("a")).not.toBeNull();
  expect(discordProblem("ab")).toBeNull();
  expect(twitterProblem("@name")).toBeNull();
  expect(twitterProblem("x".repeat(16))).not.toBeNull();
});

it("toggles interests up to the most that are kept", () => {
  expect(toggleInterest(["AUS"], "AUS")).toEqual([]);
  const full = Array.from({ length: INTERESTS_MAX }, (_, at) => `m${at}`);
  expect(toggleInterest(full, "one more")).toEqual(full);
});
