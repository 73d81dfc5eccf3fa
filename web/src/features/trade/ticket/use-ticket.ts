import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer, useState } from "react";
import { limitsQuery } from "@/api/queries";
import { useTradingAccount } from "@/domain/account";
import type { Market, Side } from "@/domain/model";
import { usePreferences } from "@/state/preferences";
import { leveragePreset } from "../model/preset";
import {
  addsExposure,
  FIRST_TICKET,
  type TicketAction,
  ticketQuoteInput,
  ticketReducer,
} from "../model/ticket";

/** What is typed into a ticket, and whose order it is; the same however the order fills. */
export function useTicket(market: Market, firstSide: Side) {
  const { address, account } = useTradingAccount();
  const [ticket, dispatch] = useReducer(ticketReducer, { ...FIRST_TICKET, side: firstSide });
  const [isTouched, setIsTouched] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const preferences = usePreferences();
  const { marketId } = market;
  const marginAccountId = account?.id ?? null;
  const position = account?.positions.find((row) => row.marketId === marketId) ?? null;
  const largest = useLimit(address, marginAccountId, marketId, ticket.side);
  const preset = leveragePreset({
    preferences,
    address,
    isTouched,
    text: ticket.text,
    position,
    account,
    limit: largest,
    marketMost: market.maxLeverageMultiple,
  });

  // A price is of one market: as the limit of another it would protect from nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each market begins without one
  useEffect(() => {
    dispatch({ type: "prices" });
    setProblem(null);
  }, [marketId]);

  const act = (action: TicketAction) => {
    setIsTouched(true);
    setProblem(null);
    dispatch(action);
  };

  return {
    ticket,
    act,
    address,
    account,
    position,
    largest,
    preset,
    /** What the ticket asks the server about; null while it is no order. */
    input: address === null ? null : ticketQuoteInput(ticket, marginAccountId, marketId),
    addsExposure: addsExposure(position, ticket.side),
    /** The outcome of the last attempt to send. */
    problem,
    setProblem,
  };
}

export type Ticket = ReturnType<typeof useTicket>;

function useLimit(address: string | null, accountId: number | null, marketId: number, side: Side) {
  const { data } = useQuery({
    ...limitsQuery(address ?? "", accountId ?? 0, marketId),
    enabled: address !== null && accountId !== null,
  });
  return data?.find((limit) => limit.side === side) ?? null;
}
