/** The reads and the one write of the contests. */
import { queryOptions } from "@tanstack/react-query";
import { withAccessToken } from "@/api/auth/tokens";
import { findWallet, type WalletKey } from "@/api/find-wallet";
import { ApiError, expressApi, mainApi } from "@/api/http";
import type { JoinedContest } from "@/generated/api";
import { namesOf, type RankingPart } from "@/ui/tables/ranking";
import { type Contest, type ContestRow, toContest, toRow } from "./model/contest";

const REFRESH_MS = 15_000;

export type ContestKind = "live" | "upcoming" | "finished" | "joined";

const pathOf = (contestId: string) => ({ contestId });
const userOf = (address: string | null) => ({ user: address ?? undefined });

export const countsQuery = (address: string | null) =>
  queryOptions({
    queryKey: ["contests", "counts", address],
    queryFn: ({ signal }) => expressApi.get("/contest/filter", { query: userOf(address), signal }),
    refetchInterval: REFRESH_MS,
  });

export const contestsQuery = (kind: ContestKind, address: string | null) =>
  queryOptions({
    queryKey: ["contests", "list", kind, address],
    queryFn: async ({ signal }): Promise<readonly Contest[]> => {
      const query = { [kind]: true, ...userOf(address) };
      const wire = await expressApi.get("/contest", { query, signal });
      return wire.contests.map(toContest);
    },
    refetchInterval: REFRESH_MS,
  });

export const contestQuery = (id: string, address: string | null) =>
  queryOptions({
    queryKey: ["contests", "one", id, address],
    queryFn: async ({ signal }) =>
      toContest(
        await expressApi.get("/contest/{contestId}", {
          path: pathOf(id),
          query: userOf(address),
          signal,
        }),
      ),
    refetchInterval: REFRESH_MS,
  });

/** What is raffled and how it was drawn, in the server's words; null without a raffle. */
export const raffleQuery = (id: string) =>
  queryOptions({
    queryKey: ["contests", "raffle", id],
    queryFn: async ({ signal }) => {
      const path = { contestName: id };
      return (await mainApi.get("/contest/{contestName}/prizes", { path, signal })).raffle;
    },
    refetchInterval: 4 * REFRESH_MS,
  });

export async function readLeaderboard(
  id: string,
  offset: number,
  limit: number,
  signal?: AbortSignal,
): Promise<RankingPart<ContestRow>> {
  const wire = await expressApi.get("/contest/{contestId}/leaderboard", {
    path: pathOf(id),
    query: { offset, limit },
    signal,
  });
  const { total, updatedAt, isFinal } = wire;
  const nameOf = namesOf(wire.usernames);
  const rows = wire.leaderboard.map((row) => toRow(row, nameOf(row.user)));
  return { rows, total, updatedAt, isFinal };
}

/** More rows than a podium: they tell the rank of a wallet that joins now. */
const TOP_ROWS = 50;

export const topQuery = (id: string) =>
  queryOptions({
    queryKey: ["contests", "top", id],
    queryFn: ({ signal }) => readLeaderboard(id, 0, TOP_ROWS, signal),
    refetchInterval: REFRESH_MS,
  });

/** The row of a wallet; null when it does not take part. */
async function readPlace(id: string, address: string, signal?: AbortSignal) {
  const path = { contestId: id, user: address };
  try {
    return toRow(await expressApi.get("/contest/{contestId}/leaderboard/{user}", { path, signal }));
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
  const given = { path: pathOf(id), body: { address } };
  return withAccessToken(address, (token) =>
    expressApi.post("/contest/{contestId}", { ...given, token }),
  );
}
