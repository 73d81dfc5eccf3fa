import type { Market } from "@/domain/model";
import { BracketFields, TicketPreview } from "./lazy-ticket";
import { OrderOutcome } from "./order-outcome";
import { PriceLimitField } from "./price-limit-field";
import css from "./ticket.module.css";
import { TicketAction } from "./ticket-action";
import { TicketFields } from "./ticket-fields";
import { NOTICE_ID, NoticeLine } from "./ticket-notice-line";
import { useOrder } from "./use-order";
import type { Ticket } from "./use-ticket";

export interface NowTicketProps {
  readonly market: Market;
  readonly form: Ticket;
  readonly hasFaucet?: boolean;
  readonly onDone?: () => void;
}

/**
 * Asks the server for a quote of what is typed and sends the same order it quoted. The controls
 * scroll where room is short; the outcome of the order, the notice and the button never do.
 */
export function NowTicket({ market, form, hasFaucet = false, onDone }: NowTicketProps) {
  const order = useOrder(market, form, onDone);
  const { ticket, act } = form;
  const { quote } = order;
  return (
    <form
      className={css["form"]}
      aria-label="Order ticket"
      onSubmit={(event) => {
        event.preventDefault();
        void order.submit();
      }}
    >
      <div className={css["fields"]}>
        <TicketFields
          market={market}
          form={form}
          quote={quote.data}
          amountError={order.amountError}
        />
        <PriceLimitField
          limit={ticket.limit}
          problem={order.limitError}
          noticeId={NOTICE_ID}
          quote={quote.data}
          onChange={(change) => act({ type: "limit", change })}
        />
        <div className={css["bracket"]}>
          <BracketFields form={form} error={order.bracket.error} hasLoss />
        </div>
        <TicketPreview quote={quote} />
      </div>
      <div className={css["foot"]}>
        <OrderOutcome quote={quote} addsExposure={form.addsExposure} />
        <NoticeLine market={market} notice={order.notice} />
        <TicketAction
          market={market}
          side={ticket.side}
          label={`${order.verb} ${market.symbol}`}
          isReady={order.isReady}
          isSending={order.isSending}
          hasFaucet={hasFaucet}
        />
      </div>
    </form>
  );
}
