/** Reads and writes of a profile; every one needs the owner's token. */
import { queryOptions } from "@tanstack/react-query";
import { withAccessToken } from "@/api/auth/tokens";
import { mainApi } from "@/api/http";
import type {
  CommunicationMethods,
  EndedSessions,
  OnboardBody,
  Onboarding,
  ProfileSettings,
  SessionList,
} from "@/generated/api";
import { oneAtATime } from "./model/one-at-a-time";

const inTurn = oneAtATime();
const path = (address: string, name: string) =>
  `/user/${encodeURIComponent(address)}/profile/${name}`;

export const settingsKey = (address: string) => ["profile", address, "settings"] as const;
export const onboardingKey = (address: string) => ["profile", address, "onboard"] as const;

function read<T>(address: string, name: string, signal: AbortSignal): Promise<T> {
  return withAccessToken(
    address,
    async (token) => (await mainApi.get(path(address, name), { token, signal })) as T,
  );
}

export const settingsQuery = (address: string) =>
  queryOptions({
    queryKey: settingsKey(address),
    queryFn: ({ signal }) => inTurn(() => read<ProfileSettings>(address, "settings", signal)),
    staleTime: 30_000,
  });

export type SettingsChange = Partial<ProfileSettings>;

/** Saves what is named and returns all settings as the server has them now. */
export function saveSettings(address: string, change: SettingsChange): Promise<ProfileSettings> {
  return inTurn(() =>
    withAccessToken(
      address,
      async (token) =>
        (await mainApi.put(path(address, "settings"), change, { token })) as ProfileSettings,
    ),
  );
}

export const communicationQuery = (address: string) =>
  queryOptions({
    queryKey: ["profile", address, "communication"],
    queryFn: ({ signal }) => read<CommunicationMethods>(address, "communication-methods", signal),
  });

/** The margin accounts that are shown; those that are missing were hidden. */
export const shownAccountsQuery = (address: string) =>
  queryOptions({
    queryKey: ["profile", address, "shown-accounts"],
    queryFn: ({ signal }) => read<readonly number[]>(address, "margin-account-ids", signal),
  });

export const onboardingQuery = (address: string) =>
  queryOptions({
    queryKey: onboardingKey(address),
    queryFn: ({ signal }) => read<Onboarding>(address, "onboard", signal),
    staleTime: 60_000,
  });

export function sendOnboarding(address: string, body: OnboardBody): Promise<Onboarding> {
  return withAccessToken(
    address,
    async (token) => (await mainApi.post(path(address, "onboard"), body, { token })) as Onboarding,
  );
}

export const sessionsKey = (address: string) => ["profile", address, "sessions"] as const;

/** The wallet's living sessions, wherever they were opened. */
export const sessionsQuery = (address: string) =>
  queryOptions({
    queryKey: sessionsKey(address),
    queryFn: ({ signal }) =>
      withAccessToken(
        address,
        async (token) => (await mainApi.get("/auth/sessions", { token, signal })) as SessionList,
      ),
    // What another session of this browser was told is not shown to the next one.
    staleTime: 0,
    gcTime: 0,
  });

/** Ends one session; one that has ended already is no error. */
export function endSession(address: string, id: string): Promise<unknown> {
  const route = `/auth/sessions/${encodeURIComponent(id)}/revoke`;
  return withAccessToken(address, (token) => mainApi.bare(route, {}, { token }));
}

/** Ends all sessions, or all but this browser's; returns how many. */
export function endSessions(address: string, keepCurrent: boolean): Promise<number> {
  return withAccessToken(address, async (token) => {
    const ended = await mainApi.post("/auth/logout-all", { keepCurrent }, { token });
    return (ended as EndedSessions).endedCount;
  });
}
