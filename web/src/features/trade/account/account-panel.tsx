import { useQuery } from "@tanstack/react-query";
import { balancesQuery } from "@/api/queries";
import { useDeposit, useTradingAccount } from "@/domain/account";
import type { MarginAccount } from "@/domain/model";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { HealthBar } from "@/ui/figures/health";
import { Empty } from "@/ui/page/empty";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { WalletSlot } from "@/ui/wallet/wallet-slot";
import css from "./account.module.css";
import { AccountSwitch } from "./account-switch";
import { Health, HealthWarning } from "./health-text";
import { OnItsWay } from "./on-its-way";

/** The margin account in use, where there is room for a list: phones and tablets. */
export function AccountPanel() {
  const { address, account, accounts, isLoading, error, retry } = useTradingAccount();
  const openDialog = useWallet((state) => state.openDialog);
  const deposit = useDeposit();
  if (address === null) {
    return (
      <Panel title="Account">
        <Empty title="No account yet" text="Connect a wallet to see your balance and margin." />
      </Panel>
    );
  }
  return (
    <Panel title="Account" actions={<AccountSwitch accounts={accounts} current={account} />}>
      {isLoading ? <Loading label="the account" /> : null}
      {error ? <Failure what="The account" error={error} onRetry={retry} /> : null}
      <Facts look="dense">
        <OnItsWay address={address} />
        <WalletBalance address={address} />
        {account ? <AccountFigures account={account} /> : null}
      </Facts>
      {account ? <HealthWarning account={account} /> : null}
      <div className={css["buttons"]}>
        <Button
          size="small"
          look={account ? "plain" : "accent"}
          disabled={deposit === null}
          onClick={deposit ?? undefined}
        >
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
        <WalletSlot name="faucet" />
      </div>
    </Panel>
  );
}

function WalletBalance({ address }: { readonly address: string }) {
  const { data } = useQuery(balancesQuery(address));
  return (
    <FactLine label="In wallet">
      <Amount value={data?.collateral} kind="CollateralE6" unit="USD" />
    </FactLine>
  );
}

function AccountFigures({ account }: { readonly account: MarginAccount }) {
  return (
    <>
      <FactLine label="Collateral">
        <Amount value={account.collateral} kind="CollateralE6" unit="USD" />
      </FactLine>
      <FactLine label="Unrealized P&L">
        <Amount value={account.pnl.total.value} kind="CollateralE6" unit="USD" trend />
      </FactLine>
      <FactLine label="Available margin">
        <Amount value={account.availableMargin} kind="CollateralE6" unit="USD" />
      </FactLine>
      <FactLine label="Margin">
        <Health account={account} />
      </FactLine>
      {account.wasRecentlyLiquidated ? (
        <FactLine label="Last 24 h">
          <span className={css["bad"]}>liquidated</span>
        </FactLine>
      ) : null}
      <HealthBar account={account} />
    </>
  );
}
