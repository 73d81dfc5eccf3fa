import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer, useRef, useState } from "react";
import { buildModifyPosition } from "@/api/builders";
import { limitsQuery, modifyQuoteQuery } from "@/api/queries";
import { outcomeText } from "@/copy/outcomes";
import { useTradingAccount } from "@/domain/account";
import type { Market, Side } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { usePreferences } from "@/state/preferences";
import { useWallet } from "@/state/wallet-store";
import { leveragePreset, reducedWords } from "../model/preset";
import { checkLimit, limitProblem, limitRefusal, renewalProblem } from "../model/price-limit";
import { reasonText } from "../model/quote-words";
import {
  addsExposure,
  amountProblem,
  FIRST_TICKET,
  orderVerb,
  type TicketAction,
  ticketQuoteInput,
  ticketReducer,
} from "../model/ticket";
import { quoteProblem, ticketNotice } from "../model/ticket-notice";
import { useMarketNotes } from "./ticket-notice-line";
import { usePositionQuote } from "./use-position-quote";

/** The order of a ticket: what is typed, the server's quote of it, and sending the quoted order. */
export function useOrder(market: Market, firstSide: Side, onDone: (() => void) | undefined) {
  const { address, account } = useTradingAccount();
  const sendCommand = useWallet((state) => state.send);
  const [ticket, dispatch] = useReducer(ticketReducer, { ...FIRST_TICKET, side: firstSide });
  const [isTouched, setIsTouched] = useState(false);
  const preferences = usePreferences();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const marginAccountId = account?.id ?? null;
  const position = account?.positions.find(({ marketId }) => marketId === market.marketId) ?? null;
  const largest = useLimit(address, marginAccountId, market.marketId, ticket.side);
  const amountError = amountProblem(ticket, largest, areaUnit(market.metric));
  const input =
    address === null ? null : ticketQuoteInput(ticket, marginAccountId, market.marketId);
  const quote = usePositionQuote(input, (asked) => modifyQuoteQuery(address ?? "", asked));
  const limit = checkLimit(ticket.limit);
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
  const verb = orderVerb(position, ticket.side, quote.data?.delta.size ?? null);
  const adds = addsExposure(position, ticket.side);
  const limitError = limitProblem(ticket.limit, limit, quote.data);
  const notice = ticketNotice({
    problem,
    amountError,
    limitError,
    quoteProblem: quoteProblem(quote, market),
    notes: useMarketNotes(market),
    addsExposure: adds,
    reducedLeverage: preset === null ? null : reducedWords(preset, market.symbol),
  });
  const isReady =
    amountError === null &&
    limit.body !== null &&
    limitRefusal(quote.data, limit.price) === null &&
    quote.data?.isExecutable === true &&
    !quote.isStale;

  const order = JSON.stringify([address, input, limit.body]);
  const orderNow = useRef(order);
  useEffect(() => {
    orderNow.current = order;
  }, [order]);

  // A price is of one market: as the limit of another it would protect from nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each market begins without one
  useEffect(() => {
    dispatch({ type: "limit", change: { priceText: "" } });
    setProblem(null);
  }, [market.marketId]);

  const act = (action: TicketAction) => {
    setIsTouched(true);
    setProblem(null);
    dispatch(action);
  };

  const send = async () => {
    const { body } = limit;
    const shown = quote.data;
    if (!isReady || address === null || input === null || body === null || !shown) return;
    const fresh = await quote.renew();
    if (orderNow.current !== order) {
      return setProblem("The order changed in the meantime. Nothing was sent.");
    }
    const stale = renewalProblem(shown, fresh, body);
    if (stale !== null) return setProblem(stale);
    const reason = fresh?.reasons[0];
    if (reason !== undefined) return setProblem(reasonText(reason, market));
    const label = `${verb} ${market.symbol}`;
    const outcome = await sendCommand(() => buildModifyPosition(address, input, body), label);
    if (outcome.status !== "applied") return setProblem(outcomeText(outcome));
    dispatch({ type: "done" });
    onDone?.();
  };

  const submit = async () => {
    if (isSending) return;
    setProblem(null);
    setIsSending(true);
    await send();
    setIsSending(false);
  };

  return {
    ticket,
    act,
    account,
    position,
    largest,
    quote,
    preset,
    verb,
    addsExposure: adds,
    amountError,
    limitError,
    notice,
    isReady,
    isSending,
    submit,
  };
}

export type Order = ReturnType<typeof useOrder>;

function useLimit(address: string | null, accountId: number | null, marketId: number, side: Side) {
  const { data } = useQuery({
    ...limitsQuery(address ?? "", accountId ?? 0, marketId),
    enabled: address !== null && accountId !== null,
  });
  return data?.find((limit) => limit.side === side) ?? null;
}
