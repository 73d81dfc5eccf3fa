import { useTradingAccount } from "@/domain/account";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Amount, Multiple } from "@/ui/figures/amount";
import { Empty } from "@/ui/page/empty";
import { Failure, Loading, StaleNote } from "@/ui/page/panel";
import table from "@/ui/tables/table.module.css";
import css from "./portfolio-page.module.css";

export function AccountsTable() {
  const { accounts, isLoading, error, isStale, retry } = useTradingAccount();
  const openDialog = useWallet((state) => state.openDialog);
  if (isLoading) return <Loading label="accounts" />;
  if (error) return <Failure what="Accounts" error={error} onRetry={retry} />;
  return (
    <>
      <StaleNote isStale={isStale} />
      {accounts.length === 0 ? (
        <Empty title="No margin account yet" text="Your first deposit opens one." />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
        <section className={table["scroll"]} aria-label="Margin account list" tabIndex={0}>
          <table className={table["table"]}>
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col">Collateral</th>
                <th scope="col">Health</th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {accounts.map((account) => (
                <tr key={account.id}>
                  <td className={css["accountName"]} title={account.name}>
                    {account.name}
                  </td>
                  <td>
                    <Amount value={account.collateral} kind="CollateralE6" unit="USD" />
                  </td>
                  <td>
                    <Multiple value={account.health} />
                  </td>
                  <td>
                    <Button
                      size="small"
                      look="ghost"
                      aria-label={`Deposit into ${account.name}`}
                      onClick={() => openDialog({ kind: "deposit", marginAccountId: account.id })}
                    >
                      Deposit
                    </Button>
                    <Button
                      size="small"
                      look="ghost"
                      aria-label={`Withdraw from ${account.name}`}
                      onClick={() => openDialog({ kind: "withdraw", marginAccountId: account.id })}
                    >
                      Withdraw
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

export function NewAccountButton() {
  const openDialog = useWallet((state) => state.openDialog);
  return (
    <Button size="small" onClick={() => openDialog({ kind: "deposit", marginAccountId: null })}>
      New account
    </Button>
  );
}
