import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { summariesQuery } from "@/api/queries";
import { useTradingAccount } from "@/domain/account";
import { askToClose, type CloseRequest } from "@/state/close-request";
import { toast } from "@/state/toast";
import { CloseDialog } from "./close-dialog";
import { useRealized } from "./use-realized";

export interface RequestedCloseProps {
  readonly request: CloseRequest;
}

/** The close dialog that a notice asked for; of a position that is closed by now it says so. */
export function RequestedClose({ request }: RequestedCloseProps) {
  const { owner, marginAccountId, marketId } = request;
  const { address, accounts, isLoading } = useTradingAccount();
  const { data: summaries } = useQuery(summariesQuery);
  const account = address === owner ? accounts.find(({ id }) => id === marginAccountId) : undefined;
  const position = account?.positions.find((row) => row.marketId === marketId);
  const realizedOf = useRealized(account ?? null);
  const isGone = !isLoading && position === undefined;
  useEffect(() => {
    if (!isGone) return;
    askToClose(null);
    toast.info("This position is no longer open.");
  }, [isGone]);
  if (position === undefined) return null;
  const market = summaries?.find((row) => row.marketId === marketId) ?? null;
  return (
    <CloseDialog
      entry={{ position, market, realized: realizedOf(marketId) }}
      accountId={marginAccountId}
      address={owner}
      onClosed={() => askToClose(null)}
    />
  );
}
