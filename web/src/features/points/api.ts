/** The reads and writes of points and referrals. */
import { queryOptions } from "@tanstack/react-query";
import { withAccessToken } from "@/api/auth/tokens";
import { findWallet, type WalletKey } from "@/api/find-wallet";
import { ApiError, expressApi, mainApi, query, type RequestOptions } from "@/api/http";
import { userKey } from "@/api/queries";
import { parsePoints } from "@/domain/parse";
import type {
  FinalPointsLeaderboard,
  GrandTotal,
  MembershipBadge,
  Participation,
  PerpetualSummary,
  PointsBreakdown,
  PointsLeaderboard,
  RankedPointsRow,
  Referral,
  ReferralCode,
  ReferralUser,
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

type Read = (path: string, options: RequestOptions) => Promise<unknown>;

interface Routes {
  readonly read: Read;
  readonly list: string;
  /** The list once the season is frozen; asked first. */
  readonly finalList?: string;
  readonly row: (address: string) => string;
  /** With what each day brought; not every programme has it. */
  readonly breakdown?: (address: string) => string;
}

const express: Read = (path, options) => expressApi.get(path, options);
const main: Read = (path, options) => mainApi.get(path, options);

const ROUTES: Readonly<Record<ProgrammeId, Routes>> = {
  season3: {
    read: express,
    list: "/ppps3/leaderboard",
    row: (address) => `/ppps3/leaderboard/${address}`,
    breakdown: (address) => `/ppps3/breakdown/${address}`,
  },
  season2: {
    read: express,
    list: "/points/leaderboard",
    finalList: "/points/ppps2/final-leaderboard",
    row: (address) => `/points/leaderboard/${address}`,
    breakdown: (address) => `/points/breakdown/${address}`,
  },
  season1: {
    read: express,
    list: "/points/ppps1-final",
    row: (address) => `/user/${address}/ppps1`,
  },
  perpetual: {
    read: main,
    list: "/perpetual-points/leaderboard",
    row: (address) => `/perpetual-points/leaderboard/user/${address}`,
  },
  seasons: {
    read: main,
    list: "/points/leaderboard",
    row: (address) => `/points/leaderboard/user/${address}`,
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
  const { read, list, finalList } = ROUTES[id];
  const options = signal ? { signal } : {};
  const part = query({ offset, limit });
  const wire = (await (finalList === undefined
    ? read(list + part, options)
    : read(finalList + part, options).catch((error: unknown) => {
        if (isNotFinal(error)) return read(list + part, options);
        throw error;
      }))) as PointsLeaderboard | FinalPointsLeaderboard;
  const nameOf = namesOf(wire.usernames);
  return {
    rows: wire.leaderboard.map((row) => toPointsRow(row, nameOf(row.user))),
    total: wire.total,
    updatedAt: "updatedAt" in wire ? wire.updatedAt : null,
    isFinal: "isFinal" in wire && wire.isFinal,
  };
}

export async function findRow(id: ProgrammeId, key: Extract<WalletKey, { error: null }>) {
  const { read, row } = ROUTES[id];
  const address = await findWallet(key);
  return toPointsRow((await read(row(address), {})) as RankedPointsRow);
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
      const { read, row, breakdown } = ROUTES[id];
      if (breakdown === undefined) {
        const wire = (await read(row(address), { signal })) as RankedPointsRow;
        return { row: toPointsRow(wire), days: null };
      }
      const wire = (await read(breakdown(address), { signal })) as PointsBreakdown;
      return { row: toPointsRow(wire), days: wire.daily.map(toDay) };
    },
    refetchInterval: REFRESH_MS,
  });

export const perDayQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "points", "per-day"],
    queryFn: async ({ signal }) => {
      const path = `/perpetual-points/points-summary${query({ user: address })}`;
      return parsePoints(((await mainApi.get(path, { signal })) as PerpetualSummary).perDay);
    },
    refetchInterval: REFRESH_MS,
  });

export const badgesQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "badges"],
    queryFn: async ({ signal }) =>
      ((await expressApi.get(`/hoa-staking/${address}`, { signal })) as MembershipBadge).count,
  });

export const grandTotalQuery = queryOptions({
  queryKey: ["points", "grand-total"],
  queryFn: async ({ signal }) => {
    const wire = (await mainApi.get("/perpetual-points/grand-total-points", {
      signal,
    })) as GrandTotal;
    return { points: parsePoints(wire.points), participants: wire.participants };
  },
  refetchInterval: REFRESH_MS,
});

export const participationQuery = (address: string, isPerpetual: boolean) =>
  queryOptions({
    queryKey: [...userKey(address), "participation", isPerpetual],
    queryFn: async ({ signal }) => {
      const search = query({ user: address, isForPerpetualPoints: isPerpetual });
      return (await mainApi.get(`/points/participate${search}`, { signal })) as Participation;
    },
    refetchInterval: REFRESH_MS,
  });

export function participate(address: string, isPerpetual: boolean): Promise<Participation> {
  return withAccessToken(address, async (token) => {
    const body = { user: address, isForPerpetualPoints: isPerpetual };
    return (await mainApi.post("/points/participate", body, { token })) as Participation;
  });
}

export const referralsQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "referrals"],
    queryFn: ({ signal }) =>
      withAccessToken(address, async (token) => {
        const path = `/points/referrals/user-info${query({ user: address })}`;
        return (await mainApi.get(path, { token, signal })) as ReferralUser;
      }),
    refetchInterval: REFRESH_MS,
  });

export function makeCode(address: string, referralCode: string): Promise<ReferralCode> {
  return withAccessToken(address, async (token) => {
    const path = "/points/referrals/generate-code";
    return (await mainApi.post(path, { referralCode }, { token })) as ReferralCode;
  });
}

export function applyCode(address: string, referralCode: string): Promise<Referral> {
  return withAccessToken(address, async (token) => {
    const path = "/points/referrals/use-code";
    return (await mainApi.post(path, { referralCode }, { token })) as Referral;
  });
}
