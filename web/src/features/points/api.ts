/** The reads and writes of points and referrals. */
import { queryOptions } from "@tanstack/react-query";
import { withAccessToken } from "@/api/auth/tokens";
import { findWallet, type WalletKey } from "@/api/find-wallet";
import { ApiError, expressApi, mainApi, type RequestOptions } from "@/api/http";
import { userKey } from "@/api/queries";
import { parsePoints } from "@/domain/parse";
import type {
  FinalPointsLeaderboard,
  Participation,
  PointsBreakdown,
  PointsLeaderboard,
  RankedPointsRow,
  Referral,
  ReferralCode,
} from "@/generated/api";
import { namesOf, type RankingPart } from "@/ui/tables/ranking";
import {
  type PointsDay,
  type PointsRow,
  type ProgrammeId,
  toDay,
  toPointsRow,
} from "./model/points";

const REFRESH_MS = 15_000;

type AnyLeaderboard = PointsLeaderboard | FinalPointsLeaderboard;

interface Part {
  readonly offset: number;
  readonly limit: number;
}

interface Routes {
  readonly list: (query: Part, options: RequestOptions) => Promise<AnyLeaderboard>;
  /** The list once the season is frozen; asked first. */
  readonly finalList?: (query: Part, options: RequestOptions) => Promise<AnyLeaderboard>;
  readonly row: (address: string, options: RequestOptions) => Promise<RankedPointsRow>;
  /** With what each day brought; not every programme has it. */
  readonly breakdown?: (key: string, options: RequestOptions) => Promise<PointsBreakdown>;
}

const ROUTES: Readonly<Record<ProgrammeId, Routes>> = {
  season3: {
    list: (query, options) => expressApi.get("/ppps3/leaderboard", { query, ...options }),
    row: (key, options) =>
      expressApi.get("/ppps3/leaderboard/{key}", { path: { key }, ...options }),
    breakdown: (key, options) =>
      expressApi.get("/ppps3/breakdown/{key}", { path: { key }, ...options }),
  },
  season2: {
    list: (query, options) => expressApi.get("/points/leaderboard", { query, ...options }),
    finalList: (query, options) =>
      expressApi.get("/points/ppps2/final-leaderboard", { query, ...options }),
    row: (key, options) =>
      expressApi.get("/points/leaderboard/{key}", { path: { key }, ...options }),
    breakdown: (key, options) =>
      expressApi.get("/points/breakdown/{key}", { path: { key }, ...options }),
  },
  season1: {
    list: (query, options) => expressApi.get("/points/ppps1-final", { query, ...options }),
    row: (id, options) => expressApi.get("/user/{id}/ppps1", { path: { id }, ...options }),
  },
  perpetual: {
    list: (query, options) => mainApi.get("/perpetual-points/leaderboard", { query, ...options }),
    row: (user, options) =>
      mainApi.get("/perpetual-points/leaderboard/user/{user}", { path: { user }, ...options }),
  },
  seasons: {
    list: (query, options) => mainApi.get("/points/leaderboard", { query, ...options }),
    row: (user, options) =>
      mainApi.get("/points/leaderboard/user/{user}", { path: { user }, ...options }),
  },
};

function isNotFinal(error: unknown): boolean {
  return error instanceof ApiError && error.code === "SEASON_NOT_FINAL";
}

/** Part of a programme's ranking; a frozen season answers with its final list. */
export async function readRanking(
  id: ProgrammeId,
  offset: number,
  limit: number,
  signal?: AbortSignal,
): Promise<RankingPart<PointsRow>> {
  const { list, finalList } = ROUTES[id];
  const part = { offset, limit };
  const wire = await (finalList === undefined
    ? list(part, { signal })
    : finalList(part, { signal }).catch((error: unknown) => {
        if (isNotFinal(error)) return list(part, { signal });
        throw error;
      }));
  const nameOf = namesOf(wire.usernames);
  return {
    rows: wire.leaderboard.map((row) => toPointsRow(row, nameOf(row.user))),
    total: wire.total,
    updatedAt: "updatedAt" in wire ? wire.updatedAt : null,
    isFinal: "isFinal" in wire && wire.isFinal,
  };
}

export async function findRow(id: ProgrammeId, key: Extract<WalletKey, { error: null }>) {
  const { row } = ROUTES[id];
  return toPointsRow(await row(await findWallet(key), {}));
}

export interface OwnPoints {
  readonly row: PointsRow;
  /** Oldest first; null where the programme does not tell days. */
  readonly days: readonly PointsDay[] | null;
}

export const ownPointsQuery = (id: ProgrammeId, address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "points", id],
    queryFn: async ({ signal }): Promise<OwnPoints> => {
      const { row, breakdown } = ROUTES[id];
      if (breakdown === undefined) {
        return { row: toPointsRow(await row(address, { signal })), days: null };
      }
      const wire = await breakdown(address, { signal });
      return { row: toPointsRow(wire), days: wire.daily.map(toDay) };
    },
    refetchInterval: REFRESH_MS,
  });

export const perDayQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "points", "per-day"],
    queryFn: async ({ signal }) => {
      const query = { user: address };
      const wire = await mainApi.get("/perpetual-points/points-summary", { query, signal });
      return parsePoints(wire.perDay);
    },
    refetchInterval: REFRESH_MS,
  });

export const badgesQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "badges"],
    queryFn: async ({ signal }) => {
      const path = { user: address };
      return (await expressApi.get("/hoa-staking/{user}", { path, signal })).count;
    },
  });

export const grandTotalQuery = queryOptions({
  queryKey: ["points", "grand-total"],
  queryFn: async ({ signal }) => {
    const wire = await mainApi.get("/perpetual-points/grand-total-points", { signal });
    return { points: parsePoints(wire.points), participants: wire.participants };
  },
  refetchInterval: REFRESH_MS,
});

export const participationQuery = (address: string, isPerpetual: boolean) =>
  queryOptions({
    queryKey: [...userKey(address), "participation", isPerpetual],
    queryFn: ({ signal }) => {
      const query = { user: address, isForPerpetualPoints: isPerpetual };
      return mainApi.get("/points/participate", { query, signal });
    },
    refetchInterval: REFRESH_MS,
  });

export function participate(address: string, isPerpetual: boolean): Promise<Participation> {
  const body = { user: address, isForPerpetualPoints: isPerpetual };
  return withAccessToken(address, (token) => mainApi.post("/points/participate", { body, token }));
}

/** The code as its owner typed it; fails with REFERRAL_CODE_NOT_FOUND for an unknown one. */
export const codeQuery = (referralCode: string) =>
  queryOptions({
    queryKey: ["referral-code", referralCode.toLowerCase()],
    queryFn: async ({ signal }) => {
      const path = { referralCode };
      return (await mainApi.get("/referral-codes/{referralCode}", { path, signal })).code;
    },
    // Unknown codes are counted by the server: one question for each.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const referralsQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "referrals"],
    queryFn: ({ signal }) =>
      withAccessToken(address, (token) =>
        mainApi.get("/points/referrals/user-info", { query: { user: address }, token, signal }),
      ),
    refetchInterval: REFRESH_MS,
  });

export function makeCode(address: string, referralCode: string): Promise<ReferralCode> {
  return withAccessToken(address, (token) =>
    mainApi.post("/points/referrals/generate-code", { body: { referralCode }, token }),
  );
}

export function applyCode(address: string, referralCode: string): Promise<Referral> {
  return withAccessToken(address, (token) =>
    mainApi.post("/points/referrals/use-code", { body: { referralCode }, token }),
  );
}
