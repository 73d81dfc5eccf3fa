import { useQuery } from "@tanstack/react-query";
import { mainApi } from "@/api/http";
import { useQueryFailure } from "@/api/query-failure";
import { DASH, formatDateTime, formatDuration } from "@/domain/format";
import { parseCollateral, parseRate } from "@/domain/parse";
import { Amount, Rate } from "@/ui/amount";
import { FactLine, Facts } from "@/ui/facts";
import { Cell, Prose, Row } from "@/ui/page";
import { Failure, Loading, Panel } from "@/ui/panel";
import { candidatesQuery, matureQuery } from "./api";

/** The server returns no more (API 5.9). */
const CANDIDATES_MAX = 500;

const exchangeRulesQuery = {
  queryKey: ["status-page", "exchange"],
  queryFn: ({ signal }: { signal: AbortSignal }) => mainApi.get("/account/exchange", { signal }),
  staleTime: 60_000,
};

/** What may leave in an hour and a day, and whether those who pay it out keep up. */
export function LimitsPanel() {
  return (
    <Row>
      <Cell span={6}>
        <Panel title="Limits of payouts">
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
        <FactLine label="In an hour, of the vault">
          <Rate value={parseRate(rules.outflowHourlyRate)} />
        </FactLine>
        <FactLine label="In a day, of the vault">
          <Rate value={parseRate(rules.outflowDailyRate)} />
        </FactLine>
        <FactLine label="Always at least">
          <Amount value={parseCollateral(rules.outflowFloor)} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="A withdrawal waits">
          <span className="figures">{formatDuration(query.data.settlementDelay)}</span>
        </FactLine>
      </Facts>
      <Prose>
        <p>
          If an attacker ever found a way to withdraw too much, this is all that leaves before it is
          stopped. Payouts above it continue in their order. How much of it is used now is not
          published.
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
        <FactLine label="Withdrawals ready to be paid">
          <span className="figures">
            {waiting.length}
            {nextCursor === null ? "" : " or more"}
          </span>
        </FactLine>
        <FactLine label="The oldest is ready since">
          <span className="figures">{oldest ? formatDateTime(oldest.maturity) : DASH}</span>
        </FactLine>
        <FactLine label="Accounts to be liquidated">
          <span className="figures">
            {candidates.data.accounts.length}
            {candidates.data.accounts.length < CANDIDATES_MAX ? "" : " or more"}
          </span>
        </FactLine>
      </Facts>
      <Prose>
        <p>
          The settlement keeper runs every minute of index time. Anyone may do its work, and that of
          liquidating, and earn the tip or the fee. It reports no health of its own: work that stays
          is how one sees that it does not run.
        </p>
      </Prose>
    </>
  );
}
