/** Reads and writes of a wallet's alerts; every one needs the owner's token. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { withAccessToken } from "@/api/auth/tokens";
import { expressApi, mainApi } from "@/api/http";
import type { AlertBody, Alerts } from "@/generated/api";

const ACTIVE_MS = 10_000;
const IDLE_MS = 60_000;

const alertsKey = (address: string) => ["alerts", address] as const;
const pathOf = (address: string) => ({ user: address });

/** Alerts and events; asked for often only while there is an alert. */
export const alertsQuery = (address: string) =>
  queryOptions({
    queryKey: alertsKey(address),
    queryFn: ({ signal }) =>
      withAccessToken(address, (token) =>
        mainApi.get("/user/{user}/profile/alerts", { path: pathOf(address), token, signal }),
      ),
    refetchInterval: ({ state }) => (state.data?.alerts.length ? ACTIVE_MS : IDLE_MS),
    refetchIntervalInBackground: true,
    staleTime: 5_000,
  });

/** Questions that may still close: more than these are not offered. */
const QUESTIONS_MAX = 200;

export const questionsQuery = queryOptions({
  queryKey: ["alerts", "questions"],
  queryFn: async ({ signal }) => {
    const query = { isResolvedFilter: false, limit: QUESTIONS_MAX };
    const { markets } = await expressApi.get("/predictions/markets", { query, signal });
    return markets.filter(({ status }) => status === "open" || status === "upcoming");
  },
  staleTime: IDLE_MS,
});

/** Keeps the answer of a write, which a read that is under way must not replace. */
async function keep(client: QueryClient, address: string, answer: Promise<Alerts>): Promise<void> {
  const alerts = await answer;
  await client.cancelQueries({ queryKey: alertsKey(address) });
  client.setQueryData(alertsKey(address), alerts);
}

export function addAlert(client: QueryClient, address: string, body: AlertBody): Promise<void> {
  const answer = withAccessToken(address, (token) =>
    mainApi.post("/user/{user}/profile/alerts", { path: pathOf(address), body, token }),
  );
  return keep(client, address, answer);
}

export function removeAlert(client: QueryClient, address: string, alertId: number): Promise<void> {
  const answer = withAccessToken(address, (token) =>
    mainApi.post("/user/{user}/profile/alerts/remove", {
      path: pathOf(address),
      body: { alertId },
      token,
    }),
  );
  return keep(client, address, answer);
}

export function markRead(client: QueryClient, address: string, eventId: number): Promise<void> {
  const answer = withAccessToken(address, (token) =>
    mainApi.post("/user/{user}/profile/alerts/read", {
      path: pathOf(address),
      body: { eventId },
      token,
    }),
  );
  return keep(client, address, answer);
}
