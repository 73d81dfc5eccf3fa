import type { ReactNode } from "react";
import type { CollateralE6 } from "@/lib/amounts";
import { ApiError } from "@/lib/api";
import type { Market, PositionQuote } from "@/lib/model";
import { explainReason } from "@/lib/reasons";
import { Amount, Multiple, Rate } from "@/ui/amount";
import css from "./ticket.module.css";

interface TicketPreviewProps {
  readonly quote: PositionQuote | null;
  readonly isStale: boolean;
  readonly error: unknown;
  readonly market: Market;
}

/** Every figure here is the server's, for exactly the order that would be sent. */
export function TicketPreview({ quote, isStale, error, market }: TicketPreviewProps) {
  const increaseBlock = market.increaseBlockedUntil;
  return (
    <section className={css["preview"]} aria-label="Preview" aria-live="polite">
      <dl className={css["lines"]} data-stale={quote !== null && isStale}>
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
        <Line label="Funding, next hour">
          <Amount value={quote?.fundingOneHour} kind="CollateralE6" unit="USD" digits={4} trend />
        </Line>
        <CostLine label="Cost of 1 day" cost={quote?.costOfHolding?.oneDay} />
        <CostLine label="Cost of 7 days" cost={quote?.costOfHolding?.sevenDays} />
        <CostLine label="Cost of 30 days" cost={quote?.costOfHolding?.thirtyDays} />
        <Line label="Break-even in 30 days">
          <Amount value={quote?.breakEvenPrice} kind="PriceE8" unit="USD" />
        </Line>
      </dl>
      <Reasons quote={quote} isStale={isStale} error={error} />
      {increaseBlock !== null && !quote ? (
        <p className={css["note"]}>{explainReason("ENTRY_WINDOW")}</p>
      ) : null}
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

function Reasons({ quote, isStale, error }: Omit<TicketPreviewProps, "market">) {
  if (error) {
    const text = error instanceof ApiError ? error.humanText : "No quote for this order.";
    return <p className={css["reason"]}>{text}</p>;
  }
  if (!quote || quote.isExecutable || isStale) return null;
  return quote.reasons.map((code) => (
    <p key={code} className={css["reason"]} data-code={code}>
      {explainReason(code)}
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
