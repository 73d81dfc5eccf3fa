import { expect, it } from "vitest";
import { contactChanges, contactProblem } from "./contacts";

const SAVED = { email: "ada@a.example", discord: null, twitter: "ada" };

it("sends what differs, trimmed, and null for what was emptied", () => {
  const draft = { email: " ", discord: " ada.l ", twitter: "ada" };
  expect(contactChanges(draft, SAVED)).toEqual({ email: null, discord: "ada.l" });
  expect(contactChanges({}, SAVED)).toEqual({});
});

it("sends nothing while a field is wrong", () => {
  expect(contactProblem("email", { email: "ada@" })).not.toBeNull();
  expect(contactChanges({ email: "ada@", discord: "ada" }, SAVED)).toBeNull();
});
