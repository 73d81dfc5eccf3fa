import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useReducer } from "react";
import { useTradingAccount } from "@/lib/account";
import { buildModifyPosition } from "@/lib/builders";
import type { Market, Side } from "@/lib/model";
import { limitsQuery, modifyQuoteQuery, type QuoteInput } from "@/lib/queries";
import { useDebounced } from "@/lib/use-debounced";
import { useWallet } from "@/lib/wallet-store";
import {
  addsExposure,
  FIRST_TICKET,
  orderVerb,
  slippageRate,
  ticketQuoteInput,
  ticketReducer,
} from "./model/ticket";
import css from "./ticket.module.css";
import { TicketAction } from "./ticket-action";
import { TicketFields } from "./ticket-fields";
import { TicketPreview } from "./ticket-preview";

const DEBOUNCE_MS = 180;

interface OrderTicketProps {
  readonly market: Market;
  readonly firstSide?: Side;
  readonly onDone?: () => void;
}

/** Asks the server for a quote of what is typed and sends the same order it quoted. */
export function OrderTicket({ market, firstSide = "long", onDone }: OrderTicketProps) {
  const { address, account } = useTradingAccount();
  const send = useWallet((state) => state.send);
  const [ticket, dispatch] = useReducer(ticketReducer, { ...FIRST_TICKET, side: firstSide });
  const marginAccountId = account?.id ?? null;
  const position = account?.positions.find(({ marketId }) => marketId === market.marketId) ?? null;
  const limit = useLimit(address, marginAccountId, market.marketId, ticket.side);
  const input = ticketQuoteInput(ticket, marginAccountId, market.marketId);
  const quote = useTicketQuote(address, input);
  const slippage = slippageRate(ticket.slippageText);
  const verb = orderVerb(position, ticket.side, quote.data?.delta.size ?? null);

  const submit = async () => {
    if (address === null || input === null || slippage === null) return;
    const label = `${verb} ${market.symbol}`;
    const outcome = await send(() => buildModifyPosition(address, input, slippage), label);
    if (outcome.status !== "applied") return;
    dispatch({ type: "done" });
    onDone?.();
  };

  return (
    <form
      className={css["ticket"]}
      aria-label="Order ticket"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TicketFields
        market={market}
        ticket={ticket}
        dispatch={dispatch}
        limit={limit}
        account={account}
        quote={quote.data}
        showsLeverage={addsExposure(position, ticket.side)}
      />
      <TicketPreview
        quote={quote.data}
        isStale={quote.isStale}
        error={quote.error}
        market={market}
      />
      <TicketAction
        market={market}
        side={ticket.side}
        verb={verb}
        isReady={slippage !== null && quote.data?.isExecutable === true && !quote.isStale}
      />
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

/** The latest quote wins; while the typed order differs from the quoted one it counts as stale. */
function useTicketQuote(address: string | null, input: QuoteInput | null) {
  const settled = useDebounced(input, DEBOUNCE_MS);
  const isEnabled = address !== null && settled !== null;
  const query = useQuery({
    ...modifyQuoteQuery(address ?? "", settled ?? NO_INPUT),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  const isWanted = input !== null && isEnabled;
  const isSettled = JSON.stringify(input) === JSON.stringify(settled);
  return {
    data: isWanted ? (query.data ?? null) : null,
    isStale: !isSettled || query.isPlaceholderData || query.isError,
    error: isWanted && isSettled ? query.error : null,
  };
}

const NO_INPUT: QuoteInput = {
  marginAccountId: 0,
  marketId: 0,
  side: "long",
  input: "0",
  inputKind: "notionalDelta",
};
