import { useQuery } from "@tanstack/react-query";
import { balancesQuery, exchangeQuery } from "@/api/queries";
import { engineClock } from "@/domain/clock";
import { Amount } from "@/ui/figures/amount";
import { Figure, Figures } from "@/ui/page/page";
import { spokenDuration } from "@/words/spoken-duration";
import { totalsQuery } from "./api";

/** What the wallet and all its accounts hold, by the server's own sums. */
export function AccountTotals({ address }: { readonly address: string }) {
  const { data: totals } = useQuery(totalsQuery(address));
  const { data: balances } = useQuery(balancesQuery(address));
  const { data: exchange } = useQuery(exchangeQuery);
  const delayS = exchange?.settlementDelay ?? null;
  return (
    <Figures label="Totals">
      <Figure label="Total collateral" note="without unrealized P&L">
        <Amount value={totals?.margin} kind="CollateralE6" unit="USD" />
      </Figure>
      <Figure label="Unrealized P&L">
        <Amount value={totals?.pnl} kind="CollateralE6" unit="USD" trend />
      </Figure>
      <Figure label="Withdrawing" note={delayS === null ? null : delayText(delayS)}>
        <Amount value={totals?.pendingSettlement} kind="CollateralE6" unit="USD" />
      </Figure>
      <Figure label="Wallet balance">
        <Amount value={balances?.collateral} kind="CollateralE6" unit="USD" />
      </Figure>
    </Figures>
  );
}

function delayText(delayS: number): string {
  const { rate } = engineClock;
  return `arrives in your wallet after ${spokenDuration(Math.ceil(delayS / Math.max(1, rate)))}`;
}
