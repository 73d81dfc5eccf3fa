import { useState } from "react";
import { useWallet } from "@/lib/wallet-store";
import { Button } from "@/ui/button";
import { Empty, Panel } from "@/ui/panel";
import { SettlementTable } from "@/ui/settlement-table";
import { Tabs } from "@/ui/tabs";
import { AccountsTable } from "./accounts-table";
import { CommandHistory, TradeHistory, TransferHistory } from "./history-tables";
import { OpenPositions } from "./open-positions";
import { PortfolioFigures } from "./portfolio-figures";
import css from "./portfolio-page.module.css";

export function PortfolioPage() {
  const { session, isReady } = useWallet();
  if (session.address === null) {
    return (
      <main className={css["page"]}>
        <h1 className="visually-hidden">Portfolio</h1>
        <div className={css["connect"]}>
          <Empty title="Your portfolio needs a wallet">
            Accounts, positions, withdrawals and the whole history are shown here.
          </Empty>
          <Button
            look="accent"
            size="large"
            disabled={!isReady}
            onClick={session.openConnectDialog}
          >
            Connect a wallet
          </Button>
        </div>
      </main>
    );
  }
  return <Portfolio key={session.address} address={session.address} />;
}

function Portfolio({ address }: { readonly address: string }) {
  const [tab, setTab] = useState("trades");
  return (
    <main className={css["page"]}>
      <h1 className="visually-hidden">Portfolio</h1>
      <PortfolioFigures address={address} />
      <div className={css["grid"]}>
        <Panel title="Positions">
          <OpenPositions />
        </Panel>
        <Panel title="Margin accounts">
          <AccountsTable />
        </Panel>
      </div>
      <Panel title="Withdrawals" className={css["withdrawals"]}>
        <SettlementTable address={address} />
      </Panel>
      <Tabs
        label="History"
        className={css["history"]}
        value={tab}
        onChange={setTab}
        tabs={[
          { id: "trades", label: "Trades", content: <TradeHistory address={address} /> },
          { id: "transfers", label: "Transfers", content: <TransferHistory address={address} /> },
          { id: "commands", label: "Commands", content: <CommandHistory address={address} /> },
        ]}
      />
    </main>
  );
}
