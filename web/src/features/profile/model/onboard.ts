/** What is said on the last step of the introduction; pure. */
import type { OnboardBody } from "@/generated/api";
import { discordProblem, emailProblem, twitterProblem, usernameProblem } from "./rules";

export interface Answers {
  readonly username: string;
  readonly email: string;
  readonly discord: string;
  readonly twitter: string;
  readonly interests: readonly string[];
  readonly hasRead: boolean;
}

export const NO_ANSWERS: Answers = {
  username: "",
  email: "",
  discord: "",
  twitter: "",
  interests: [],
  hasRead: false,
};

export type AnswerProblems = Readonly<
  Record<"username" | "email" | "discord" | "twitter", string | null>
>;

export function answerProblems(answers: Answers): AnswerProblems {
  return {
    username: usernameProblem(answers.username.trim()),
    email: emailProblem(answers.email.trim()),
    discord: discordProblem(answers.discord.trim()),
    twitter: twitterProblem(answers.twitter.trim()),
  };
}

const said = (text: string) => (text.trim() === "" ? null : text.trim());

/** The body to send, or null while a field is wrong or the risk was not confirmed. */
export function onboardBody(answers: Answers): OnboardBody | null {
  const isWrong = Object.values(answerProblems(answers)).some((problem) => problem !== null);
  if (isWrong || !answers.hasRead) return null;
  return {
    acceptedTerms: true,
    username: said(answers.username),
    email: said(answers.email),
    discord: said(answers.discord),
    twitter: said(answers.twitter),
    interests: answers.interests,
  };
}
