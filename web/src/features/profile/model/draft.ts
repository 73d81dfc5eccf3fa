/** Settings that were changed and not saved yet; pure. */

import type { RateE12 } from "@/domain/amounts";
import type { ProfileSettings } from "@/generated/api";
import { readLeverage, usernameProblem } from "./rules";

/** As typed: an empty username is "none". */
export interface Draft {
  readonly username?: string;
  readonly defaultLeverage?: string;
  readonly defaultTheme?: ProfileSettings["defaultTheme"];
  readonly tradeMode?: ProfileSettings["tradeMode"];
  readonly interests?: readonly string[];
}

export interface DraftProblems {
  readonly username: string | null;
  readonly defaultLeverage: string | null;
}

export function draftProblems(draft: Draft, largest: bigint | null): DraftProblems {
  return {
    username: draft.username === undefined ? null : usernameProblem(draft.username),
    defaultLeverage:
      draft.defaultLeverage === undefined
        ? null
        : readLeverage(draft.defaultLeverage, largest as RateE12 | null).error,
  };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What to send: only what differs from what is saved; null while something is wrong. */
export function changesOf(
  draft: Draft,
  saved: ProfileSettings,
  largest: bigint | null,
): Partial<ProfileSettings> | null {
  const problems = draftProblems(draft, largest);
  if (problems.username !== null || problems.defaultLeverage !== null) return null;
  const { username, defaultLeverage, ...rest } = draft;
  const wanted = {
    ...rest,
    ...(username === undefined ? {} : { username: username === "" ? null : username }),
    ...(defaultLeverage === undefined
      ? {}
      : {
          defaultLeverage:
            readLeverage(defaultLeverage, largest as RateE12 | null).wire ?? saved.defaultLeverage,
        }),
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) => !same(value, saved[key as keyof ProfileSettings]),
    ),
  );
}

/** What is still unsaved after `sent` was saved: what was typed since stays. */
export function afterSave<T extends object>(draft: T, sent: T): T {
  const left = Object.entries(draft).filter(([key, value]) => !same(value, sent[key as keyof T]));
  return Object.fromEntries(left) as T;
}
