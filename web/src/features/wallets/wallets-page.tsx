import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { statusQuery } from "@/api/queries";
import { shortAddress } from "@/domain/format";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Cell, Page, Prose, Row } from "@/ui/page/page";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { Tabs } from "@/ui/page/tabs";
import { DEVICES, deviceOf } from "./model/device";
import { DEVICE_NAMES, networkWords, STEPS } from "./model/wallet-guide";
import { WalletGuides } from "./wallet-guides";
import css from "./wallets-page.module.css";

/** Help for who has no wallet, or whose wallet was not found. */
export function WalletsPage() {
  return (
    <Page
      title="Wallets"
      lead="A wallet holds your keys and signs your transactions. Acre never sees your keys."
      actions={<ConnectAction />}
    >
      <Row>
        <Cell span={7}>
          <Panel title="How to get one">
            <DeviceSteps />
          </Panel>
        </Cell>
        <Cell span={5}>
          <NetworkPanel />
        </Cell>
      </Row>
      <Row>
        <Cell span={7}>
          <WalletGuides />
        </Cell>
        <Cell span={5}>
          <SafetyPanel />
        </Cell>
      </Row>
    </Page>
  );
}

function ConnectAction() {
  const { session, isReady } = useWallet();
  if (session.address !== null) return <span>Connected: {shortAddress(session.address)}</span>;
  return (
    <Button look="accent" disabled={!isReady} onClick={session.openConnectDialog}>
      Choose a wallet
    </Button>
  );
}

function DeviceSteps() {
  const [device, setDevice] = useState<string>(() => deviceOf(navigator));
  const tabs = DEVICES.map((id) => ({
    id,
    label: DEVICE_NAMES[id],
    content: (
      <ol className={css["steps"]}>
        {STEPS[id].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    ),
  }));
  return <Tabs label="Device" tabs={tabs} value={device} onChange={setDevice} />;
}

function NetworkPanel() {
  const { data: status, error, refetch } = useQuery(statusQuery);
  return (
    <Panel title="This server">
      {error && !status ? (
        <Failure what="The server's state" error={error} onRetry={() => void refetch()} />
      ) : null}
      {!error && !status ? <Loading label="the server's state" lines={2} /> : null}
      {status ? (
        <Prose>
          <p>{networkWords(status.env)}</p>
          {status.env === "local" ? (
            <p>
              To try Acre, choose the burner wallet: there is nothing to install. Its key stays in
              this browser, it signs without asking, and it is lost with the browser's data.
            </p>
          ) : null}
          <p>
            Wallet apps need a secure page (https). If no app opens within two seconds, this page
            appears. Install one, go back and connect again.
          </p>
        </Prose>
      ) : null}
    </Panel>
  );
}

function SafetyPanel() {
  return (
    <Panel title="Keep it safe">
      <ul className={`${css["steps"]} ${css["hints"]}`}>
        <li>
          The recovery phrase is the wallet. Anyone who has it can take everything. We never ask for
          it.
        </li>
        <li>Install wallets from their own sites or the store, never from a link in a message.</li>
        <li>
          Read what the wallet shows before you sign. Signing in is a free message. A trade is a
          transaction with a small fee in SOL.
        </li>
        <li>
          For larger amounts, use a hardware device: its keys never leave it, and you confirm each
          signature on it. To sign in, it signs a transaction that is never sent.
        </li>
        <li>
          Disconnecting ends the session in this browser. Your tokens and positions are not
          affected.
        </li>
      </ul>
    </Panel>
  );
}
