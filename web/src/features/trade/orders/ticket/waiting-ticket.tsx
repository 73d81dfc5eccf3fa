import type { Market } from "@/domain/model";
import { PriceLimitField } from "../../ticket/price-limit-field";
import css from "../../ticket/ticket.module.css";
import { TicketAction } from "../../ticket/ticket-action";
import { TicketFields } from "../../ticket/ticket-fields";
import { NOTICE_ID, NoticeLine } from "../../ticket/ticket-notice-line";
import type { Ticket } from "../../ticket/use-ticket";
import { missingWords, type WaitingMode } from "../model/entry";
import { BracketFields, PriceField } from "./bracket-fields";
import { useWaitingOrder } from "./use-waiting-order";
import { TrailField, WaitingOptions } from "./waiting-options";
import { WaitingOutcome } from "./waiting-outcome";

export interface WaitingTicketProps {
  readonly market: Market;
  readonly form: Ticket;
  readonly mode: WaitingMode;
  readonly hasFaucet?: boolean;
  readonly onDone?: () => void;
}

/** The ticket of an order that waits for a price update or a price. */
export function WaitingTicket(props: WaitingTicketProps) {
  const { market, form, mode, hasFaucet = false, onDone } = props;
  const order = useWaitingOrder(market, form, mode, onDone);
  const { ticket, act } = form;
  const { quote, fields, error } = order;
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
          quote={quote.data?.atTrigger ?? null}
          amountError={order.amountError}
        >
          {mode === "stop" ? <TrailField order={order} /> : null}
          {mode === "limit" ? (
            <PriceField
              label="Limit price"
              text={fields.priceText}
              isBad={error !== null}
              onChange={(priceText) => order.change({ priceText })}
            />
          ) : null}
        </TicketFields>
        {mode === "limit" ? null : order.isReduceOnly ? (
          <PriceField
            label="Worst price (optional)"
            text={ticket.limit.priceText}
            isBad={error !== null}
            onChange={(priceText) => act({ type: "limit", change: { priceText } })}
          />
        ) : (
          <PriceLimitField
            limit={ticket.limit}
            problem={error}
            noticeId={NOTICE_ID}
            quote={quote.data?.atTrigger ?? null}
            onChange={(change) => act({ type: "limit", change })}
          />
        )}
        {order.isReduceOnly ? null : <BracketFields form={form} error={error} />}
        <WaitingOptions form={form} mode={mode} order={order} />
      </div>
      <div className={css["foot"]}>
        <WaitingOutcome
          quote={quote}
          mode={mode}
          addsExposure={form.addsExposure}
          hint={missingWords(mode, ticket)}
        />
        <NoticeLine market={market} notice={order.notice} />
        <TicketAction
          market={market}
          side={ticket.side}
          label={order.label}
          isReady={order.isReady}
          isSending={order.isSending}
          hasFaucet={hasFaucet}
        />
      </div>
    </form>
  );
}
