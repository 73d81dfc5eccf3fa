import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { marginAccountsQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Cell, Page, Prose, Row } from "@/ui/page/page";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { SignInGate } from "@/ui/wallet/wallet-gate";
import { communicationQuery, settingsQuery, shownAccountsQuery } from "./api";
import { ContactsForm } from "./contacts-form";
import { DisplayPanel } from "./display-panel";
import { OwnData } from "./own-data";
import css from "./profile.module.css";
import { SessionPanel } from "./session-panel";
import { SettingsForm } from "./settings-form";

export function ProfilePage() {
  return (
    <Page title="Profile" lead="Settings, synced to your wallet.">
      <SignInGate what="Your profile" why="Settings are stored with your wallet.">
        {(address) => <Profile key={address} address={address} />}
      </SignInGate>
      <DisplayPanel />
    </Page>
  );
}

function Profile({ address }: { readonly address: string }) {
  return (
    <Row>
      <Cell span={7}>
        <Panel title="Settings">
          <Settings address={address} />
        </Panel>
      </Cell>
      <Cell span={5}>
        <div className={css["side"]}>
          <SessionPanel address={address} />
          <Panel title="Contact details">
            <Communication address={address} />
          </Panel>
          <Panel title="Hidden margin accounts">
            <HiddenAccounts address={address} />
          </Panel>
          <OwnData address={address} />
        </div>
      </Cell>
    </Row>
  );
}

function Settings({ address }: { readonly address: string }) {
  const query = useQuery(settingsQuery(address));
  const failure = useQueryFailure(query);
  if (failure) {
    return <Failure what="Your settings" error={failure} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Loading label="your settings" lines={8} />;
  return <SettingsForm address={address} saved={query.data} />;
}

function Communication({ address }: { readonly address: string }) {
  const query = useQuery(communicationQuery(address));
  const failure = useQueryFailure(query);
  if (failure) {
    return <Failure what="Contact details" error={failure} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Loading label="contact details" lines={6} />;
  return <ContactsForm address={address} saved={query.data} />;
}

function HiddenAccounts({ address }: { readonly address: string }) {
  const shown = useQuery(shownAccountsQuery(address));
  const accounts = useQuery(marginAccountsQuery(address));
  const failure = useQueryFailure(shown.error ? shown : accounts);
  if (failure) {
    const retry = () => void Promise.all([shown.refetch(), accounts.refetch()]);
    return <Failure what="Your accounts" error={failure} onRetry={retry} />;
  }
  if (!shown.data || !accounts.data) return <Loading label="your accounts" />;
  const hidden = accounts.data.filter(({ id }) => !shown.data.includes(id));
  return (
    <>
      {hidden.length === 0 ? null : (
        <Facts>
          {hidden.map(({ id, name }) => (
            <FactLine key={id} label={name || "Unnamed"}>
              <span className="figures">account {id}</span>
            </FactLine>
          ))}
        </Facts>
      )}
      <Prose>
        <p>
          {hidden.length === 0 ? "No hidden accounts. " : null}
          You can hide empty accounts in <Link to="/accounts">Accounts</Link>. They reappear when
          they hold money.
        </p>
      </Prose>
    </>
  );
}
