import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { balancesQuery, portfolioQuery } from "@/lib/queries";
import { Amount } from "@/ui/amount";
import { Failure } from "@/ui/panel";
import css from "./portfolio-page.module.css";

/** Four figures; each is the server's. */
export function PortfolioFigures({ address }: { readonly address: string }) {
  const { data, error, refetch } = useQuery(portfolioQuery(address));
  const { data: balances } = useQuery(balancesQuery(address));
  if (error && !data) {
    return <Failure what="The totals" error={error} onRetry={() => void refetch()} />;
  }
  return (
    <dl className={css["figures"]} aria-label="Totals">
      <Figure label="Account value">
        <Amount value={data?.accountValue} kind="CollateralE6" unit="USD" />
      </Figure>
      <Figure label="Unrealised P&L">
        <Amount value={data?.pnl} kind="CollateralE6" unit="USD" trend />
      </Figure>
      <Figure label="Being withdrawn">
        <Amount value={data?.pendingSettlement} kind="CollateralE6" unit="USD" />
      </Figure>
      <Figure label="In the wallet">
        <Amount value={balances?.collateral} kind="CollateralE6" unit="USD" />
      </Figure>
    </dl>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={css["figure"]}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
