import type { ReactNode } from "react";
import type { CollateralE6 } from "@/domain/amounts";
import type { PositionQuote } from "@/domain/model";
import { Amount, Rate } from "@/ui/figures/amount";
import { Term } from "@/ui/term";
import type { TermId } from "@/words/glossary";
import { breakEvenMove, liquidationMove, orderCosts } from "../model/quote-words";
import { FirstSteps } from "./first-steps";
import css from "./ticket.module.css";
import type { LiveQuote } from "./use-position-quote";

interface OrderOutcomeProps {
  readonly quote: LiveQuote;
  /** False for an order against the position, which realizes its profit or loss. */
  readonly addsExposure: boolean;
}

/** What the order does, in four rows; before there is an order, the steps up to the first one. */
export function OrderOutcome({ quote, addsExposure }: OrderOutcomeProps) {
  const { data, isStale } = quote;
  if (data === null || !data.isExecutable) {
    return (
      <div className={css["outcome"]}>
        <FirstSteps hint="Enter an amount to see what the order does." />
      </div>
    );
  }
  return (
    <dl className={css["outcome"]} data-stale={isStale} aria-label="Outcome of the order">
      <MarginRow change={data.freeMarginChange} />
      <Row label="Liquidated at" term="liquidation-price" tone="liquidation">
        {data.liquidationPrice === null ? (
          "none"
        ) : (
          <>
            <Amount value={data.liquidationPrice} kind="PriceE8" unit="USD" />{" "}
            <span className={css["quiet"]}>
              (<Rate value={liquidationMove(data)} signed digits={1} />)
            </span>
          </>
        )}
      </Row>
      {data.realizedPnl !== null && !addsExposure ? (
        <Row label="Realized P&L" term="realized-pnl">
          <Amount value={data.realizedPnl} kind="CollateralE6" unit="USD" trend />
        </Row>
      ) : (
        <Row label="Break-even in 30 days" term="break-even">
          <Amount value={data.breakEvenPrice} kind="PriceE8" unit="USD" />{" "}
          <span className={css["quiet"]}>
            (<Rate value={breakEvenMove(data)} signed />)
          </span>
        </Row>
      )}
      <CostRow quote={data} />
    </dl>
  );
}

const MARGIN_TITLE = "Margin this order sets aside, fees included. Your whole account backs it.";

export function MarginRow({ change }: { readonly change: CollateralE6 | null }) {
  const isFreed = change !== null && change > 0n;
  return (
    <Row label={isFreed ? "You get back" : "You put up"} term="free-margin" title={MARGIN_TITLE}>
      <Amount
        value={change === null || isFreed ? change : (-change as CollateralE6)}
        kind="CollateralE6"
        unit="USD"
      />
    </Row>
  );
}

/** Fees and the funding of thirty days; the parts are in the tooltip. */
function CostRow({ quote }: { readonly quote: PositionQuote }) {
  const cost = quote.costOfHolding?.thirtyDays ?? null;
  const isReceived = cost !== null && cost < 0n;
  return (
    <Row label="Fees and funding, 30 days" term="holding-cost" title={orderCosts(quote)}>
      {isReceived ? <span className={css["quiet"]}>you earn </span> : null}
      <Amount value={isReceived ? (-cost as CollateralE6) : cost} kind="CollateralE6" unit="USD" />
    </Row>
  );
}

interface RowProps {
  readonly label: string;
  readonly term: TermId;
  readonly title?: string;
  readonly tone?: "liquidation";
  readonly children: ReactNode;
}

export function Row({ label, term, title, tone, children }: RowProps) {
  return (
    <div data-tone={tone} title={title}>
      <dt>
        <Term id={term}>{label}</Term>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
