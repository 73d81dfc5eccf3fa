import { useQuery } from "@tanstack/react-query";
import { useQueryFailure } from "@/api/query-failure";
import { useWallet } from "@/state/wallet-store";
import { Amount } from "@/ui/amount";
import { FactLine, Facts } from "@/ui/facts";
import { Cell, Figure, Figures, Page, Prose, Row } from "@/ui/page";
import { Failure, Panel } from "@/ui/panel";
import { WalletGate } from "@/ui/wallet-gate";
import { stakeQuery, totalsQuery } from "./api";
import { EpochTimeline } from "./epoch-timeline";
import { StakeForms } from "./stake-forms";
import { ScheduleTable, VestingFacts } from "./stake-tables";

export function StakingPage() {
  const address = useWallet((state) => state.session.address);
  return (
    <Page
      title="Staking"
      lead="Lock ACRE tokens by the week. Locked tokens earn points; they earn no money and no tokens. Getting them back takes between one and two epochs."
    >
      {address === null ? null : <OwnFigures address={address} />}
      <Row>
        <Cell span={8}>
          <EpochTimeline address={address} />
        </Cell>
        <Cell span={4}>
          <Panel title="Stake, unstake, withdraw">
            <WalletGate what="Staking" why="You choose an amount and see what will happen when.">
              {(owner) => <StakeForms key={owner} address={owner} />}
            </WalletGate>
          </Panel>
        </Cell>
      </Row>
      <Row>
        <Cell span={4}>
          <Totals />
        </Cell>
        <Cell span={4}>
          <Panel title="How it works">
            <Prose>
              <p>
                An epoch is a week of index time and changes for everybody at once. What you stake
                is locked from the next epoch on, and earns points from then on.
              </p>
              <p>
                Unstaking takes tokens that are not locked yet first; they can be withdrawn at once.
                Locked tokens stop earning, wait for the next epoch and then one epoch more.
              </p>
              <p>Withdrawn tokens are paid to your wallet without a further delay.</p>
            </Prose>
          </Panel>
        </Cell>
        <Cell span={4}>
          {address === null ? <VestingFacts stake={null} /> : <OwnVesting address={address} />}
        </Cell>
      </Row>
      {address === null ? null : <ScheduleTable address={address} />}
    </Page>
  );
}

function OwnFigures({ address }: { readonly address: string }) {
  const query = useQuery(stakeQuery(address));
  const failure = useQueryFailure(query);
  const { data: stake } = query;
  if (failure) {
    return <Failure what="Your stake" error={failure} onRetry={() => void query.refetch()} />;
  }
  return (
    <Figures label="Your stake">
      <Figure label="Locked" note="earns points">
        <Amount value={stake?.locked} kind="TokenE6" />
      </Figure>
      <Figure label="Locking" note="from the next epoch on">
        <Amount value={stake?.locking} kind="TokenE6" />
      </Figure>
      <Figure label="Waiting" note="unstaked, not yet free">
        <Amount value={stake?.waiting} kind="TokenE6" />
      </Figure>
      <Figure label="Can be withdrawn" note="unlocked and vested">
        <Amount value={stake?.withdrawable} kind="TokenE6" />
      </Figure>
    </Figures>
  );
}

function OwnVesting({ address }: { readonly address: string }) {
  const { data } = useQuery(stakeQuery(address));
  return <VestingFacts stake={data ?? null} />;
}

function Totals() {
  const query = useQuery(totalsQuery);
  const failure = useQueryFailure(query);
  const { data } = query;
  return (
    <Panel title="Everybody’s stake">
      {failure ? (
        <Failure what="The totals" error={failure} onRetry={() => void query.refetch()} />
      ) : (
        <Facts>
          <FactLine label="Locked">
            <Amount value={data?.locked} kind="TokenE6" unit="ACRE" />
          </FactLine>
          <FactLine label="Locking">
            <Amount value={data?.locking} kind="TokenE6" unit="ACRE" />
          </FactLine>
          <FactLine label="Waiting">
            <Amount value={data?.unlocking} kind="TokenE6" unit="ACRE" />
          </FactLine>
          <FactLine label="Stakers">
            <span className="figures">{data?.stakers ?? "–"}</span>
          </FactLine>
          <FactLine label="Tokens earned">none; locked tokens earn points</FactLine>
        </Facts>
      )}
    </Panel>
  );
}
