import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { stream } from "@/api/live";
import type { Auction } from "@/generated/api";
import { comingAuctionQuery, decodeAuction, lastAuctionQuery } from "./api";

interface MarketDelta {
  readonly auctions?: readonly Auction[];
}

/** The next call auction of a market, and the last one as the stream says it. */
export function useAuction(marketId: number, symbol: string) {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = lastAuctionQuery(symbol);
    return stream.subscribe(`market:${marketId}`, {
      snapshot: () => undefined,
      delta: (data) => {
        const last = (data as MarketDelta).auctions?.at(-1);
        if (last === undefined) return;
        void client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, decodeAuction(last));
        void client.invalidateQueries({ queryKey: comingAuctionQuery(symbol).queryKey });
      },
    });
  }, [client, marketId, symbol]);
  const coming = useQuery(comingAuctionQuery(symbol)).data ?? null;
  const last = useQuery(lastAuctionQuery(symbol)).data ?? null;
  return { coming, last };
}
