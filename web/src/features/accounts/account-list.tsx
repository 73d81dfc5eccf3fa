import { useState } from "react";
import { accountState, healthLevel, healthWarning, STATE_WORDS } from "@/domain/account-health";
import type { MarginAccount } from "@/domain/model";
import { useIsNarrow } from "@/state/use-media";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Amount, Multiple } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { HealthBar } from "@/ui/figures/health";
import { Bar } from "@/ui/page/page";
import { type Column, DataTable } from "@/ui/tables/data-table";
import { Term } from "@/ui/term";
import { AccountSheet } from "./account-sheet";
import css from "./accounts.module.css";
import { type SplitAccounts, whyNoWithdrawal } from "./model/account-rules";

interface AccountListProps {
  readonly address: string;
  readonly accounts: SplitAccounts;
}

/** The accounts with their figures; each opens a sheet with the rest of what can be done. */
export function AccountList({ address, accounts }: AccountListProps) {
  const [showsHidden, setShowsHidden] = useState(false);
  const [openId, setOpenId] = useState<number | null>(null);
  const isNarrow = useIsNarrow();
  const { shown, hidden } = accounts;
  const rows = showsHidden ? [...shown, ...hidden] : shown;
  const hiddenIds = new Set(hidden.map(({ id }) => id));
  const opened = [...shown, ...hidden].find(({ id }) => id === openId) ?? null;
  return (
    <>
      {isNarrow ? (
        <div className={css["cards"]}>
          {rows.map((account) => (
            <AccountCard
              key={account.id}
              account={account}
              isHidden={hiddenIds.has(account.id)}
              onOpen={setOpenId}
            />
          ))}
        </div>
      ) : (
        <DataTable
          label="Margin accounts"
          columns={columns(hiddenIds, setOpenId)}
          rows={rows}
          rowKey={({ id }) => String(id)}
        />
      )}
      {hidden.length > 0 ? (
        <Bar>
          <Button
            size="small"
            aria-pressed={showsHidden}
            onClick={() => setShowsHidden((now) => !now)}
          >
            {showsHidden ? "Show fewer" : `Show ${hidden.length} hidden`}
          </Button>
        </Bar>
      ) : null}
      {opened ? (
        <AccountSheet
          address={address}
          account={opened}
          isHidden={hiddenIds.has(opened.id)}
          onClose={() => setOpenId(null)}
        />
      ) : null}
    </>
  );
}

type Open = (id: number) => void;

function columns(hiddenIds: ReadonlySet<number>, onOpen: Open): readonly Column<MarginAccount>[] {
  return [
    {
      head: "Account",
      isText: true,
      cell: (account) => <Name account={account} isHidden={hiddenIds.has(account.id)} />,
    },
    { head: "State", isText: true, cell: (account) => <State account={account} /> },
    {
      head: "Health",
      cell: (account) => (
        <>
          <Multiple value={account.health} />
          <HealthBar account={account} />
        </>
      ),
    },
    {
      head: "Collateral",
      cell: ({ collateral }) => <Amount value={collateral} kind="CollateralE6" unit="USD" />,
    },
    {
      head: "Margin balance",
      cell: (row) => <Amount value={row.availableMargin} kind="CollateralE6" unit="USD" />,
    },
    {
      head: "Open interest",
      cell: (row) => <Amount value={row.openInterest} kind="CollateralE6" unit="USD" />,
    },
    { head: "Leverage", cell: ({ leverage }) => <Multiple value={leverage} /> },
    {
      head: "Unrealized P&L",
      cell: ({ pnl }) => <Amount value={pnl.total.value} kind="CollateralE6" unit="USD" trend />,
    },
    { head: "Actions", cell: (account) => <Actions account={account} onOpen={onOpen} /> },
  ];
}

interface NameProps {
  readonly account: MarginAccount;
  readonly isHidden: boolean;
}

function Name({ account, isHidden }: NameProps) {
  return (
    <span className={css["name"]}>
      <strong title={account.name}>{account.name}</strong>
      <span className="quiet figures">
        #{account.id}
        {isHidden ? " · hidden" : ""}
      </span>
    </span>
  );
}

function State({ account }: { readonly account: MarginAccount }) {
  return (
    <span className={css["state"]}>
      <span data-state={accountState(account)} data-level={healthLevel(account)}>
        {STATE_WORDS[accountState(account)]}
      </span>
      {account.wasRecentlyLiquidated ? (
        <span data-state="liquidatable">liquidated in the last 24 h</span>
      ) : null}
    </span>
  );
}

interface ActionsProps {
  readonly account: MarginAccount;
  readonly onOpen: Open;
}

function Actions({ account, onOpen }: ActionsProps) {
  const openDialog = useWallet((state) => state.openDialog);
  const { id, name } = account;
  const obstacle = whyNoWithdrawal(account);
  return (
    <span className={css["actions"]}>
      <Button
        size="small"
        aria-label={`Deposit into ${name}`}
        onClick={() => openDialog({ kind: "deposit", marginAccountId: id })}
      >
        Deposit
      </Button>
      <Button
        size="small"
        aria-label={`Withdraw from ${name}`}
        disabled={obstacle !== null}
        title={obstacle ?? undefined}
        onClick={() => openDialog({ kind: "withdraw", marginAccountId: id })}
      >
        Withdraw
      </Button>
      <Button size="small" aria-label={`Manage ${name}`} onClick={() => onOpen(id)}>
        Manage
      </Button>
    </span>
  );
}

/** An account where a table has no room. */
function AccountCard({ account, isHidden, onOpen }: NameProps & ActionsProps) {
  const warning = healthWarning(account);
  return (
    <article className={css["card"]} aria-label={account.name}>
      <div className={css["cardHead"]}>
        <Name account={account} isHidden={isHidden} />
        <State account={account} />
      </div>
      <HealthBar account={account} />
      {warning === null ? null : <p className={css["warning"]}>{warning}</p>}
      <Facts>
        <FactLine label="Health">
          <Multiple value={account.health} />
        </FactLine>
        <FactLine label="Collateral">
          <Amount value={account.collateral} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label={<Term id="available-margin">Margin balance</Term>}>
          <Amount value={account.availableMargin} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Open interest">
          <Amount value={account.openInterest} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Unrealized P&L">
          <Amount value={account.pnl.total.value} kind="CollateralE6" unit="USD" trend />
        </FactLine>
      </Facts>
      <Actions account={account} onOpen={onOpen} />
    </article>
  );
}
