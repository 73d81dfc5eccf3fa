import { ApiError } from "@/api/http";
import { explainReason } from "@/copy/messages";
import type { CollateralE6 } from "@/domain/amounts";
import { Amount, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { realizedShare } from "../model/reduce";
import type { LiveQuote } from "../ticket/use-position-quote";
import css from "./positions.module.css";

/** What a close or a reversal realizes, frees and costs, by the server's quote. */
export function ReduceFigures({ quote: { data, isStale } }: { readonly quote: LiveQuote }) {
  const freed = data?.freeMarginChange ?? null;
  const sets = freed !== null && freed < 0n;
  return (
    <>
      <p className={css["realized"]} data-stale={data !== null && isStale} role="status">
        Realize <Amount value={data?.realizedPnl} kind="CollateralE6" unit="USD" trend />{" "}
        <span className="quiet">
          {data ? (
            <>
              (<Rate value={realizedShare(data)} signed />)
            </>
          ) : null}
        </span>
      </p>
      <Facts look="bare" isStale={data !== null && isStale}>
        <FactLine label={sets ? "You put up" : "You get back"}>
          <Amount value={sets ? (-freed as CollateralE6) : freed} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Fee">
          <Amount value={data?.tradeFee} kind="CollateralE6" unit="USD" />
        </FactLine>
        {data?.surcharge ? (
          <FactLine label="Trend surcharge">
            <Amount value={data.surcharge} kind="CollateralE6" unit="USD" />
          </FactLine>
        ) : null}
        <FactLine label="Fill price">
          <Amount value={data?.fillPrice} kind="PriceE8" unit="USD" />{" "}
          <span className="quiet">
            (<Rate value={data?.priceImpact} digits={3} signed />)
          </span>
        </FactLine>
        <FactLine label="Available margin after">
          <Amount value={data?.availableAfter} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Liquidation price after">
          {data && data.liquidationPrice === null ? (
            "none"
          ) : (
            <Amount value={data?.liquidationPrice} kind="PriceE8" unit="USD" />
          )}
        </FactLine>
      </Facts>
    </>
  );
}

interface ReasonProps {
  readonly quote: LiveQuote;
  /** Of the last attempt to send. */
  readonly problem: string | null;
}

/** The first reason against the order; nothing while there is none. */
export function Reason({ quote, problem }: ReasonProps) {
  const { error, data } = quote;
  const [code] = data?.reasons ?? [];
  const reason = error instanceof ApiError ? error.humanText : code && explainReason(code);
  const text = problem ?? reason;
  if (!text) return null;
  return (
    <p className={css["reason"]} role={problem === null ? undefined : "alert"}>
      {text}
    </p>
  );
}
