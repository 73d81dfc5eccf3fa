import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { summariesQuery } from "@/api/queries";
import { useTradingAccount } from "@/domain/account";
import { useIsNarrow } from "@/state/use-media";
import { Empty } from "@/ui/page/empty";
import { Failure, Loading, StaleNote } from "@/ui/page/panel";
import { BasketButton } from "../basket/basket-button";
import type { PositionEntry } from "../model/position-entry";
import {
  CloseAllDialog,
  CloseDialog,
  PositionCards,
  ProtectDialog,
  ReverseDialog,
  SharePosition,
} from "./lazy-dialogs";
import type { PositionRequest } from "./position-list.types";
import { PositionRows } from "./position-rows";
import { useRealized } from "./use-realized";

/** The chosen account's positions, as a table or, where it is narrow, as cards. */
export function PositionsTable() {
  const { address, account, isLoading, error, isStale, retry } = useTradingAccount();
  const { data: summaries } = useQuery(summariesQuery);
  const [request, setRequest] = useState<PositionRequest | null>(null);
  const areCards = useIsNarrow();
  const realizedOf = useRealized(account);
  if (address === null) {
    return <Empty title="No positions yet" text="Connect a wallet to open one." />;
  }
  if (isLoading) return <Loading label="positions" />;
  if (error) return <Failure what="Positions" error={error} onRetry={retry} />;
  const entries: readonly PositionEntry[] = (account?.positions ?? []).map((position) => ({
    position,
    market: summaries?.find(({ marketId }) => marketId === position.marketId) ?? null,
    realized: realizedOf(position.marketId),
  }));
  const List = areCards ? PositionCards : PositionRows;
  const asked =
    request === null || request.kind === "closeAll"
      ? null
      : (entries.find(({ position }) => position.marketId === request.marketId) ?? null);
  const shared = account && { accountId: account.id, address, onClosed: () => setRequest(null) };
  return (
    <>
      <StaleNote isStale={isStale} />
      {entries.length === 0 ? (
        <Empty title="No open positions" text="Choose a side and an amount to open one." />
      ) : (
        <List entries={entries} onRequest={setRequest} />
      )}
      {account ? <BasketButton /> : null}
      {asked && shared && request?.kind === "close" ? (
        <CloseDialog entry={asked} {...shared} />
      ) : null}
      {asked && shared && request?.kind === "reverse" ? (
        <ReverseDialog entry={asked} {...shared} />
      ) : null}
      {asked && shared && request?.kind === "protect" ? (
        <ProtectDialog entry={asked} {...shared} />
      ) : null}
      {asked && request?.kind === "share" ? (
        <SharePosition entry={asked} onClosed={() => setRequest(null)} />
      ) : null}
      {shared && request?.kind === "closeAll" ? (
        <CloseAllDialog entries={entries} {...shared} />
      ) : null}
    </>
  );
}
