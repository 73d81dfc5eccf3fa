import { queryOptions } from "@tanstack/react-query";
import { expressApi, mainApi } from "@/api/http";
import { userKey } from "@/api/queries";
import type { CollateralE6, RateE12 } from "@/domain/amounts";
import { parseCollateral, parseRate } from "@/domain/parse";
import type { CommandRow } from "@/generated/api";

/** The server calls that only the wallet feature makes. */

const COMMANDS_READ = 20;
const COMMANDS_READ_MAX = 40;

let commandReads = 0;

/**
 * The newest commands of a user as the exchange saw them. The answer may be cached for two seconds;
 * asking for one row more each time gives every poll an address of its own.
 */
export async function recentCommands(user: string): Promise<readonly CommandRow[]> {
  commandReads = (commandReads + 1) % (COMMANDS_READ_MAX - COMMANDS_READ);
  const limit = COMMANDS_READ + commandReads;
  return await mainApi.get("/user/{user}/commands", { path: { user }, query: { limit } });
}

export function requestFaucet(address: string) {
  return expressApi.post("/faucet", { body: { address } });
}

export const maxWithdrawableQuery = (address: string, marginAccountId: number) =>
  queryOptions({
    queryKey: [...userKey(address), "quote", "withdraw", marginAccountId],
    queryFn: async ({ signal }): Promise<CollateralE6> => {
      const quote = await mainApi.get("/user/{user}/quote/withdraw-margin", {
        path: { user: address },
        query: { marginAccountId },
        signal,
      });
      return parseCollateral(quote.maxWithdrawableAmount);
    },
    refetchInterval: 4_000,
  });

export interface WithdrawRules {
  readonly minAmount: CollateralE6;
  readonly maxTipRate: RateE12;
  readonly delayS: number;
}

export const withdrawRulesQuery = queryOptions({
  queryKey: ["exchange", "withdraw-rules"],
  queryFn: async ({ signal }): Promise<WithdrawRules> => {
    const exchange = await mainApi.get("/account/exchange", { signal });
    return {
      minAmount: parseCollateral(exchange.specification.minSettlementAmount),
      maxTipRate: parseRate(exchange.specification.maxKeeperTipRate),
      delayS: exchange.settlementDelay,
    };
  },
  staleTime: 60_000,
});
