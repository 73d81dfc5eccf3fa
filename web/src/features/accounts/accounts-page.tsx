import { useTradingAccount } from "@/domain/account";
import { useShownAccountIds } from "@/state/shown-accounts";
import { useAccountAlerts } from "@/state/use-account-alerts";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Page } from "@/ui/page/page";
import { Empty, Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import { LiquidationTable } from "@/ui/tables/liquidation-table";
import { SettlementTable } from "@/ui/tables/settlement-table";
import { WalletGate } from "@/ui/wallet/wallet-gate";
import { WalletSlot } from "@/ui/wallet/wallet-slot";
import { AccountList } from "./account-list";
import { AccountTotals } from "./account-totals";
import { splitAccounts } from "./model/account-rules";

const WHY = "Accounts keep a risky trade separate from the others.";

export function AccountsPage() {
  const address = useWallet((state) => state.session.address);
  return (
    <Page
      title="Margin accounts"
      lead="Accounts are isolated: a liquidation in one never affects the others."
      actions={address === null ? null : <NewAccount />}
    >
      <WalletGate what="A margin account" why={WHY}>
        {(owner) => <Accounts address={owner} />}
      </WalletGate>
    </Page>
  );
}

function NewAccount() {
  const openDialog = useWallet((state) => state.openDialog);
  return (
    <>
      <WalletSlot name="faucet" />
      <Button look="accent" onClick={() => openDialog({ kind: "deposit", marginAccountId: null })}>
        New account
      </Button>
    </>
  );
}

function Accounts({ address }: { readonly address: string }) {
  return (
    <>
      <AccountTotals address={address} />
      <Panel title="Accounts">
        <OwnAccounts address={address} />
      </Panel>
      <Panel title="Withdrawals">
        <SettlementTable address={address} />
      </Panel>
      <Panel title="Liquidations">
        <LiquidationTable address={address} />
      </Panel>
    </>
  );
}

function OwnAccounts({ address }: { readonly address: string }) {
  const { accounts, isLoading, error, isStale, retry } = useTradingAccount();
  const shownIds = useShownAccountIds();
  useAccountAlerts(accounts);
  if (isLoading) return <Loading label="your accounts" lines={5} />;
  if (error) return <Failure what="Your accounts" error={error} onRetry={retry} />;
  if (accounts.length === 0) {
    return <Empty title="No margin account yet">Your first deposit opens an account.</Empty>;
  }
  return (
    <>
      <StaleNote isStale={isStale} />
      <AccountList address={address} accounts={splitAccounts(accounts, shownIds)} />
    </>
  );
}
