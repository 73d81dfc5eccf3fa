import { Cell, Page, Row } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { SettlementTable } from "@/ui/tables/settlement-table";
import { WalletGate } from "@/ui/wallet/wallet-gate";
import { AccountsTable, NewAccountButton } from "./accounts-table";
import { ExposurePanel } from "./exposure-panel";
import { HistoryTabs } from "./history-tabs";
import { OpenPositions } from "./open-positions";
import { PerformancePanel } from "./performance-panel";
import { PnlPanel } from "./pnl-panel";
import { PortfolioFigures } from "./portfolio-figures";
import css from "./portfolio-page.module.css";
import { ProcessButton } from "./process-button";
import { SavingsPanels } from "./savings-panels";

export function PortfolioPage() {
  return (
    <Page title="Portfolio">
      <WalletGate what="Your portfolio" why="See your positions, P&L, withdrawals and history.">
        {(address) => <Portfolio key={address} address={address} />}
      </WalletGate>
    </Page>
  );
}

function Portfolio({ address }: { readonly address: string }) {
  return (
    <>
      <PortfolioFigures address={address} />
      <Row>
        <Cell span={8}>
          <PerformancePanel address={address} />
        </Cell>
        <Cell span={4}>
          <PnlPanel address={address} />
        </Cell>
      </Row>
      <Row>
        <Cell span={8}>
          <div className={css["column"]}>
            <Panel title="Positions">
              <OpenPositions />
            </Panel>
            <Panel title="Margin accounts" actions={<NewAccountButton />}>
              <AccountsTable />
            </Panel>
          </div>
        </Cell>
        <Cell span={4}>
          <ExposurePanel />
        </Cell>
      </Row>
      <SavingsPanels address={address} />
      <Panel title="Withdrawals" actions={<ProcessButton address={address} />}>
        <SettlementTable address={address} />
      </Panel>
      <HistoryTabs address={address} />
    </>
  );
}
