import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer, useRef, useState } from "react";
import { buildModifyPosition } from "@/api/builders";
import { limitsQuery, modifyQuoteQuery } from "@/api/queries";
import { outcomeText } from "@/copy/outcomes";
import { useTradingAccount } from "@/domain/account";
import type { Market, Side } from "@/domain/model";
import { type TradeMode, usePreferences } from "@/state/preferences";
import { useWallet } from "@/state/wallet-store";
import { isOf, leveragePreset, modePreset, reducedWords } from "../model/preset";
import { checkLimit, limitProblem, limitRefusal, renewalProblem } from "../model/price-limit";
import { reasonText } from "../model/quote-words";
import {
  type TicketAction as Action,
  addsExposure,
  amountProblem,
  FIRST_TICKET,
  orderVerb,
  sizeUnitOf,
  ticketQuoteInput,
  ticketReducer,
} from "../model/ticket";
import { quoteProblem, ticketNotice } from "../model/ticket-notice";
import { PriceLimitField } from "./price-limit-field";
import css from "./ticket.module.css";
import { TicketAction } from "./ticket-action";
import { TicketFields } from "./ticket-fields";
import { NOTICE_ID, NoticeLine, useMarketNotes } from "./ticket-notice-line";
import { TicketFigures, TicketPreview } from "./ticket-preview";
import { usePositionQuote } from "./use-position-quote";

interface OrderTicketProps {
  readonly market: Market;
  readonly firstSide?: Side;
  /** Folds the further figures away where there is no room for them. */
  readonly isFolded?: boolean;
  readonly onDone?: () => void;
}

/** How much the ticket shows since its first touch: from there on a profile that comes late has no say. */
interface PinnedMode {
  readonly mode: TradeMode;
  /** The wallet that it was pinned for, null: none was connected. It says nothing of another. */
  readonly address: string | null;
  /** Chosen by hand; kept when the wallet changes. */
  readonly isChosen: boolean;
}

/**
 * Asks the server for a quote of what is typed and sends the same order it quoted. The controls
 * scroll where room is short; the figures that matter, the notice and the button never do.
 */
export function OrderTicket(props: OrderTicketProps) {
  const { market, firstSide = "long", isFolded = false, onDone } = props;
  const { address, account } = useTradingAccount();
  const sendCommand = useWallet((state) => state.send);
  const [ticket, dispatch] = useReducer(ticketReducer, { ...FIRST_TICKET, side: firstSide });
  const preferences = usePreferences();
  const [pinned, setPinned] = useState<PinnedMode | null>(null);
  const own = pinned !== null && (pinned.isChosen || pinned.address === address) ? pinned : null;
  const mode = own?.mode ?? modePreset(preferences, address);
  const act = (action: Action) => {
    if (own === null) setPinned({ mode, address, isChosen: false });
    dispatch(action);
  };
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const marginAccountId = account?.id ?? null;
  const position = account?.positions.find(({ marketId }) => marketId === market.marketId) ?? null;
  const largest = useLimit(address, marginAccountId, market.marketId, ticket.side);
  const amountError = amountProblem(ticket, largest, sizeUnitOf(market.metric));
  const input =
    address === null ? null : ticketQuoteInput(ticket, marginAccountId, market.marketId);
  const quote = usePositionQuote(input, (asked) => modifyQuoteQuery(address ?? "", asked));
  const limit = checkLimit(ticket.limit);
  const preset = leveragePreset({
    preferences,
    address,
    isTouched: pinned !== null,
    text: ticket.text,
    position,
    account,
    limit: largest,
    marketMost: market.maxLeverageMultiple,
  });
  const verb = orderVerb(position, ticket.side, quote.data?.delta.size ?? null);
  const showsLeverage = addsExposure(position, ticket.side);
  const limitError = limitProblem(ticket.limit, limit, quote.data);
  const notice = ticketNotice({
    problem,
    amountError,
    limitError,
    quoteProblem: quoteProblem(quote, market),
    notes: useMarketNotes(market),
    addsExposure: showsLeverage,
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

  const send = async () => {
    const { body } = limit;
    const shown = quote.data;
    if (!isReady || address === null || input === null || body === null || !shown) return;
    const fresh = await quote.renew();
    if (orderNow.current !== order) {
      return setProblem("The order was changed meanwhile. Nothing was sent.");
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

  return (
    <form
      className={css["ticket"]}
      aria-label="Order ticket"
      onChange={() => setProblem(null)}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={css["fields"]}>
        <TicketFields
          market={market}
          ticket={ticket}
          dispatch={act}
          preset={preset}
          limit={largest}
          account={account}
          quote={quote.data}
          isBad={amountError !== null}
          showsLeverage={showsLeverage}
        />
        <PriceLimitField
          limit={ticket.limit}
          problem={limitError}
          noticeId={NOTICE_ID}
          quote={quote.data}
          onChange={(change) => act({ type: "limit", change })}
        />
        <TicketPreview
          quote={quote}
          mode={mode}
          isFolded={isFolded}
          isModeOfProfile={own === null && isOf(preferences, address)}
          onMode={(chosen) => setPinned({ mode: chosen, address, isChosen: true })}
        />
      </div>
      <div className={css["foot"]}>
        <NoticeLine market={market} notice={notice} />
        <TicketFigures quote={quote} />
        <TicketAction
          market={market}
          side={ticket.side}
          verb={verb}
          isReady={isReady}
          isSending={isSending}
        />
      </div>
    </form>
  );
}

function useLimit(address: string | null, accountId: number | null, marketId: number, side: Side) {
  const { data } = useQuery({
    ...limitsQuery(address ?? "", accountId ?? 0, marketId),
    enabled: address !== null && accountId !== null,
  });
  return data?.find((limit) => limit.side === side) ?? null;
}
