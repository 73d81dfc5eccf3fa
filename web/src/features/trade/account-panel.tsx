import { useQuery } from "@tanstack/react-query";
import { useAccountSelection, useTradingAccount } from "@/lib/account";
import { toDrawing } from "@/lib/format";
import type { MarginAccount } from "@/lib/model";
import { balancesQuery } from "@/lib/queries";
import { useWallet } from "@/lib/wallet-store";
import { Amount, Multiple } from "@/ui/amount";
import { Button } from "@/ui/button";
import { Empty, Failure, Loading, Panel } from "@/ui/panel";
import { WalletSlot } from "@/ui/wallet-slot";
import market from "./market.module.css";
import { Fact } from "./market-facts";
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
      <dl className={market["factList"]}>
        <WalletBalance address={address} />
        {account ? <AccountFigures account={account} /> : null}
      </dl>
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
    <Fact label="In the wallet">
      <Amount value={data?.collateral} kind="CollateralE6" unit="USD" />
    </Fact>
  );
}

function AccountFigures({ account }: { readonly account: MarginAccount }) {
  return (
    <>
      <Fact label="Collateral">
        <Amount value={account.collateral} kind="CollateralE6" unit="USD" />
      </Fact>
      <Fact label="Unrealised P&L">
        <Amount value={account.pnl.total.value} kind="CollateralE6" unit="USD" trend />
      </Fact>
      <Fact label="Available margin">
        <Amount value={account.availableMargin} kind="CollateralE6" unit="USD" />
      </Fact>
      <Fact label="Health">
        <Health account={account} />
      </Fact>
      {account.health === null ? null : <HealthBar health={account.health} />}
    </>
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

/** 1× is the liquidation point; the bar is full at 4×. */
function HealthBar({ health }: { readonly health: NonNullable<MarginAccount["health"]> }) {
  const value = toDrawing(health, "RateE12");
  const level = value < 1.15 ? "bad" : value < 1.6 ? "low" : "good";
  const width = Math.min(100, Math.max(2, (value / 4) * 100));
  return (
    <div className={css["health"]} aria-hidden="true">
      <span data-level={level} style={{ width: `${width}%` }} />
    </div>
  );
}

interface AccountSwitchProps {
  readonly accounts: readonly MarginAccount[];
  readonly current: MarginAccount | null;
}

function AccountSwitch({ accounts, current }: AccountSwitchProps) {
  const select = useAccountSelection((state) => state.select);
  const openDialog = useWallet((state) => state.openDialog);
  if (!current) return null;
  return (
    <span className={css["accountHead"]}>
      <select
        aria-label="Margin account"
        value={current.id}
        onChange={(event) => select(Number(event.target.value))}
      >
        {accounts.map((account) => (
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
    </span>
  );
}
