import { useEffect, useRef, useState } from "react";
import { buildModifyPosition } from "@/api/builders";
import { modifyQuoteQuery } from "@/api/queries";
import { outcomeText } from "@/copy/outcomes";
import type { Market } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { useWallet } from "@/state/wallet-store";
import { checkBracket, NO_BRACKET } from "../model/bracket";
import { reducedWords } from "../model/preset";
import { checkLimit, limitProblem, limitRefusal, renewalProblem } from "../model/price-limit";
import { reasonText } from "../model/quote-words";
import { amountProblem, orderVerb } from "../model/ticket";
import { quoteProblem, ticketNotice } from "../model/ticket-notice";
import { useMarketNotes } from "./ticket-notice-line";
import { usePositionQuote } from "./use-position-quote";
import type { Ticket } from "./use-ticket";

/** An order that fills now: the server's quote of it, and sending the quoted order. */
export function useOrder(market: Market, form: Ticket, onDone: (() => void) | undefined) {
  const { ticket, act, address, position, largest, preset, input, problem, setProblem } = form;
  const sendCommand = useWallet((state) => state.send);
  const [isSending, setIsSending] = useState(false);
  const amountError = amountProblem(ticket, largest, areaUnit(market.metric));
  const quote = usePositionQuote(input, (asked) => modifyQuoteQuery(address ?? "", asked));
  const limit = checkLimit(ticket.limit);
  const verb = orderVerb(position, ticket.side, quote.data?.delta.size ?? null);
  const limitError = limitProblem(ticket.limit, limit, quote.data);
  // What reduces a position leaves one on the other side, for which the prices are not meant.
  const bracket = checkBracket(
    form.addsExposure ? ticket.bracket : NO_BRACKET,
    ticket.side,
    quote.data?.fillPrice ?? market.indexPrice,
  );
  const notice = ticketNotice({
    problem,
    amountError,
    limitError: limitError ?? bracket.error,
    quoteProblem: quoteProblem(quote, market),
    notes: useMarketNotes(market),
    addsExposure: form.addsExposure,
    reducedLeverage: preset === null ? null : reducedWords(preset, market.symbol),
  });
  const isReady =
    amountError === null &&
    bracket.error === null &&
    limit.body !== null &&
    limitRefusal(quote.data, limit.price) === null &&
    quote.data?.isExecutable === true &&
    !quote.isStale;

  const order = JSON.stringify([address, input, limit.body, bracket.body]);
  const orderNow = useRef(order);
  useEffect(() => {
    orderNow.current = order;
  }, [order]);

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
    const build = () => buildModifyPosition(address, input, body, bracket.body);
    const outcome = await sendCommand(build, label);
    if (outcome.status !== "applied") return setProblem(outcomeText(outcome));
    act({ type: "done" });
    onDone?.();
  };

  const submit = async () => {
    if (isSending) return;
    setProblem(null);
    setIsSending(true);
    await send();
    setIsSending(false);
  };

  return { quote, verb, amountError, limitError, bracket, notice, isReady, isSending, submit };
}
