import { expect, it } from "vitest";
import { answerProblems, NO_ANSWERS, onboardBody } from "./onboard";

it("asks for nothing but to have read what can be lost", () => {
  expect(onboardBody(NO_ANSWERS)).toBeNull();
  expect(onboardBody({ ...NO_ANSWERS, hasRead: true })).toEqual({
    acceptedTerms: true,
    username: null,
    email: null,
    discord: null,
    twitter: null,
    interests: [],
  });
});

it("sends nothing while a field is wrong", () => {
  const wrong = { ...NO_ANSWERS, hasRead: true, email: "me@" };
  expect(onboardBody(wrong)).toBeNull();
  expect(answerProblems(wrong)).toEqual({
    username: null,
    email: "This is no e-mail address.",
    discord: null,
    twitter: null,
  });
});
