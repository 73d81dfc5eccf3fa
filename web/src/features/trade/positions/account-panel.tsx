import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { balancesQuery } from "@/api/queries";
import { useAccountSelection, useTradingAccount } from "@/domain/account";
import { healthLevel, healthWarning } from "@/domain/account-health";
import type { MarginAccount } from "@/domain/model";
import { useShownAccountIds } from "@/state/shown-accounts";
import { useWallet } from "@/state/wallet-store";
import { Amount, Multiple } from "@/ui/amount";
import { Button } from "@/ui/button";
import { FactLine, Facts } from "@/ui/facts";
import { HealthBar } from "@/ui/health";
import { Empty, Failure, Loading, Panel } from "@/ui/panel";
import { WalletSlot } from "@/ui/wallet-slot";
import css from "./positions.module.css";

/** The margin account in use: its figures, deposit, withdrawal and the faucet. */
export function AccountPanel() {
  const { address, account, accounts, isLoading, error, retry } = useTradingAccount();
  const openDialog = useWallet((state) => state.openDialog);
  if (address === null) {
    return (
      <Panel title="Account">
        <Empty title="No wallet connected">Connect one to deposit and trade.</Empty>
      </Panel>
    );
  }
  return (
    <Panel title="Account" actions={<AccountSwitch accounts={accounts} current={account} />}>
      {isLoading ? <Loading label="the account" /> : null}
      {error ? <Failure what="The account" error={error} onRetry={retry} /> : null}
      <Facts look="dense">
        <WalletBalance address={address} />
        {account ? <AccountFigures account={account} /> : null}
      </Facts>
      {account ? <Warning account={account} /> : null}
      <div className={css["buttons"]}>
        <Button
          size="small"
          look={account ? "plain" : "accent"}
          onClick={() => openDialog({ kind: "deposit", marginAccountId: account?.id ?? null })}
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
    <FactLine label="In the wallet">
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
      <FactLine label="Unrealised P&L">
        <Amount value={account.pnl.total.value} kind="CollateralE6" unit="USD" trend />
      </FactLine>
      <FactLine label="Available margin">
        <Amount value={account.availableMargin} kind="CollateralE6" unit="USD" />
      </FactLine>
      <FactLine label="Health">
        <Health account={account} />
      </FactLine>
      {account.wasRecentlyLiquidated ? (
        <FactLine label="Recently">
          <span className={css["liquidation"]}>liquidated in the last day</span>
        </FactLine>
      ) : null}
      <HealthBar account={account} />
    </>
  );
}

function Warning({ account }: { readonly account: MarginAccount }) {
  const text = healthWarning(account);
  if (text === null) return null;
  return (
    <p className={css["warning"]} data-level={healthLevel(account)} role="status">
      {text}
    </p>
  );
}

function Health({ account }: { readonly account: MarginAccount }) {
  if (account.isInLiquidation)
    return <strong className={css["liquidation"]}>in liquidation</strong>;
  if (account.canLiquidate)
    return <strong className={css["liquidation"]}>can be liquidated</strong>;
  if (account.health === null) return <span className="quiet">no positions</span>;
  return <Multiple value={account.health} />;
}

interface AccountSwitchProps {
  readonly accounts: readonly MarginAccount[];
  readonly current: MarginAccount | null;
}

function AccountSwitch({ accounts, current }: AccountSwitchProps) {
  const select = useAccountSelection((state) => state.select);
  const openDialog = useWallet((state) => state.openDialog);
  const shownIds = useShownAccountIds();
  if (!current) return null;
  const listed = accounts.filter(
    ({ id }) => shownIds === null || id === current.id || shownIds.includes(id),
  );
  return (
    <span className={css["accountHead"]}>
      <select
        aria-label="Margin account"
        value={current.id}
        onChange={(event) => select(Number(event.target.value))}
      >
        {listed.map((account) => (
          <option key={account.id} value={account.id}>
            {account.name}
          </option>
        ))}
      </select>
      <Button
        size="small"
        aria-label="New margin account"
        onClick={() => openDialog({ kind: "deposit", marginAccountId: null })}
      >
        +
      </Button>
      <Link to="/accounts" className={css["allLink"]} aria-label="All margin accounts">
        All
      </Link>
    </span>
  );
}
