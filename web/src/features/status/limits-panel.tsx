import { useQuery } from "@tanstack/react-query";
import { mainApi } from "@/api/http";
import { useQueryFailure } from "@/api/query-failure";
import { DASH, formatDateTime, formatDuration } from "@/domain/format";
import { parseCollateral, parseRate } from "@/domain/parse";
import { Amount, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Cell, Prose, Row } from "@/ui/page/page";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { candidatesQuery, matureQuery } from "./api";

/** The server returns no more (API 5.9). */
const CANDIDATES_MAX = 500;

const exchangeRulesQuery = {
  queryKey: ["status-page", "exchange"],
  queryFn: ({ signal }: { signal: AbortSignal }) => mainApi.get("/account/exchange", { signal }),
  staleTime: 60_000,
};

/** Payout limits, and the work that waits for keepers. */
export function LimitsPanel() {
  return (
    <Row>
      <Cell span={6}>
        <Panel title="Payout limits">
          <Limits />
        </Panel>
      </Cell>
      <Cell span={6}>
        <Panel title="Keepers">
          <Keepers />
        </Panel>
      </Cell>
    </Row>
  );
}

function Limits() {
  const query = useQuery(exchangeRulesQuery);
  const failure = useQueryFailure(query);
  if (failure) {
    return <Failure what="The limits" error={failure} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Loading label="the limits" />;
  const rules = query.data.specification;
  return (
    <>
      <Facts>
        <FactLine label="Per hour, share of vault">
          <Rate value={parseRate(rules.outflowHourlyRate)} />
        </FactLine>
        <FactLine label="Per day, share of vault">
          <Rate value={parseRate(rules.outflowDailyRate)} />
        </FactLine>
        <FactLine label="Minimum allowed">
          <Amount value={parseCollateral(rules.outflowFloor)} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Withdrawal delay">
          <span className="figures">{formatDuration(query.data.settlementDelay)}</span>
        </FactLine>
      </Facts>
      <Prose>
        <p>
          Limits the loss if an attacker finds a way to withdraw too much. Larger payouts continue
          in order.
        </p>
      </Prose>
    </>
  );
}

function Keepers() {
  const mature = useQuery(matureQuery);
  const candidates = useQuery(candidatesQuery);
  const failure = useQueryFailure(mature.error ? mature : candidates);
  if (failure) {
    const retry = () => void Promise.all([mature.refetch(), candidates.refetch()]);
    return <Failure what="The keepers' work" error={failure} onRetry={retry} />;
  }
  if (!mature.data || !candidates.data) return <Loading label="the keepers' work" />;
  const { settlementRequests: waiting, nextCursor } = mature.data;
  const oldest = waiting[0];
  return (
    <>
      <Facts>
        <FactLine label="Withdrawals ready">
          <span className="figures">
            {waiting.length}
            {nextCursor === null ? "" : " or more"}
          </span>
        </FactLine>
        <FactLine label="Oldest ready since">
          <span className="figures">{oldest ? formatDateTime(oldest.maturity) : DASH}</span>
        </FactLine>
        <FactLine label="Liquidations due">
          <span className="figures">
            {candidates.data.accounts.length}
            {candidates.data.accounts.length < CANDIDATES_MAX ? "" : " or more"}
          </span>
        </FactLine>
      </Facts>
      <Prose>
        <p>
          Keepers process withdrawals and liquidations; anyone can run one and earn the tip or fee.
          If work stays here, no keeper is running.
        </p>
      </Prose>
    </>
  );
}
