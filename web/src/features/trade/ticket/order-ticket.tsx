import type { Market, Side } from "@/domain/model";
import { SIZE_CHIPS } from "../model/trade-keys";
import { useTradeKeys } from "../use-trade-keys";
import { OrderOutcome } from "./order-outcome";
import { PriceLimitField } from "./price-limit-field";
import css from "./ticket.module.css";
import { TicketAction } from "./ticket-action";
import { TicketFields } from "./ticket-fields";
import { NOTICE_ID, NoticeLine } from "./ticket-notice-line";
import { TicketPreview } from "./ticket-preview";
import { useOrder } from "./use-order";

interface OrderTicketProps {
  readonly market: Market;
  readonly firstSide?: Side;
  readonly hasFaucet?: boolean;
  readonly onDone?: () => void;
}

/**
 * Asks the server for a quote of what is typed and sends the same order it quoted. The controls
 * scroll where room is short; the outcome of the order, the notice and the button never do.
 */
export function OrderTicket(props: OrderTicketProps) {
  const { market, firstSide = "long", hasFaucet = false, onDone } = props;
  const order = useOrder(market, firstSide, onDone);
  const { ticket, act, largest, quote } = order;
  useTradeKeys({
    side: (side) => act({ type: "side", side }),
    size: (place) => {
      const percent = SIZE_CHIPS[place];
      if (largest && percent !== undefined) act({ type: "share", percent, limit: largest });
    },
    clear: () => act({ type: "amount", text: "" }),
  });
  return (
    <form
      className={css["ticket"]}
      aria-label="Order ticket"
      onSubmit={(event) => {
        event.preventDefault();
        void order.submit();
      }}
    >
      <div className={css["fields"]}>
        <TicketFields market={market} order={order} />
        <PriceLimitField
          limit={ticket.limit}
          problem={order.limitError}
          noticeId={NOTICE_ID}
          quote={quote.data}
          onChange={(change) => act({ type: "limit", change })}
        />
        <TicketPreview quote={quote} />
      </div>
      <div className={css["foot"]}>
        <OrderOutcome quote={quote} addsExposure={order.addsExposure} />
        <NoticeLine market={market} notice={order.notice} />
        <TicketAction
          market={market}
          side={ticket.side}
          verb={order.verb}
          isReady={order.isReady}
          isSending={order.isSending}
          hasFaucet={hasFaucet}
        />
      </div>
    </form>
  );
}
