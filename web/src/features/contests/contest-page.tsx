import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ApiError } from "@/api/http";
import { useEngineNow } from "@/api/live";
import { useQueryFailure } from "@/api/query-failure";
import { formatDay } from "@/domain/format";
import { useWallet } from "@/state/wallet-store";
import { Amount } from "@/ui/figures/amount";
import { NotFound } from "@/ui/page/not-found";
import { Cell, Figure, Figures, Page, Row, Stack } from "@/ui/page/page";
import { Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import { contestQuery } from "./api";
import { ClockValue, datesOf, Marks } from "./contest-card";
import { ContestLeaderboard } from "./leaderboard";
import { type Contest, contestClock, METRICS, TIES } from "./model/contest";
import { PrizesPanel, RafflePanel } from "./prizes";
import { RulesPanel } from "./rules";
import { YourPlace } from "./your-place";

export function ContestPage() {
  const id = useParams({ strict: false }).contest ?? "";
  const address = useWallet((state) => state.session.address);
  const query = useQuery(contestQuery(id, address));
  const failure = useQueryFailure(query);
  const { data, isError, refetch } = query;
  if (failure instanceof ApiError && failure.code === "CONTEST_NOT_FOUND") {
    return <NotFound what="Contest" action={<Link to="/contests">See all contests</Link>} />;
  }
  if (failure) {
    return (
      <Page title="Contest">
        <Failure what="The contest" error={failure} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!data) {
    return (
      <Page title="Contest">
        <Loading label="the contest" lines={8} />
      </Page>
    );
  }
  return (
    <Page title={data.name} lead={data.description} actions={<Marks contest={data} />}>
      <StaleNote isStale={isError} />
      <ContestFigures contest={data} />
      <YourPlace contest={data} />
      <Row>
        <Cell span={8}>
          <Panel title="Leaderboard">
            <ContestLeaderboard contest={data} address={address} />
          </Panel>
        </Cell>
        <Cell span={4}>
          <Stack>
            <PrizesPanel contest={data} address={address} />
            <RafflePanel contest={data} />
            <RulesPanel contest={data} />
          </Stack>
        </Cell>
      </Row>
    </Page>
  );
}

function ContestFigures({ contest }: { readonly contest: Contest }) {
  const clock = contestClock(contest, useEngineNow());
  const dates = "text" in clock ? `since ${formatDay(contest.startsAt)}` : datesOf(contest);
  return (
    <Figures label="The contest in figures">
      <Figure label={clock.label} note={dates}>
        <ClockValue clock={clock} />
      </Figure>
      <Figure label="Participants">
        <span className="figures">{contest.participants}</span>
      </Figure>
      <Figure label="Ranked by" note={TIES[contest.metric]}>
        {METRICS[contest.metric]}
      </Figure>
      <Figure label="Minimum collateral" note="contest average, for a prize">
        <Amount value={contest.minCollateral} kind="CollateralE6" unit="USD" />
      </Figure>
    </Figures>
  );
}
