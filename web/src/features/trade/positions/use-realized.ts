import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { expressApi } from "@/api/http";
import { userKey } from "@/api/queries";
import type { CollateralE6 } from "@/domain/amounts";
import type { MarginAccount } from "@/domain/model";
import { parseCollateral } from "@/domain/parse";
import { useWallet } from "@/state/wallet-store";

/** What each position has realized since it was opened, by market; read again when one changes. */
export function useRealized(account: MarginAccount | null) {
  const address = useWallet((state) => state.session.address) ?? "";
  const state = (account?.positions ?? [])
    .map((one) => `${one.marketId} ${one.size} ${one.entryPrice}`)
    .join();
  const { data } = useQuery({
    queryKey: [...userKey(address), "realized", state],
    queryFn: ({ signal }) =>
      expressApi.get("/portfolio/{user}/positions/realized", { path: { user: address }, signal }),
    enabled: state !== "",
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });
  return (marketId: number): CollateralE6 | null => {
    const row = data?.positions.find(
      (one) => one.marginAccountId === account?.id && one.marketId === marketId,
    );
    return row ? parseCollateral(row.realized) : null;
  };
}
