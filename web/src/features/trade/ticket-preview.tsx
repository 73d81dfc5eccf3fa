import type { ReactNode } from "react";
import type { CollateralE6 } from "@/lib/amounts";
import { ApiError } from "@/lib/api";
import type { Market, PositionQuote } from "@/lib/model";
import { Amount, Multiple, Rate } from "@/ui/amount";
import { breakEvenMove, reasonText, totalRate } from "./model/quote-words";
import css from "./ticket.module.css";
import type { LiveQuote } from "./use-position-quote";

interface TicketPreviewProps {
  readonly quote: LiveQuote;
  readonly market: Market;
}

/** Every figure here is the server's, for exactly the order that would be sent. */
export function TicketPreview({ quote: live, market }: TicketPreviewProps) {
  const quote = live.data;
  return (
    <section className={css["preview"]} aria-label="Preview" aria-live="polite">
      <dl className={css["lines"]} data-stale={quote !== null && live.isStale}>
        <Line label="Fill price">
          <Amount value={quote?.fillPrice} kind="PriceE8" unit="USD" />
        </Line>
        <Line label="Price impact">
          <Rate value={quote?.priceImpact} digits={3} signed />
        </Line>
        <Line label="Fee">
          <Amount value={quote?.tradeFee} kind="CollateralE6" unit="USD" />
        </Line>
        {quote?.surcharge ? (
          <Line label="Level surcharge">
            <Amount value={quote.surcharge} kind="CollateralE6" unit="USD" />
          </Line>
        ) : null}
        <Line label="Liquidation price" tone="liquidation">
          <Amount value={quote?.liquidationPrice} kind="PriceE8" unit="USD" />
        </Line>
        <Line label="Leverage">
          <Multiple value={quote?.leverage} />
        </Line>
        <Line label="Margin after">
          <Amount
            value={quote?.availableAfter ?? quote?.collateralAfter}
            kind="CollateralE6"
            unit="USD"
          />
        </Line>
        <Line label="Required after">
          <Amount value={quote?.requiredAfter} kind="CollateralE6" unit="USD" />
        </Line>
        <Line label="Funding rate, per day">
          <Rate
            value={quote?.fundingParts ? totalRate(quote.fundingParts) : null}
            digits={4}
            signed
          />
        </Line>
        <Line label="Funding, next hour">
          <Amount value={quote?.fundingOneHour} kind="CollateralE6" unit="USD" digits={4} trend />
        </Line>
        <CostLine label="Cost of 1 day" cost={quote?.costOfHolding?.oneDay} />
        <CostLine label="Cost of 7 days" cost={quote?.costOfHolding?.sevenDays} />
        <CostLine label="Cost of 30 days" cost={quote?.costOfHolding?.thirtyDays} />
        <BreakEven quote={quote} />
      </dl>
      <Reasons live={live} market={market} />
    </section>
  );
}

interface CostLineProps {
  readonly label: string;
  /** Fee, surcharge, mark-down and funding together: positive is paid, negative is received. */
  readonly cost: CollateralE6 | null | undefined;
}

function CostLine({ label, cost }: CostLineProps) {
  const isReceived = cost !== null && cost !== undefined && cost < 0n;
  return (
    <Line label={label} tone={isReceived ? "received" : undefined}>
      {isReceived ? "you receive " : null}
      <Amount value={isReceived ? (-cost as CollateralE6) : cost} kind="CollateralE6" unit="USD" />
    </Line>
  );
}

/** Where the index has to stand in thirty days, and how far that is from here. */
function BreakEven({ quote }: { readonly quote: PositionQuote | null }) {
  return (
    <Line label="Break-even, 30 days">
      <Amount value={quote?.breakEvenPrice} kind="PriceE8" unit="USD" />{" "}
      {quote ? (
        <span className={css["quiet"]}>
          (<Rate value={breakEvenMove(quote)} signed />)
        </span>
      ) : null}
    </Line>
  );
}

function Reasons({ live, market }: { readonly live: LiveQuote; readonly market: Market }) {
  const { data: quote, error, isOld, isStale } = live;
  if (error) {
    const text = error instanceof ApiError ? error.humanText : "No quote for this order.";
    return <p className={css["reason"]}>{text}</p>;
  }
  if (isOld) {
    return (
      <p className={css["reason"]}>
        The server has not renewed this quote. Nothing is sent on an old one.
      </p>
    );
  }
  if (!quote || quote.isExecutable || isStale) return null;
  return quote.reasons.map((code) => (
    <p key={code} className={css["reason"]} data-code={code}>
      {reasonText(code, market)}
    </p>
  ));
}

interface LineProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly tone?: "liquidation" | "received" | undefined;
}

function Line({ label, children, tone }: LineProps) {
  return (
    <div className={css["line"]} data-tone={tone}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
