import { queryOptions } from "@tanstack/react-query";
import { expressApi } from "@/api/http";
import { userKey } from "@/api/queries";
import { parseCollateral } from "@/domain/parse";

/** The server's sums over all of a wallet's accounts. */
export const totalsQuery = (address: string) =>
  queryOptions({
    queryKey: [...userKey(address), "account-totals"],
    queryFn: async ({ signal }) => {
      const path = { user: address };
      const { totals } = await expressApi.get("/portfolio/{user}", { path, signal });
      return {
        margin: parseCollateral(totals.margin),
        pendingSettlement: parseCollateral(totals.pendingSettlement),
        pnl: parseCollateral(totals.pnl),
      };
    },
    refetchInterval: 2_000,
  });
