import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWallet } from "@/state/wallet-store";
import { Amount } from "@/ui/figures/amount";
import { Cell, Figure, Figures, Page, Row, Stack } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { Tabs } from "@/ui/page/tabs";
import { Term } from "@/ui/term";
import { SignInGate } from "@/ui/wallet/wallet-gate";
import { grandTotalQuery, ownPointsQuery, perDayQuery } from "./api";
import { HowPoints } from "./how-points";
import { PROGRAMMES, type Programme, programmeOf } from "./model/points";
import { ParticipationPanel } from "./participation";
import { PointsRanking } from "./points-ranking";
import { Referrals } from "./referrals";
import { YourPoints } from "./your-points";

export function PointsPage() {
  const address = useWallet((state) => state.session.address);
  const [id, setId] = useState<string>("season3");
  return (
    <Page
      title="Points"
      lead={
        <>
          Earn <Term id="points">points</Term> for open positions, liquidity and staked tokens, by
          the second. Points have no cash value.
        </>
      }
    >
      {address === null ? <Totals /> : <OwnTotals address={address} />}
      <Row>
        <Cell span={8}>
          <Tabs
            label="Programs"
            value={programmeOf(id).id}
            onChange={setId}
            tabs={PROGRAMMES.map((programme) => ({
              id: programme.id,
              label: programme.label,
              content: <ProgrammeView programme={programme} address={address} />,
            }))}
          />
        </Cell>
        <Cell span={4}>
          <Stack>
            <ParticipationPanel />
            <HowPoints />
          </Stack>
        </Cell>
      </Row>
      <Panel title="Referrals">
        <SignInGate
          what="Your referrals"
          isPlural
          why="See your code, its link and your referrals."
        >
          {(mine) => <Referrals key={mine} address={mine} />}
        </SignInGate>
      </Panel>
    </Page>
  );
}

interface ViewProps {
  readonly programme: Programme;
  readonly address: string | null;
}

function ProgrammeView({ programme, address }: ViewProps) {
  return (
    <Stack>
      {address === null ? null : <YourPoints programme={programme} address={address} />}
      <PointsRanking programme={programme} address={address} />
    </Stack>
  );
}

function Totals() {
  const { data } = useQuery(grandTotalQuery);
  return (
    <Figures label="The perpetual program in figures">
      <Figure label="Perpetual points, all participants">
        <Amount value={data?.points} kind="PointsE6" />
      </Figure>
      <Figure label="Participants">
        <span className="figures">{data?.participants ?? "–"}</span>
      </Figure>
    </Figures>
  );
}

function OwnTotals({ address }: { readonly address: string }) {
  const { data: seasons } = useQuery(ownPointsQuery("seasons", address));
  const { data: perpetual } = useQuery(ownPointsQuery("perpetual", address));
  const { data: all } = useQuery(grandTotalQuery);
  const { data: perDay } = useQuery(perDayQuery(address));
  return (
    <Figures label="Your points in figures">
      <Figure label="All seasons" note={rankText(seasons?.row.rank)}>
        <Amount value={seasons?.row.points} kind="PointsE6" />
      </Figure>
      <Figure label="Perpetual program" note={rankText(perpetual?.row.rank)}>
        <Amount value={perpetual?.row.points} kind="PointsE6" />
      </Figure>
      <Figure label="Points per day" note="Perpetual, for what you hold now, with boosts">
        <Amount value={perDay} kind="PointsE6" />
      </Figure>
      <Figure
        label="Perpetual points, total"
        note={all === undefined ? "" : `${all.participants} participants`}
      >
        <Amount value={all?.points} kind="PointsE6" />
      </Figure>
    </Figures>
  );
}

function rankText(rank: number | null | undefined): string {
  if (rank === undefined) return "";
  return rank === null ? "no rank yet" : `rank ${rank}`;
}
