import { useState } from "react";
import { ApiError } from "@/api/http";
import { useLiveMarket, useLiveMarkets } from "@/api/live";
import { explainReason } from "@/copy/messages";
import { engineClock } from "@/domain/clock";
import { formatDateTime, formatUsd } from "@/domain/format";
import type { Market } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import type { PerpOrderBody } from "@/generated/api";
import { useWallet } from "@/state/wallet-store";
import { reasonText } from "../../model/quote-words";
import { amountProblem, orderVerb } from "../../model/ticket";
import type { TicketNotice } from "../../model/ticket-notice";
import { type LiveQuote, usePositionQuote } from "../../ticket/use-position-quote";
import type { Ticket } from "../../ticket/use-ticket";
import { orderQuoteQuery } from "../api";
import { buildPlaceOrder } from "../commands";
import {
  checkEntry,
  endOf,
  FIRST_WAITING,
  placedBody,
  quoteBody,
  type WaitingFields,
  type WaitingMode,
} from "../model/entry";
import { orderOutcome, refusalWords } from "../model/order-words";
import type { OrderQuote } from "../model/waiting-order";

/** An order that waits: the server's quote of it, and placing it. */
export function useWaitingOrder(
  market: Market,
  form: Ticket,
  mode: WaitingMode,
  onDone: (() => void) | undefined,
) {
  const { ticket, act, address, position, input, addsExposure, problem, setProblem } = form;
  const [fields, setFields] = useState(FIRST_WAITING);
  const [isSending, setIsSending] = useState(false);
  const sendCommand = useWallet((state) => state.send);
  const index = useLiveMarket(market.marketId)?.indexPrice ?? market.indexPrice;
  const isHalted = useLiveMarkets().exchangeStatus === "halted";
  const isReduceOnly = !addsExposure && (fields.reduceOnly ?? mode === "stop");
  const entry = checkEntry({ mode, ticket, fields, isReduceOnly, index });
  // What the account can open now says nothing of the time when the order runs.
  const amountError = amountProblem(ticket, null, areaUnit(market.metric));
  const quote = usePositionQuote<PerpOrderBody, OrderQuote>(
    amountError === null ? quoteBody(input, entry) : null,
    (asked) => orderQuoteQuery(address ?? "", asked),
  );
  const label = orderLabel(mode, form, market);
  const isReady =
    amountError === null &&
    entry.terms !== null &&
    quote.data?.isPlaceable === true &&
    !isTooSmall(quote.data) &&
    !quote.isStale;
  const blocker = isHalted
    ? info("The exchange is halted. No orders can be placed.")
    : firstProblem(amountError ?? entry.error, quote);

  const change = (next: Partial<WaitingFields>) => {
    setProblem(null);
    setFields((known) => ({ ...known, ...next }));
  };

  const send = async () => {
    const body = quoteBody(input, entry);
    const nowS = engineClock.now();
    if (!isReady || address === null || body === null || nowS === null) return;
    const placed = placedBody(body, fields.days, nowS);
    const build = () => buildPlaceOrder(address, placed, market.symbol, quote.data);
    const outcome = await sendCommand(build, label, placed);
    if (outcome.status !== "applied") return setProblem(orderOutcome(outcome));
    setFields(({ days }) => ({ ...FIRST_WAITING, days }));
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

  return {
    fields,
    change,
    isReduceOnly,
    amountError,
    error: entry.error,
    quote,
    label,
    verb: orderVerb(position, ticket.side, quote.data?.size ?? null),
    isReady: isReady && !isHalted,
    isSending,
    submit,
    notice:
      problem === null ? (blocker ?? waitNotice(quote.data, market, fields, mode)) : said(problem),
  };
}

export type PendingOrder = ReturnType<typeof useWaitingOrder>;

function orderLabel(mode: WaitingMode, { ticket, position }: Ticket, market: Market): string {
  const { symbol } = market;
  if (mode === "auction") return `${orderVerb(position, ticket.side)} ${symbol} at update`;
  return `Place ${mode}: ${ticket.side === "long" ? "buy" : "sell"} ${symbol}`;
}

const said = (text: string): TicketNotice => ({ text, untilS: null, tone: "problem" });
const info = (text: string): TicketNotice => ({ text, untilS: null, tone: "info" });

/** An order below the minimum is taken by the exchange and refused when it runs. */
const TOO_SMALL = "POSITION_TOO_SMALL";

function isTooSmall({ atTrigger }: OrderQuote): boolean {
  return atTrigger?.reasons.includes(TOO_SMALL) ?? false;
}

/** The first thing in the way of the order. */
function firstProblem(error: string | null, quote: LiveQuote<OrderQuote>): TicketNotice | null {
  if (error !== null) return { text: error, untilS: null, tone: "error" };
  if (quote.error) {
    const { error: failure } = quote;
    return info(failure instanceof ApiError ? failure.humanText : "No quote for this order.");
  }
  if (quote.isOld) return info("This quote is out of date. Waiting for a fresh one.");
  if (quote.data !== null && isTooSmall(quote.data)) return info(explainReason(TOO_SMALL));
  const [code] = quote.data?.placingReasons ?? [];
  return code === undefined || quote.isStale ? null : info(refusalWords(code));
}

/** Until when it waits, what it holds, and what would be in its way if it ran now. */
function waitNotice(
  quote: OrderQuote | null,
  market: Market,
  { days }: WaitingFields,
  mode: WaitingMode,
) {
  if (quote === null) return null;
  const [code] = quote.atTrigger?.reasons ?? [];
  const isBeyond = code === "SLIPPAGE_EXCEEDED";
  if (isBeyond && mode === "auction") {
    return info("The pool's price is beyond your limit: it fills as far as others match it.");
  }
  if (isBeyond && mode === "stop") {
    return info("At the stop this size would fill beyond your limit: it would wait.");
  }
  // At its limit the pool is always a little beyond it: no reason to warn of.
  if (code !== undefined && !isBeyond && code !== "ENTRY_WINDOW") {
    return info(`It would not fill as things are. ${reasonText(code, market)}`);
  }
  const nowS = engineClock.now();
  const until = nowS === null ? "" : `Waits until ${formatDateTime(endOf(days, nowS))}. `;
  const margin = quote.orderMargin === 0n ? "" : `Holds ${usd(quote.orderMargin)} of margin.`;
  return { text: `${until}${margin}`.trim(), untilS: null, tone: "quiet" } as const;
}

const usd = (value: bigint) => formatUsd(value, "CollateralE6");
