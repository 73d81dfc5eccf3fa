import { useQuery } from "@tanstack/react-query";
import { balancesQuery, settlementRequestsQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { useDeposit } from "@/domain/account";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { Stat, Stats } from "@/ui/figures/stat";
import { Failure } from "@/ui/page/panel";
import { WalletSlot } from "@/ui/wallet/wallet-slot";
import { performanceQuery, portfolioQuery } from "./api";
import { nextPayout } from "./model/next-payout";
import css from "./portfolio-page.module.css";

/** What the wallet has: on the exchange, as P&L, on its way and in the wallet. */
export function PortfolioFigures({ address }: { readonly address: string }) {
  const query = useQuery(portfolioQuery(address));
  const { data: performance } = useQuery(performanceQuery(address, "all"));
  const { data: balances } = useQuery(balancesQuery(address));
  const failure = useQueryFailure(query);
  const { data } = query;
  if (failure) {
    return <Failure what="The totals" error={failure} onRetry={() => void query.refetch()} />;
  }
  return (
    <Stats label="Totals">
      <Stat
        size="large"
        label="Account value"
        value={<Amount value={data?.accountValue} kind="CollateralE6" unit="USD" />}
        note="Margin, open P&L, pool deposits and withdrawals on their way"
      />
      <Stat
        label="P&L, all time"
        value={<Amount value={performance?.parts.pnl} kind="CollateralE6" unit="USD" trend />}
        note="Excludes deposits and withdrawals"
      />
      <Stat
        label="Unrealized P&L"
        value={<Amount value={data?.pnl} kind="CollateralE6" unit="USD" trend />}
        note="Open positions"
      />
      <OnItsWay address={address} pending={data?.pendingSettlement} />
      <Stat
        label="In your wallet"
        value={<Amount value={balances?.collateral} kind="CollateralE6" unit="USD" />}
        note={<WalletActions collateral={balances?.collateral ?? null} />}
      />
    </Stats>
  );
}

interface OnItsWayProps {
  readonly address: string;
  readonly pending: Parameters<typeof Amount<"CollateralE6">>[0]["value"];
}

function OnItsWay({ address, pending }: OnItsWayProps) {
  const { data } = useQuery(settlementRequestsQuery(address));
  const next = nextPayout(data ?? []);
  return (
    <Stat
      label="On its way"
      value={<Amount value={pending} kind="CollateralE6" unit="USD" />}
      note={
        next === null ? (
          "No withdrawal pending"
        ) : (
          <>
            Arrives in <Countdown untilS={next.maturity} done="seconds" />
          </>
        )
      }
    />
  );
}

/** The one next step: test money for an empty wallet, else a deposit. */
function WalletActions({ collateral }: { readonly collateral: bigint | null }) {
  const deposit = useDeposit();
  if (collateral === null) return null;
  return (
    <span className={css["actions"]}>
      {collateral === 0n ? (
        <WalletSlot name="faucet" />
      ) : (
        <Button
          size="small"
          look="accent"
          disabled={deposit === null}
          onClick={deposit ?? undefined}
        >
          Deposit
        </Button>
      )}
    </span>
  );
}
