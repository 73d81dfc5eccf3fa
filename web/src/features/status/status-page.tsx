import { useQuery } from "@tanstack/react-query";
import { useConnection, useEngineNow } from "@/api/live";
import { statusQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { DASH, formatDateTime, formatDay, formatTime } from "@/domain/format";
import type { Status } from "@/generated/api";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Stat, Stats } from "@/ui/figures/stat";
import { Cell, Page, Prose, Row } from "@/ui/page/page";
import { Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
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
    <Page title="Status" lead="Health of the platform, its prices and its reserves.">
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

const SERVER = { ok: "OK", degraded: "Degraded", maintenance: "Maintenance" } as const;
const EXCHANGE = { active: "Active", paused: "Paused", halted: "Halted" } as const;
const NODE = { healthy: "Healthy", degraded: "Degraded", down: "Down" } as const;

function Health({ status }: { readonly status: Status }) {
  const cluster = useQuery(clusterQuery);
  const { state, roundTripMs } = useConnection();
  const nowS = useEngineNow() ?? status.clock.now;
  const node = cluster.data;
  return (
    <>
      <Stats label="Health">
        <Stat
          label="Exchange"
          value={EXCHANGE[status.exchange]}
          note={`Command ${status.sequence}`}
        />
        <Stat
          label="Server"
          value={SERVER[status.status]}
          note={`Version ${status.version}, ${status.env}`}
        />
        <Stat
          label="Chain node"
          value={node ? NODE[node.status] : DASH}
          note={node ? `Slot ${node.slot}` : "No answer yet"}
        />
        <Stat
          label="Live data"
          value={state === "open" ? "Connected" : "Reconnecting"}
          note={roundTripMs === null ? DASH : `${Math.round(roundTripMs)} ms round trip`}
        />
        <Stat
          label="Last price update"
          value={
            <span className="figures">
              {status.lastPrintAt === null ? DASH : formatDay(status.lastPrintAt)}
            </span>
          }
          note={status.lastPrintAt === null ? "None yet" : formatTime(status.lastPrintAt)}
        />
        <Stat
          label="Behind the chain"
          value={behind(status.chainSlot, status.followedSlot, "slot")}
          note={`Read to slot ${status.followedSlot}`}
        />
      </Stats>
      <Row>
        <Cell span={6}>
          <Panel title="Clock">
            <Clock status={status} nowS={nowS} />
          </Panel>
        </Cell>
        <Cell span={6}>
          <Panel title="Chain">
            <Facts>
              <FactLine label="Latest slot">
                <span className="figures">{status.chainSlot ?? DASH}</span>
              </FactLine>
              <FactLine label="Read to slot">
                <span className="figures">{status.followedSlot}</span>
              </FactLine>
              <FactLine label="Not in history yet">
                {behind(status.sequence, status.projectedSequence, "command")}
              </FactLine>
              <FactLine label="Node response time">
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
        <FactLine label="Speed">
          <span className="figures">
            {clock.rate === 1 ? "Real time" : `Demo, ${clock.rate.toLocaleString("en-US")}×`}
          </span>
        </FactLine>
        {replay === null ? null : (
          <FactLine label="Recorded to">
            <span className="figures">
              {replay.historyEnds ? formatDay(Date.parse(replay.historyEnds) / 1000) : DASH}
            </span>
          </FactLine>
        )}
      </Facts>
      <Prose>
        {replay === null ? (
          <p>Prices are live.</p>
        ) : (
          <p>
            Prices replay recorded history.{" "}
            {[replay.attribution, replay.source].filter(Boolean).join(": ")}.
          </p>
        )}
      </Prose>
    </>
  );
}
