import { useQuery } from "@tanstack/react-query";
import { useConnection, useEngineNow } from "@/api/live";
import { statusQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { DASH, formatDateTime, formatDay, formatDuration, formatTime } from "@/domain/format";
import type { Status } from "@/generated/api";
import { FactLine, Facts } from "@/ui/facts";
import { Cell, Figure, Figures, Page, Prose, Row } from "@/ui/page";
import { Failure, Loading, Panel, StaleNote } from "@/ui/panel";
import { clusterQuery } from "./api";
import { FeedsPanel } from "./feeds-panel";
import { LimitsPanel } from "./limits-panel";
import { behind } from "./model/freshness";
import { ProofPanel } from "./proof-panel";
import { SolvencyPanel } from "./solvency-panel";

export function StatusPage() {
  const query = useQuery(statusQuery);
  const failure = useQueryFailure(query);
  return (
    <Page
      title="Status"
      lead="How the platform is, how fresh its prices are, and whether it holds what it owes."
    >
      {failure ? (
        <Panel title="Health">
          <Failure what="The status" error={failure} onRetry={() => void query.refetch()} />
        </Panel>
      ) : null}
      {query.data || failure ? null : (
        <Panel title="Health">
          <Loading label="the status" />
        </Panel>
      )}
      {query.data ? (
        <>
          <StaleNote isStale={query.isError} />
          <Health status={query.data} />
        </>
      ) : null}
      <Row>
        <Cell span={5}>
          <SolvencyPanel />
        </Cell>
        <Cell span={7}>
          <ProofPanel />
        </Cell>
      </Row>
      <FeedsPanel />
      <LimitsPanel />
    </Page>
  );
}

const SERVER = { ok: "Well", degraded: "Degraded", maintenance: "Maintenance" } as const;
const EXCHANGE = { active: "Active", paused: "Paused", halted: "Halted" } as const;
const NODE = { healthy: "Healthy", degraded: "Degraded", down: "Down" } as const;

function Health({ status }: { readonly status: Status }) {
  const cluster = useQuery(clusterQuery);
  const { state, roundTripMs } = useConnection();
  const nowS = useEngineNow() ?? status.clock.now;
  const node = cluster.data;
  return (
    <>
      <Figures label="Health">
        <Figure label="Exchange" note={`command ${status.sequence}`}>
          {EXCHANGE[status.exchange]}
        </Figure>
        <Figure label="Server" note={`version ${status.version}, ${status.env}`}>
          {SERVER[status.status]}
        </Figure>
        <Figure label="Chain node" note={node ? `slot ${node.slot}` : "no answer yet"}>
          {node ? NODE[node.status] : DASH}
        </Figure>
        <Figure
          label="Live stream to you"
          note={roundTripMs === null ? DASH : `${Math.round(roundTripMs)} ms there and back`}
        >
          {state === "open" ? "Open" : "Reconnecting"}
        </Figure>
        <Figure
          label="Last update"
          note={
            status.lastPrintAt === null
              ? "none yet"
              : `${formatTime(status.lastPrintAt)}, ${formatDuration(nowS - status.lastPrintAt)} ago, index time`
          }
        >
          <span className="figures">
            {status.lastPrintAt === null ? DASH : formatDay(status.lastPrintAt)}
          </span>
        </Figure>
        <Figure label="Behind the chain by" note={`read up to slot ${status.followedSlot}`}>
          {behind(status.chainSlot, status.followedSlot, "slot")}
        </Figure>
      </Figures>
      <Row>
        <Cell span={6}>
          <Panel title="Clock">
            <Clock status={status} nowS={nowS} />
          </Panel>
        </Cell>
        <Cell span={6}>
          <Panel title="From the chain to you">
            <Facts>
              <FactLine label="Newest slot of the chain">
                <span className="figures">{status.chainSlot ?? DASH}</span>
              </FactLine>
              <FactLine label="Read by the exchange up to">
                <span className="figures">{status.followedSlot}</span>
              </FactLine>
              <FactLine label="Not in the histories yet">
                {behind(status.sequence, status.projectedSequence, "command")}
              </FactLine>
              <FactLine label="Node answers in">
                <span className="figures">{node ? `${node.latencyMs} ms` : DASH}</span>
              </FactLine>
            </Facts>
          </Panel>
        </Cell>
      </Row>
    </>
  );
}

function Clock({ status, nowS }: { readonly status: Status; readonly nowS: number }) {
  const { replay, clock } = status;
  return (
    <>
      <Facts>
        <FactLine label="Index time (UTC)">
          <span className="figures">{formatDateTime(nowS)}</span>
        </FactLine>
        <FactLine label="It runs">
          <span className="figures">
            {clock.rate === 1 ? "as real time" : `${clock.rate} times as fast`}
          </span>
        </FactLine>
        {replay === null ? null : (
          <FactLine label="Recorded until">
            <span className="figures">{replay.historyEnds ?? DASH}</span>
          </FactLine>
        )}
      </Facts>
      <Prose>
        {replay === null ? (
          <p>Prices are those of today.</p>
        ) : (
          <p>
            Prices are a replay of recorded history, not of today.{" "}
            {[replay.attribution, replay.source].filter(Boolean).join(": ")}.
          </p>
        )}
      </Prose>
    </>
  );
}
