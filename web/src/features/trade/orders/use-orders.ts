import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { summariesQuery } from "@/api/queries";
import { useTradingAccount } from "@/domain/account";
import { areaUnit } from "@/domain/reader/area";
import { useWallet } from "@/state/wallet-store";
import { waitingOrdersQuery } from "./api";
import type { WaitingOrder } from "./model/waiting-order";

const NONE: readonly WaitingOrder[] = [];

/** The open orders of the chosen account; private, so only of a wallet that has signed in. */
export function useOrders() {
  const { address, account } = useTradingAccount();
  const isSignedIn = useWallet((state) => state.session.signedIn);
  const query = useQuery({
    ...waitingOrdersQuery(address ?? ""),
    enabled: address !== null && isSignedIn,
  });
  const rows = address === null ? undefined : query.data;
  const accountId = account?.id;
  const orders = useMemo(
    () => rows?.filter(({ marginAccountId }) => marginAccountId === accountId) ?? NONE,
    [rows, accountId],
  );
  return { address, account, isSignedIn, query, orders };
}

/** Name and unit of markets by id. */
export function useMarketOf() {
  const { data } = useQuery(summariesQuery);
  return (marketId: number) => {
    const market = data?.find((row) => row.marketId === marketId);
    return {
      name: market?.name ?? `Market ${marketId}`,
      symbol: market?.symbol ?? null,
      unit: areaUnit(market?.metric ?? "sqft"),
    };
  };
}
