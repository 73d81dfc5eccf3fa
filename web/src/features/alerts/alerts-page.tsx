import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useQueryFailure } from "@/api/query-failure";
import { formatDateTime } from "@/domain/reader/locale";
import type { Alert, AlertEvent } from "@/generated/api";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/page/empty";
import { Bar, Cell, Page, Prose, Row } from "@/ui/page/page";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { SignInGate } from "@/ui/wallet/wallet-gate";
import { AlertForm } from "./alert-form";
import css from "./alerts.module.css";
import { alertsQuery, markRead, removeAlert } from "./api";
import { setBrowserNotices, useBrowserNotices } from "./model/browser-notices";
import { prefillOf } from "./model/prefill";
import { alertWords, eventWords, type Names } from "./model/words";
import { useNames } from "./use-names";
import { useSaving } from "./use-saving";

export function AlertsPage() {
  return (
    <Page
      title="Alerts"
      lead="The exchange watches prices, margin, questions and withdrawals for you, even while you are away."
    >
      <SignInGate
        what="Your alerts"
        isPlural
        why="Alerts belong to a wallet and work on every device."
      >
        {(address) => <Alerts key={address} address={address} />}
      </SignInGate>
    </Page>
  );
}

function Alerts({ address }: { readonly address: string }) {
  const query = useQuery(alertsQuery(address));
  const failure = useQueryFailure(query);
  const names = useNames(address);
  const prefill = prefillOf(useSearch({ strict: false }));
  if (failure) {
    return <Failure what="Your alerts" error={failure} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Loading label="your alerts" lines={8} />;
  const { alerts, events } = query.data;
  return (
    <Row>
      <Cell span={5}>
        <Panel title="New alert">
          <AlertForm key={JSON.stringify(prefill)} address={address} prefill={prefill} />
        </Panel>
        <Panel title="Browser notifications">
          <BrowserNotices />
        </Panel>
      </Cell>
      <Cell span={7}>
        <Panel title="Active alerts">
          <AlertList address={address} alerts={alerts} names={names} />
        </Panel>
        <Panel title="Recent events">
          <EventList address={address} events={events} names={names} />
        </Panel>
      </Cell>
    </Row>
  );
}

function BrowserNotices() {
  const state = useBrowserNotices((one) => one.state);
  const texts = {
    on: "On. You are notified while Acre is open in a background tab.",
    off: "Get a system notification while Acre is open in a background tab.",
    blocked: "Your browser blocks notifications for this site. Allow them in its settings.",
    missing: "This browser has no notifications.",
  };
  return (
    <>
      <Prose>
        <p>{texts[state]}</p>
      </Prose>
      {(state === "on" || state === "off") && (
        <Bar>
          <Button onClick={() => void setBrowserNotices(state === "off")}>
            {state === "on" ? "Turn off" : "Turn on"}
          </Button>
        </Bar>
      )}
    </>
  );
}

interface AlertListProps {
  readonly address: string;
  readonly alerts: readonly Alert[];
  readonly names: Names;
}

function AlertList({ address, alerts, names }: AlertListProps) {
  const client = useQueryClient();
  const saving = useSaving();
  if (alerts.length === 0) {
    return <Empty title="No alerts yet" text="Set one for a price, a move or your margin." />;
  }
  return (
    <ul className={css["list"]} aria-label="Alerts">
      {alerts.map((alert) => (
        <li key={alert.id} className={css["line"]} data-done={!alert.isActive}>
          <span>{alertWords(alert, names)}</span>
          <span className="quiet">{alert.isActive ? "" : "Triggered"}</span>
          <Button
            size="small"
            look="ghost"
            disabled={saving.isBusy}
            aria-label={`Remove: ${alertWords(alert, names)}`}
            onClick={() => saving.run(() => removeAlert(client, address, alert.id))}
          >
            Remove
          </Button>
        </li>
      ))}
      {saving.error !== null && <li role="alert">{saving.error}</li>}
    </ul>
  );
}

interface EventListProps {
  readonly address: string;
  readonly events: readonly AlertEvent[];
  readonly names: Names;
}

function EventList({ address, events, names }: EventListProps) {
  const client = useQueryClient();
  const saving = useSaving();
  const newest = events[0];
  if (newest === undefined) {
    return <Empty title="Nothing yet" text="Triggered alerts appear here." />;
  }
  return (
    <>
      <ul className={css["list"]} aria-label="Events">
        {events.map((event) => {
          const { title, text } = eventWords(event, names);
          return (
            <li key={event.id} className={css["line"]} data-unread={!event.isRead}>
              <span>
                {title}
                <small className="quiet">{text}</small>
              </span>
              <time className="quiet" dateTime={new Date(event.timestamp * 1000).toISOString()}>
                {formatDateTime(event.timestamp)}
              </time>
            </li>
          );
        })}
      </ul>
      {!newest.isRead && (
        <Bar>
          <Button
            disabled={saving.isBusy}
            onClick={() => saving.run(() => markRead(client, address, newest.id))}
          >
            Mark all as read
          </Button>
        </Bar>
      )}
    </>
  );
}
