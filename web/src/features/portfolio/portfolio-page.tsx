import { Cell, Page, Row } from "@/ui/page";
import { Panel } from "@/ui/panel";
import { SettlementTable } from "@/ui/tables/settlement-table";
import { WalletGate } from "@/ui/wallet-gate";
import { AccountsTable } from "./accounts-table";
import { ExposurePanel } from "./exposure-panel";
import { HistoryTabs } from "./history-tabs";
import { OpenPositions } from "./open-positions";
import { PortfolioFigures } from "./portfolio-figures";
import { ProcessButton } from "./process-button";
import { SavingsPanels } from "./savings-panels";
import { ValueChart } from "./value-chart";

export function PortfolioPage() {
  return (
    <Page title="Portfolio">
      <WalletGate
        what="Your portfolio"
        why="Accounts, positions, withdrawals and the whole history are shown here."
      >
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
          <ValueChart address={address} />
        </Cell>
        <Cell span={4}>
          <ExposurePanel />
        </Cell>
      </Row>
      <Row>
        <Cell span={8}>
          <Panel title="Positions">
            <OpenPositions />
          </Panel>
        </Cell>
        <Cell span={4}>
          <Panel title="Margin accounts">
            <AccountsTable />
          </Panel>
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
