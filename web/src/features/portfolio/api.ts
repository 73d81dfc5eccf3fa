/** Reads of everything that a wallet has and had. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { expressApi, mainApi } from "@/api/http";
import { userKey } from "@/api/queries";
import { parseCollateral, parsePoints, parseToken } from "@/domain/parse";
import type { MainCalls } from "@/generated/api";
import { type Range, toPerformance } from "./model/performance";

const SECOND = 1000;
const PAGE_ROWS = 50;
const FILE_PAGE_ROWS = 200;
/** A file ends after so many pages: 40,000 rows. */
const FILE_PAGES_MAX = 200;

export const portfolioQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "portfolio"],
    queryFn: async ({ signal }) => {
      const path = { user: address };
      const wire = await expressApi.get("/portfolio/{user}", { path, signal });
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
      const query = { user: address };
      return parsePoints((await mainApi.get("/points/balance", { query, signal })).points);
    },
    refetchInterval: 15 * SECOND,
  });

export const performanceQuery = (address: string, window: Range) =>
  queryOptions({
    queryKey: [...userKey(address), "performance", window],
    queryFn: async ({ signal }) =>
      toPerformance(
        await expressApi.get("/portfolio/{user}/history/performance", {
          path: { user: address },
          query: { window },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 5 * SECOND,
  });

export const valueHistoryQuery = (address: string, window: Range) =>
  queryOptions({
    queryKey: [...userKey(address), "values", window],
    queryFn: async ({ signal }) => {
      const wire = await expressApi.get("/portfolio/{user}/history/value", {
        path: { user: address },
        query: { window },
        signal,
      });
      return wire.points.map(({ timestamp, value }) => ({
        timestamp,
        value: parseCollateral(value),
      }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: 10 * SECOND,
  });

/** One list of a wallet's past: where it is read and what a row of it is. */
export interface HistorySource<T, Path extends HistoryPath> {
  readonly id: string;
  readonly path: Path;
  readonly decode: (row: WireRow<Path>) => T;
}

/** Relative to the wallet's path on the main base. */
export type HistoryPath =
  | "commands"
  | `history/${"trade" | "margin-transfer" | "lp" | "liquidation"}`;
type WireRow<Path extends HistoryPath> =
  MainCalls[`GET /user/{user}/${Path}`]["answer"]["info"][number];

async function readPage<T, Path extends HistoryPath>(
  address: string,
  { path, decode }: HistorySource<T, Path>,
  limit: number,
  cursor: string | null,
  signal?: AbortSignal,
) {
  const page = await mainApi.page(`/user/{user}/${path as HistoryPath}`, {
    path: { user: address },
    query: { limit, cursor: cursor ?? undefined },
    signal,
  });
  // Any of the lists to the compiler; the path says which.
  const rows = page.info as readonly WireRow<HistoryPath>[] as readonly WireRow<Path>[];
  return { rows: rows.map(decode), nextCursor: page.nextCursor };
}

export function historyQuery<T, Path extends HistoryPath>(
  address: string,
  source: HistorySource<T, Path>,
) {
  return infiniteQueryOptions({
    queryKey: [...userKey(address), "history", source.id],
    queryFn: ({ signal, pageParam }) => readPage(address, source, PAGE_ROWS, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
    refetchInterval: 5 * SECOND,
  });
}

/** Every row, newest first, for a file; of a longer history the newest. */
export async function readWhole<T, Path extends HistoryPath>(
  address: string,
  source: HistorySource<T, Path>,
): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < FILE_PAGES_MAX; page += 1) {
    const read: Awaited<ReturnType<typeof readPage<T, Path>>> = await readPage(
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
