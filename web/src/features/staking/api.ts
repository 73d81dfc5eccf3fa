/** Reads of stakes and epochs, and the builders of the stake commands (API 5.6). */
import { queryOptions } from "@tanstack/react-query";
import { expressApi, mainApi } from "@/api/http";
import { userKey, userPath } from "@/api/queries";
import { parseRate, parseToken } from "@/domain/parse";
import type { Balance, EpochPeriod, LockedEpochPeriod, StakingTotals } from "@/generated/api";
import type { BuiltTransaction } from "@/state/wallet-api.types";
import { decodeStake } from "./model/stake";

const SECOND = 1000;

const stakingPath = (address: string) => `/staking/${encodeURIComponent(address)}`;

export const totalsQuery = queryOptions({
  queryKey: ["staking"],
  queryFn: async ({ signal }) => {
    const wire = (await expressApi.get("/staking", { signal })) as StakingTotals;
    return {
      locked: parseToken(wire.totalLocked),
      locking: parseToken(wire.totalLocking),
      unlocking: parseToken(wire.totalUnlocking),
      stakers: wire.stakers,
      apr: parseRate(wire.apr),
    };
  },
  refetchInterval: 5 * SECOND,
});

export const epochQuery = queryOptions({
  queryKey: ["staking", "epoch"],
  queryFn: async ({ signal }) =>
    (await expressApi.get("/staking/epoch-period", { signal })) as EpochPeriod,
  refetchInterval: 2 * SECOND,
});

/** When an amount unstaked now could be withdrawn. */
export const estimateQuery = queryOptions({
  queryKey: ["staking", "estimate"],
  queryFn: async ({ signal }) =>
    (await expressApi.get("/staking/locked-epoch-period-estimate", {
      signal,
    })) as LockedEpochPeriod,
  refetchInterval: 2 * SECOND,
});

export const stakeQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "stake"],
    queryFn: async ({ signal }) =>
      decodeStake(await expressApi.get(`${stakingPath(address)}/balance`, { signal })),
    refetchInterval: 2 * SECOND,
  });

export const tokenBalanceQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "token-balance"],
    queryFn: async ({ signal }) => {
      const path = `${userPath(address)}/prcl-balance`;
      return parseToken(((await mainApi.get(path, { signal })) as Balance).balance);
    },
    refetchInterval: 4 * SECOND,
  });

/** The unsigned transaction of `stake`, `unstake` or `withdraw`. */
export async function buildStakeCommand(
  address: string,
  name: string,
  body: object,
): Promise<BuiltTransaction> {
  const path = `${stakingPath(address)}/${name}`;
  return (await expressApi.post(path, body)) as BuiltTransaction;
}
