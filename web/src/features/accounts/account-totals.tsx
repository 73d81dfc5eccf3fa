import { useQuery } from "@tanstack/react-query";
import { balancesQuery, exchangeQuery } from "@/api/queries";
import { engineClock } from "@/domain/clock";
import { formatDuration } from "@/domain/format";
import { Amount } from "@/ui/amount";
import { Figure, Figures } from "@/ui/page";
import { totalsQuery } from "./api";

/** What the wallet and all its accounts hold, by the server's own sums. */
export function AccountTotals({ address }: { readonly address: string }) {
  const { data: totals } = useQuery(totalsQuery(address));
  const { data: balances } = useQuery(balancesQuery(address));
  const { data: exchange } = useQuery(exchangeQuery);
  const delayS = exchange?.settlementDelay ?? null;
  return (
    <Figures label="Totals">
      <Figure label="Margin in all accounts" note="collateral, without open profit and loss">
        <Amount value={totals?.margin} kind="CollateralE6" unit="USD" />
      </Figure>
      <Figure label="Open profit and loss">
        <Amount value={totals?.pnl} kind="CollateralE6" unit="USD" trend />
      </Figure>
      <Figure label="On its way to the wallet" note={delayS === null ? null : delayText(delayS)}>
        <Amount value={totals?.pendingSettlement} kind="CollateralE6" unit="USD" />
      </Figure>
      <Figure label="In the wallet">
        <Amount value={balances?.collateral} kind="CollateralE6" unit="USD" />
      </Figure>
    </Figures>
  );
}

function delayText(delayS: number): string {
  const { rate } = engineClock;
  const here = rate > 1 ? `, about ${formatDuration(delayS / rate)} here` : "";
  return `after a delay of ${formatDuration(delayS)}${here}`;
}
