import { useQuery } from "@tanstack/react-query";
import { balancesQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { Amount } from "@/ui/amount";
import { Figure, Figures } from "@/ui/page";
import { Failure } from "@/ui/panel";
import { portfolioQuery } from "./api";

/** Four figures; each is the server's. */
export function PortfolioFigures({ address }: { readonly address: string }) {
  const query = useQuery(portfolioQuery(address));
  const { data: balances } = useQuery(balancesQuery(address));
  const failure = useQueryFailure(query);
  const { data } = query;
  if (failure) {
    return <Failure what="The totals" error={failure} onRetry={() => void query.refetch()} />;
  }
  return (
    <Figures label="Totals">
      <Figure label="Account value" note="margin, deposits in the pool, payouts on their way">
        <Amount value={data?.accountValue} kind="CollateralE6" unit="USD" />
      </Figure>
      <Figure label="Unrealised P&L" note="of open positions">
        <Amount value={data?.pnl} kind="CollateralE6" unit="USD" trend />
      </Figure>
      <Figure label="Being withdrawn" note="on its way to the wallet">
        <Amount value={data?.pendingSettlement} kind="CollateralE6" unit="USD" />
      </Figure>
      <Figure label="In the wallet" note="not part of the account value">
        <Amount value={balances?.collateral} kind="CollateralE6" unit="USD" />
      </Figure>
    </Figures>
  );
}
