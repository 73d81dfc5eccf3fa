import { queryOptions } from "@tanstack/react-query";
import type { CollateralE6, RateE12 } from "@/lib/amounts";
import { expressApi, mainApi, query } from "@/lib/api";
import { decodeCommand } from "@/lib/decode-account";
import { asList, asObject, count, text } from "@/lib/json";
import type { CommandRecord } from "@/lib/model";
import { parseCollateral, parseRate } from "@/lib/parse";
import { userKey } from "@/lib/queries";

/** The server calls that only the wallet feature makes. */

const COMMANDS_READ = 20;
const COMMANDS_READ_MAX = 40;

let commandReads = 0;

/**
 * The newest commands of a user as the exchange saw them. The answer may be cached for two seconds;
 * asking for one row more each time gives every poll an address of its own.
 */
export async function recentCommands(user: string): Promise<readonly CommandRecord[]> {
  commandReads = (commandReads + 1) % (COMMANDS_READ_MAX - COMMANDS_READ);
  const limit = COMMANDS_READ + commandReads;
  const rows = await mainApi.get(`/user/${user}/commands${query({ limit })}`);
  return asList(rows, "commands").map(decodeCommand);
}

export interface FaucetDrop {
  readonly signature: string;
}

export async function requestFaucet(address: string): Promise<FaucetDrop> {
  const body = asObject(await expressApi.post("/faucet", { address }), "faucet");
  return { signature: text(body, "signature") };
}

export const maxWithdrawableQuery = (address: string, marginAccountId: number) =>
  queryOptions({
    queryKey: [...userKey(address), "quote", "withdraw", marginAccountId],
    queryFn: async ({ signal }): Promise<CollateralE6> => {
      const path = `/user/${address}/quote/withdraw-margin${query({ marginAccountId })}`;
      const row = asObject(await mainApi.get(path, { signal }), "withdraw quote");
      return parseCollateral(row["maxWithdrawableAmount"]);
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
    const exchange = asObject(await mainApi.get("/account/exchange", { signal }), "exchange");
    const rules = asObject(exchange["specification"], "specification");
    return {
      minAmount: parseCollateral(rules["minSettlementAmount"]),
      maxTipRate: parseRate(rules["maxKeeperTipRate"]),
      delayS: count(exchange, "settlementDelay"),
    };
  },
  staleTime: 60_000,
});
