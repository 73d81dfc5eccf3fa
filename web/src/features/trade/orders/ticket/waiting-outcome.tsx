import type { CollateralE6 } from "@/domain/amounts";
import { formatUsd } from "@/domain/format";
import { Amount } from "@/ui/figures/amount";
import { FirstSteps } from "../../ticket/first-steps";
import { MarginRow, Row } from "../../ticket/order-outcome";
import css from "../../ticket/ticket.module.css";
import type { LiveQuote } from "../../ticket/use-position-quote";
import type { WaitingMode } from "../model/entry";
import type { OrderQuote } from "../model/waiting-order";

interface WaitingOutcomeProps {
  readonly quote: LiveQuote<OrderQuote>;
  readonly mode: WaitingMode;
  /** False for an order against the position, which realizes its profit or loss. */
  readonly addsExposure: boolean;
  /** What to fill in before there is an order. */
  readonly hint: string;
}

/** What the order does when it runs, in four rows, as far as the server can say it now. */
export function WaitingOutcome(props: WaitingOutcomeProps) {
  const { quote, mode, addsExposure, hint } = props;
  const { data, isStale } = quote;
  const filled = data?.atTrigger ?? null;
  if (data === null || filled === null) {
    return (
      <div className={css["outcome"]}>
        <FirstSteps hint={hint} />
      </div>
    );
  }
  const { auction, lossToStop, worst } = data;
  const realized = filled.realizedPnl;
  return (
    <dl className={css["outcome"]} data-stale={isStale} aria-label="Outcome of the order">
      <MarginRow change={filled.freeMarginChange} />
      {mode === "stop" || auction === null ? (
        <>
          <Row label="Fills near" term="fill-price">
            <Amount value={filled.fillPrice} kind="PriceE8" unit="USD" />
          </Row>
          <Row label="Fee" term="fee">
            <Amount value={filled.tradeFee} kind="CollateralE6" unit="USD" />
          </Row>
        </>
      ) : (
        <>
          <Row
            label={mode === "limit" ? "Cost when it fills" : "Cost at the update"}
            term="call-auction"
            title={COST_TITLE}
          >
            <span className="figures">{range(auction.costMatched, auction.costWithPool)}</span>
          </Row>
          {mode === "limit" ? (
            <Row label="Fills at" term="fill-price" title={LIMIT_TITLE}>
              <span className="figures">
                {worst === null ? "–" : formatUsd(worst, "PriceE8")} or{" "}
                {data.size > 0n ? "lower" : "higher"}
              </span>
            </Row>
          ) : (
            <Row label="Cost if filled now" term="price-impact" title={NOW_TITLE}>
              <Amount value={auction.costNow} kind="CollateralE6" unit="USD" />
            </Row>
          )}
        </>
      )}
      {lossToStop !== null ? (
        <Row label="Loss at the stop" term="stop-order" title="With the fees of both orders">
          <Amount value={lossToStop} kind="CollateralE6" unit="USD" />
        </Row>
      ) : realized !== null && !addsExposure ? (
        <Row label="Realized P&L" term="realized-pnl">
          <Amount value={realized} kind="CollateralE6" unit="USD" trend />
        </Row>
      ) : (
        <Row label="Liquidated at" term="liquidation-price" tone="liquidation">
          {filled.liquidationPrice === null ? (
            "none"
          ) : (
            <Amount value={filled.liquidationPrice} kind="PriceE8" unit="USD" />
          )}
        </Row>
      )}
    </dl>
  );
}

const LIMIT_TITLE = "Just at your limit only other orders fill it; the pool from a little beyond";
const COST_TITLE = "Fee, surcharge and price impact: all matched, or all with the pool";
const NOW_TITLE = "Fee, surcharge and price impact of the same order now";

function range(least: CollateralE6, most: CollateralE6): string {
  const [one, other] = [formatUsd(least, "CollateralE6"), formatUsd(most, "CollateralE6")];
  return one === other ? one : `${one} to ${other}`;
}
