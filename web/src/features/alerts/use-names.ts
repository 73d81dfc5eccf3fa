import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { marginAccountsQuery, summariesQuery } from "@/api/queries";
import type { Names } from "./model/words";

/** Names of markets and of the wallet's accounts. */
export function useNames(address: string): Names {
  const markets = useQuery(summariesQuery).data;
  const accounts = useQuery(marginAccountsQuery(address)).data;
  return useMemo(
    () => ({
      market: (id) => markets?.find(({ marketId }) => marketId === id)?.name ?? null,
      account: (id) => accounts?.find((account) => account.id === id)?.name || null,
    }),
    [markets, accounts],
  );
}

/** Where an event leads: the market of a price, else the page of its kind. */
export function useSymbols(): (marketId: number) => string | null {
  const markets = useQuery(summariesQuery).data;
  return (id) => markets?.find(({ marketId }) => marketId === id)?.symbol ?? null;
}
