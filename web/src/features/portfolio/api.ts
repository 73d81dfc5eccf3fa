/** Reads of everything that a wallet has and had. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { expressApi, mainApi, query } from "@/api/http";
import { userKey, userPath } from "@/api/queries";
import { parseCollateral, parsePoints, parseToken } from "@/domain/parse";
import type { Portfolio, UserPoints } from "@/generated/api";

const SECOND = 1000;
const PAGE_ROWS = 50;
const FILE_PAGE_ROWS = 200;
/** A file ends after so many pages: 40,000 rows. */
const FILE_PAGES_MAX = 200;

export const portfolioQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "portfolio"],
    queryFn: async ({ signal }) => {
      const path = `/portfolio/${encodeURIComponent(address)}`;
      const wire = (await expressApi.get(path, { signal })) as Portfolio;
      const { totals, staking, predictions } = wire;
      return {
        accountValue: parseCollateral(wire.accountValue),
        pnl: parseCollateral(totals.pnl),
        liquidity: parseCollateral(totals.lp),
        pendingSettlement: parseCollateral(totals.pendingSettlement),
        deposits: wire.lpPositions.length,
        nextMaturity: wire.lpPositions.find((row) => !row.hasReachedMaturity)?.maturity ?? null,
        locked: parseToken(staking.locked),
        locking: parseToken(staking.locking),
        waiting: parseToken(staking.unlocking),
        withdrawable: parseToken(staking.unlocked),
        predictionPoints: parsePoints(predictions.availablePoints),
        predictionStake: parsePoints(predictions.openInterestPoints),
      };
    },
    refetchInterval: 2 * SECOND,
  });

export const pointsQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "points"],
    queryFn: async ({ signal }) => {
      const path = `/points/balance${query({ user: address })}`;
      return parsePoints(((await mainApi.get(path, { signal })) as UserPoints).points);
    },
    refetchInterval: 15 * SECOND,
  });

export type ValueWindow = "1d" | "1w" | "1m" | "3m" | "1y" | "all";

export const valueHistoryQuery = (address: string, window: ValueWindow) =>
  queryOptions({
    queryKey: [...userKey(address), "values", window],
    queryFn: async ({ signal }) => {
      const path = `/portfolio/${encodeURIComponent(address)}/history/value${query({ window })}`;
      const wire = (await expressApi.get(path, { signal })) as {
        readonly points: readonly { readonly timestamp: number; readonly value: string }[];
      };
      return wire.points.map(({ timestamp, value }) => ({
        timestamp,
        value: parseCollateral(value),
      }));
    },
    refetchInterval: 10 * SECOND,
  });

/** One list of a wallet's past: where it is read and what a row of it is. */
export interface HistorySource<T> {
  readonly id: string;
  /** Relative to the wallet's path on the main base. */
  readonly path: string;
  readonly decode: (row: unknown) => T;
}

async function readPage<T>(
  address: string,
  { path, decode }: HistorySource<T>,
  limit: number,
  cursor: string | null,
  signal?: AbortSignal,
) {
  const page = await mainApi.page(
    `${userPath(address)}/${path}${query({ limit, cursor: cursor ?? undefined })}`,
    signal ? { signal } : {},
  );
  return { rows: (page.info as readonly unknown[]).map(decode), nextCursor: page.nextCursor };
}

export function historyQuery<T>(address: string, source: HistorySource<T>) {
  return infiniteQueryOptions({
    queryKey: [...userKey(address), "history", source.id],
    queryFn: ({ signal, pageParam }) => readPage(address, source, PAGE_ROWS, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
    refetchInterval: 5 * SECOND,
  });
}

/** Every row, newest first, for a file; of a longer history the newest. */
export async function readWhole<T>(address: string, source: HistorySource<T>): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < FILE_PAGES_MAX; page += 1) {
    const read: Awaited<ReturnType<typeof readPage<T>>> = await readPage(
      address,
      source,
      FILE_PAGE_ROWS,
      cursor,
    );
    rows.push(...read.rows);
    cursor = read.nextCursor;
    if (cursor === null) break;
  }
  return rows;
}
