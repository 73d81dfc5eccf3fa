import { useQuery } from "@tanstack/react-query";
import { balancesQuery } from "@/api/queries";
import { useTradingAccount } from "@/domain/account";

/** Whether the connected wallet has neither a margin account nor money for one. */
export function useNeedsTestMoney(): boolean {
  const { address, account, isLoading } = useTradingAccount();
  const { data } = useQuery({
    ...balancesQuery(address ?? ""),
    enabled: address !== null && account === null,
  });
  return address !== null && account === null && !isLoading && data?.collateral === 0n;
}
