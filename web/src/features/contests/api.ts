/** The reads and the one write of the contests. */
import { queryOptions } from "@tanstack/react-query";
import { withAccessToken } from "@/api/auth/tokens";
import { findWallet, type WalletKey } from "@/api/find-wallet";
import { ApiError, expressApi, mainApi, query } from "@/api/http";
import type {
  ContestCounts,
  ContestPrizes,
  ContestsAnswer,
  ContestView,
  ExpressContestLeaderboard,
  JoinedContest,
  RankedContestResult,
} from "@/generated/api";
import { namesOf, type RankingPart } from "@/ui/tables/ranking";
import { type Contest, type ContestRow, toContest, toRow } from "./model/contest";

const REFRESH_MS = 15_000;

export type ContestKind = "live" | "upcoming" | "finished" | "joined";

const path = (id: string) => `/contest/${encodeURIComponent(id)}`;
const userOf = (address: string | null) => ({ user: address ?? undefined });

export const countsQuery = (address: string | null) =>
  queryOptions({
    queryKey: ["contests", "counts", address],
    queryFn: async ({ signal }) =>
      (await expressApi.get(`/contest/filter${query(userOf(address))}`, {
        signal,
      })) as ContestCounts,
    refetchInterval: REFRESH_MS,
  });

export const contestsQuery = (kind: ContestKind, address: string | null) =>
  queryOptions({
    queryKey: ["contests", "list", kind, address],
    queryFn: async ({ signal }): Promise<readonly Contest[]> => {
      const search = query({ [kind]: true, ...userOf(address) });
      const wire = (await expressApi.get(`/contest${search}`, { signal })) as ContestsAnswer;
      return wire.contests.map(toContest);
    },
    refetchInterval: REFRESH_MS,
  });

export const contestQuery = (id: string, address: string | null) =>
  queryOptions({
    queryKey: ["contests", "one", id, address],
    queryFn: async ({ signal }) =>
      toContest(
        (await expressApi.get(path(id) + query(userOf(address)), { signal })) as ContestView,
      ),
    refetchInterval: REFRESH_MS,
  });

/** What is raffled and how it was drawn, in the server's words; null without a raffle. */
export const raffleQuery = (id: string) =>
  queryOptions({
    queryKey: ["contests", "raffle", id],
    queryFn: async ({ signal }) =>
      ((await mainApi.get(`${path(id)}/prizes`, { signal })) as ContestPrizes).raffle,
    refetchInterval: 4 * REFRESH_MS,
  });

export async function readLeaderboard(
  id: string,
  offset: number,
  limit: number,
  signal?: AbortSignal,
): Promise<RankingPart<ContestRow>> {
  const wire = (await expressApi.get(
    `${path(id)}/leaderboard${query({ offset, limit })}`,
    signal ? { signal } : {},
  )) as ExpressContestLeaderboard;
  const { total, updatedAt, isFinal } = wire;
  const nameOf = namesOf(wire.usernames);
  const rows = wire.leaderboard.map((row) => toRow(row, nameOf(row.user)));
  return { rows, total, updatedAt, isFinal };
}

/** The row of a wallet; null when it does not take part. */
async function readPlace(id: string, address: string, signal?: AbortSignal) {
  const place = `${path(id)}/leaderboard/${encodeURIComponent(address)}`;
  try {
    return toRow((await expressApi.get(place, signal ? { signal } : {})) as RankedContestResult);
  } catch (error) {
    if (error instanceof ApiError && error.code === "NOT_PARTICIPATING") return null;
    throw error;
  }
}

export async function findPlace(id: string, key: Extract<WalletKey, { error: null }>) {
  return await readPlace(id, await findWallet(key));
}

export const placeQuery = (id: string, address: string) =>
  queryOptions({
    queryKey: ["contests", "place", id, address],
    queryFn: ({ signal }) => readPlace(id, address, signal),
    refetchInterval: REFRESH_MS,
  });

/** Joins once; a repeat answers as the first time did. */
export function joinContest(id: string, address: string): Promise<JoinedContest> {
  return withAccessToken(
    address,
    async (token) => (await expressApi.post(path(id), { address }, { token })) as JoinedContest,
  );
}
