import { expect, it } from "vitest";
import { spokenDuration } from "./spoken-duration";

it.each([
  [0, "0 seconds"],
  [1, "1 second"],
  [90, "90 seconds"],
  [1_800, "30 minutes"],
  [3_600, "1 hour"],
  [86_400, "1 day"],
  [93_600, "26 hours"],
  [604_800, "7 days"],
])("speaks of %i seconds as %s", (seconds, text) => {
  expect(spokenDuration(seconds)).toBe(text);
});
