/** Reads of stakes and epochs, and the builders of the stake commands (API 5.6). */
import { queryOptions } from "@tanstack/react-query";
import { expressApi, mainApi } from "@/api/http";
import { userKey } from "@/api/queries";
import { parseRate, parseToken } from "@/domain/parse";
import type { ExpressCalls } from "@/generated/api";
import type { BuiltTransaction } from "@/state/wallet-api.types";
import { decodeStake } from "./model/stake";

const SECOND = 1000;

export const totalsQuery = queryOptions({
  queryKey: ["staking"],
  queryFn: async ({ signal }) => {
    const wire = await expressApi.get("/staking", { signal });
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
  queryFn: ({ signal }) => expressApi.get("/staking/epoch-period", { signal }),
  refetchInterval: 2 * SECOND,
});

/** When an amount unstaked now could be withdrawn. */
export const estimateQuery = queryOptions({
  queryKey: ["staking", "estimate"],
  queryFn: ({ signal }) => expressApi.get("/staking/locked-epoch-period-estimate", { signal }),
  refetchInterval: 2 * SECOND,
});

export const stakeQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "stake"],
    queryFn: async ({ signal }) =>
      decodeStake(
        await expressApi.get("/staking/{user}/balance", { path: { user: address }, signal }),
      ),
    refetchInterval: 2 * SECOND,
  });

export const tokenBalanceQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "token-balance"],
    queryFn: async ({ signal }) => {
      const path = { user: address };
      const { balance } = await mainApi.get("/user/{user}/prcl-balance", { path, signal });
      return parseToken(balance);
    },
    refetchInterval: 4 * SECOND,
  });

type StakeName = "stake" | "unstake" | "withdraw";

/** The unsigned transaction of `stake`, `unstake` or `withdraw`. */
export async function buildStakeCommand(
  address: string,
  name: StakeName,
  body: ExpressCalls[`POST /staking/{user}/${StakeName}`]["body"],
): Promise<BuiltTransaction> {
  return await expressApi.post(`/staking/{user}/${name}`, { path: { user: address }, body });
}
