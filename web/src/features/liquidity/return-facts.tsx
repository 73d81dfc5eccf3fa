import { useQuery } from "@tanstack/react-query";
import { parseCollateral, toWire } from "@/lib/parse";
import { Amount, Rate } from "@/ui/amount";
import { FactLine, Facts, Prose } from "@/ui/page";
import { Panel } from "@/ui/panel";
import { poolQuery, poolSeriesQuery } from "./api";

/** What the pool's result is made of, as far as the exchange tells it apart. */
export function ReturnFacts() {
  const { data: pool } = useQuery(poolQuery);
  const { data: profits } = useQuery(poolSeriesQuery("aggregate-pnl", "all"));
  const traders = profits?.at(-1)?.raw;
  return (
    <Panel title="Where the return comes from">
      <Facts>
        <FactLine label="Fees earned, in all">
          <Amount value={pool?.cumulativeFee} kind="CollateralE6" unit="USD" signed />
        </FactLine>
        <FactLine label="Fees, a year (30 days)">
          <Rate value={pool?.feeApr} digits={4} />
        </FactLine>
        <FactLine label="Traders’ profit, in all">
          <Amount
            value={traders === undefined ? null : parseCollateral(toWire(traders))}
            kind="CollateralE6"
            unit="USD"
            signed
          />
        </FactLine>
        <FactLine label="of that not yet realised">
          <Amount value={pool?.unrealizedPnl} kind="CollateralE6" unit="USD" signed />
        </FactLine>
      </Facts>
      <Prose>
        <p>
          Fees only ever add to the pool. Traders’ profit is taken from it and their losses go to
          it; the funding that they pay or receive is part of that figure. The yearly rate looks
          back at the fees alone: it is not what you will earn.
        </p>
      </Prose>
    </Panel>
  );
}
