import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { balancesQuery } from "@/api/queries";
import { useDeposit, useTradingAccount } from "@/domain/account";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import { Failure } from "@/ui/page/panel";
import { WalletSlot } from "@/ui/wallet/wallet-slot";
import css from "./account.module.css";
import { AccountSwitch } from "./account-switch";
import { Health, HealthWarning } from "./health-text";
import { OnItsWay } from "./on-its-way";
import { useNeedsTestMoney } from "./use-needs-test-money";

/** The margin account in use as one line: its figures, deposit, withdrawal and the faucet. */
export function AccountStrip() {
  const { address, account, accounts, error, retry } = useTradingAccount();
  const openDialog = useWallet((state) => state.openDialog);
  const deposit = useDeposit();
  // The ticket offers it then, as the next step.
  const needsMoney = useNeedsTestMoney();
  if (address === null) return <div className={css["strip"]} />;
  if (error) return <Failure what="The account" error={error} onRetry={retry} />;
  return (
    <section aria-label="Account">
      <div className={css["strip"]}>
        <AccountSwitch accounts={accounts} current={account} />
        <dl className={css["line"]}>
          <OnItsWay address={address} />
          {account ? (
            <>
              {account.wasRecentlyLiquidated ? (
                <Entry label="Last 24 h">
                  <span className={css["bad"]}>liquidated</span>
                </Entry>
              ) : null}
              <Entry label="Available margin">
                <Amount value={account.availableMargin} kind="CollateralE6" unit="USD" />
              </Entry>
              <Entry label="Margin">
                <Health account={account} />
              </Entry>
              <Entry label="Unrealized P&L">
                <Amount value={account.pnl.total.value} kind="CollateralE6" unit="USD" trend />
              </Entry>
              <Entry label="Collateral">
                <Amount value={account.collateral} kind="CollateralE6" unit="USD" />
              </Entry>
            </>
          ) : null}
          <WalletBalance address={address} />
        </dl>
        <div className={css["stripButtons"]}>
          {needsMoney ? null : (
            <span className={css["faucet"]}>
              <WalletSlot name="faucet" />
            </span>
          )}
          <Button size="small" disabled={deposit === null} onClick={deposit ?? undefined}>
            Deposit
          </Button>
          {account ? (
            <Button
              size="small"
              onClick={() => openDialog({ kind: "withdraw", marginAccountId: account.id })}
            >
              Withdraw
            </Button>
          ) : null}
        </div>
      </div>
      {account ? <HealthWarning account={account} /> : null}
    </section>
  );
}

function WalletBalance({ address }: { readonly address: string }) {
  const { data } = useQuery(balancesQuery(address));
  return (
    <Entry label="In wallet">
      <Amount value={data?.collateral} kind="CollateralE6" unit="USD" />
    </Entry>
  );
}

function Entry({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
