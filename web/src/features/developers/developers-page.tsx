import { useQuery } from "@tanstack/react-query";
import { statusQuery } from "@/api/queries";
import { DASH } from "@/domain/format";
import { CopyButton } from "@/ui/copy-button";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Cell, Page, Prose, Row } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { addressesOf, DOCUMENTS, firstCalls, GUIDES } from "./addresses";
import css from "./developers.module.css";

const ENVIRONMENTS: Readonly<Record<string, string>> = {
  local: "local: test money, prices are a replay",
  dev: "dev: test money",
  staging: "staging: test money",
  mainnet: "mainnet: real money",
};

/** Where a program finds what, and the pages that explain it. */
export function DevelopersPage() {
  return (
    <Page
      title="Developers"
      lead="REST, streams and a Solana node: everything this app does, your program can do."
      actions={<a href="/docs/developers/">Documentation</a>}
    >
      <Row>
        <Cell span={7}>
          <AddressesPanel />
        </Cell>
        <Cell span={5}>
          <LinksPanel title="Guides" links={GUIDES} />
        </Cell>
      </Row>
      <Row>
        <Cell span={7}>
          <FirstCallPanel />
        </Cell>
        <Cell span={5}>
          <LinksPanel title="Machine-readable" links={DOCUMENTS} />
        </Cell>
      </Row>
    </Page>
  );
}

function AddressesPanel() {
  const { data: env } = useQuery({ ...statusQuery, select: (status) => status.env });
  return (
    <Panel title="Addresses">
      <Facts>
        <FactLine label="Environment">{env ? (ENVIRONMENTS[env] ?? env) : DASH}</FactLine>
        {addressesOf(window.location.origin).map(({ label, address }) => (
          <FactLine key={label} label={label}>
            <span className={css["value"]}>
              <code className={css["code"]}>{address}</code>
              <CopyButton text={address} what={`the address: ${label}`} />
            </span>
          </FactLine>
        ))}
      </Facts>
      <Prose>
        <p>
          web3.js looks for the node's WebSocket at the next port: pass the address above as
          wsEndpoint.
        </p>
      </Prose>
    </Panel>
  );
}

function FirstCallPanel() {
  const calls = firstCalls(window.location.origin);
  return (
    <Panel
      title="First call"
      actions={
        <span>
          <CopyButton text={calls} what="the first call" />
        </span>
      }
    >
      {/* It may be wider than the panel: the keyboard has to reach it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls */}
      <pre className={css["block"]} tabIndex={0}>
        {calls}
      </pre>
      <Prose>
        <p>Reads of markets need no key. Amounts are integers in strings: "1500000" is 1.5 USD.</p>
      </Prose>
    </Panel>
  );
}

interface LinksPanelProps {
  readonly title: string;
  readonly links: typeof GUIDES;
}

function LinksPanel({ title, links }: LinksPanelProps) {
  return (
    <Panel title={title}>
      <ul className={css["links"]}>
        {links.map(({ href, label, hint }) => (
          <li key={href}>
            <a href={href}>{label}</a>
            <span>{hint}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
