import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { marginAccountsQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { FactLine, Facts } from "@/ui/facts";
import { Cell, Page, Prose, Row } from "@/ui/page";
import { Failure, Loading, Panel } from "@/ui/panel";
import { SignInGate } from "@/ui/wallet-gate";
import { communicationQuery, settingsQuery, shownAccountsQuery } from "./api";
import { OwnData } from "./own-data";
import css from "./profile.module.css";
import { SessionPanel } from "./session-panel";
import { SettingsForm } from "./settings-form";

export function ProfilePage() {
  return (
    <Page title="Profile" lead="How Acre looks and begins for you, on every device you sign in on.">
      <SignInGate what="Your profile" why="Settings belong to a wallet, not to a browser.">
        {(address) => <Profile key={address} address={address} />}
      </SignInGate>
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
          <Panel title="How you can be reached">
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
    return <Failure what="Addresses" error={failure} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Loading label="addresses" />;
  const { email, discord, twitter } = query.data;
  return (
    <>
      <Facts>
        <FactLine label="E-mail">{email ?? <span className="quiet">–</span>}</FactLine>
        <FactLine label="Discord">{discord ?? <span className="quiet">–</span>}</FactLine>
        <FactLine label="Twitter">{twitter ?? <span className="quiet">–</span>}</FactLine>
      </Facts>
      <Prose>
        <p>
          They are said once, with <Link to="/onboarding">how it works</Link>, and can not be
          changed afterwards here.
        </p>
      </Prose>
    </>
  );
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
            <FactLine key={id} label={name || "Without a name"}>
              <span className="figures">account {id}</span>
            </FactLine>
          ))}
        </Facts>
      )}
      <Prose>
        <p>
          {hidden.length === 0 ? "None is hidden. " : "They are empty and still exist. "}
          Empty accounts are hidden under <Link to="/accounts">Accounts</Link>; one that holds money
          again is shown again.
        </p>
      </Prose>
    </>
  );
}
