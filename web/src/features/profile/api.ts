/** Reads and writes of a profile; every one needs the owner's token. */
import { queryOptions } from "@tanstack/react-query";
import { withAccessToken } from "@/api/auth/tokens";
import { mainApi } from "@/api/http";
import type { CommunicationMethods, ProfileSettings } from "@/generated/api";
import { oneAtATime } from "./model/one-at-a-time";

const inTurn = oneAtATime();
const pathOf = (address: string) => ({ user: address });

export const settingsKey = (address: string) => ["profile", address, "settings"] as const;

export const settingsQuery = (address: string) =>
  queryOptions({
    queryKey: settingsKey(address),
    queryFn: ({ signal }) =>
      inTurn(() =>
        withAccessToken(address, (token) =>
          mainApi.get("/user/{user}/profile/settings", { path: pathOf(address), token, signal }),
        ),
      ),
    staleTime: 30_000,
  });

export type SettingsChange = Partial<ProfileSettings>;

/** Saves what is named and returns all settings as the server has them now. */
export function saveSettings(address: string, change: SettingsChange): Promise<ProfileSettings> {
  return inTurn(() =>
    withAccessToken(address, (token) =>
      mainApi.put("/user/{user}/profile/settings", {
        path: pathOf(address),
        body: change,
        token,
      }),
    ),
  );
}

export const communicationKey = (address: string) => ["profile", address, "communication"] as const;

export const communicationQuery = (address: string) =>
  queryOptions({
    queryKey: communicationKey(address),
    queryFn: ({ signal }) =>
      withAccessToken(address, (token) =>
        mainApi.get("/user/{user}/profile/communication-methods", {
          path: pathOf(address),
          token,
          signal,
        }),
      ),
  });

/** Saves what is named, null removes it; returns all contact details as the server has them now. */
export function saveCommunication(
  address: string,
  change: Partial<CommunicationMethods>,
): Promise<CommunicationMethods> {
  return inTurn(() =>
    withAccessToken(address, (token) =>
      mainApi.put("/user/{user}/profile/communication-methods", {
        path: pathOf(address),
        body: change,
        token,
      }),
    ),
  );
}

/** The margin accounts that are shown; those that are missing were hidden. */
export const shownAccountsQuery = (address: string) =>
  queryOptions({
    queryKey: ["profile", address, "shown-accounts"],
    queryFn: ({ signal }) =>
      withAccessToken(address, (token) =>
        mainApi.get("/user/{user}/profile/margin-account-ids", {
          path: pathOf(address),
          token,
          signal,
        }),
      ),
  });

export const sessionsKey = (address: string) => ["profile", address, "sessions"] as const;

/** The wallet's living sessions, wherever they were opened. */
export const sessionsQuery = (address: string) =>
  queryOptions({
    queryKey: sessionsKey(address),
    queryFn: ({ signal }) =>
      withAccessToken(address, (token) => mainApi.get("/auth/sessions", { token, signal })),
    // Data of another session of this browser is not shown to the next one.
    staleTime: 0,
    gcTime: 0,
  });

/** Ends one session; one that has ended already is no error. */
export function endSession(address: string, id: string): Promise<unknown> {
  const path = { sessionId: id };
  return withAccessToken(address, (token) =>
    mainApi.postBare("/auth/sessions/{sessionId}/revoke", { path, token }),
  );
}

/** Ends all sessions, or all but this browser's; returns how many. */
export function endSessions(address: string, keepCurrent: boolean): Promise<number> {
  return withAccessToken(address, async (token) => {
    const ended = await mainApi.post("/auth/logout-all", { body: { keepCurrent }, token });
    return ended.endedCount;
  });
}
