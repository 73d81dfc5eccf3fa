import type { BasketQuote } from "@/api/basket";
import type { CollateralE6 } from "@/domain/amounts";
import { Amount, Multiple, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";

interface BasketFiguresProps {
  readonly quote: BasketQuote | null;
  readonly isStale: boolean;
}

/** The account after all orders, by the server's quote. */
export function BasketFigures({ quote, isStale }: BasketFiguresProps) {
  const freed = quote?.freeMarginChange ?? null;
  const sets = freed !== null && freed < 0n;
  return (
    <Facts look="bare" isStale={quote !== null && isStale}>
      <FactLine label={freed === null || sets ? "You put up" : "You get back"}>
        <Amount value={sets ? (-freed as CollateralE6) : freed} kind="CollateralE6" unit="USD" />
      </FactLine>
      <FactLine label="Fees">
        <Amount value={quote?.tradeFee} kind="CollateralE6" unit="USD" />
      </FactLine>
      {quote?.surcharge ? (
        <FactLine label="Trend surcharge">
          <Amount value={quote.surcharge} kind="CollateralE6" unit="USD" />
        </FactLine>
      ) : null}
      {quote?.realizedPnl ? (
        <FactLine label="Realized P&L">
          <Amount value={quote.realizedPnl} kind="CollateralE6" unit="USD" trend />
        </FactLine>
      ) : null}
      <FactLine label="Available margin after">
        <Amount value={quote?.availableAfter} kind="CollateralE6" unit="USD" />
      </FactLine>
      <FactLine label="Leverage after">
        <Multiple value={quote?.leverage} />
      </FactLine>
      <FactLine label="Liquidation if all move against you by">
        {quote !== null && quote.liquidationMove === null ? (
          "none"
        ) : (
          <Rate value={quote?.liquidationMove} digits={2} />
        )}
      </FactLine>
    </Facts>
  );
}
