import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWallet } from "@/state/wallet-store";
import { Amount } from "@/ui/amount";
import { Cell, Figure, Figures, Page, Row, Stack } from "@/ui/page";
import { Panel } from "@/ui/panel";
import { Tabs } from "@/ui/tabs";
import { SignInGate } from "@/ui/wallet-gate";
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
      lead="Points count what you held and for how long: open positions, liquidity, staked tokens. They are no money, can not be transferred, and promise nothing."
    >
      {address === null ? <Totals /> : <OwnTotals address={address} />}
      <Row>
        <Cell span={8}>
          <Tabs
            label="Programmes"
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
        <SignInGate what="Your referrals" why="Your code, its link and who came by it.">
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
    <Figures label="The perpetual programme in figures">
      <Figure label="Points of the perpetual programme">
        <Amount value={data?.points} kind="PointsE6" />
      </Figure>
      <Figure label="Its participants">
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
      <Figure label="Seasons 1 to 3 together" note={rankText(seasons?.row.rank)}>
        <Amount value={seasons?.row.points} kind="PointsE6" />
      </Figure>
      <Figure label="Perpetual programme" note={rankText(perpetual?.row.rank)}>
        <Amount value={perpetual?.row.points} kind="PointsE6" />
      </Figure>
      <Figure label="Perpetual points a day" note="for what you hold now, with your boosts">
        <Amount value={perDay} kind="PointsE6" />
      </Figure>
      <Figure
        label="Everybody's perpetual points"
        note={all === undefined ? "" : `of ${all.participants} who take part`}
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
