import { useQuery } from "@tanstack/react-query";
import { useQueryFailure } from "@/api/query-failure";
import { useWallet } from "@/state/wallet-store";
import { Amount } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Cell, Figure, Figures, Page, Prose, Row } from "@/ui/page/page";
import { Failure, Panel } from "@/ui/page/panel";
import { Term } from "@/ui/term";
import { WalletGate } from "@/ui/wallet/wallet-gate";
import { stakeQuery, totalsQuery } from "./api";
import { EpochTimeline } from "./epoch-timeline";
import { StakeForms } from "./stake-forms";
import { ScheduleTable, VestingFacts } from "./stake-tables";

export function StakingPage() {
  const address = useWallet((state) => state.session.address);
  return (
    <Page
      title="Staking"
      lead="Stake ACRE to earn points (not money). Unstaking takes one to two epochs."
    >
      {address === null ? null : <OwnFigures address={address} />}
      <Row>
        <Cell span={8}>
          <EpochTimeline address={address} />
        </Cell>
        <Cell span={4}>
          <Panel title="Stake, unstake, withdraw">
            <WalletGate what="Staking" why="Connect to stake, unstake or withdraw.">
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
                A stake becomes active, and earns points, with the next{" "}
                <Term id="epoch" after=".">
                  epoch
                </Term>
              </p>
              <p>
                Unstaking takes tokens that are not active yet first; you can withdraw them
                immediately. Active tokens stop earning and unlock one epoch after the next epoch
                starts.
              </p>
              <p>Withdrawals are paid to your wallet without a delay.</p>
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
      <Figure label="Active" note="earning points">
        <Amount value={stake?.locked} kind="TokenE6" />
      </Figure>
      <Figure label="Activating" note="from the next epoch">
        <Amount value={stake?.locking} kind="TokenE6" />
      </Figure>
      <Figure label="Unstaking" note="not yet unlocked">
        <Amount value={stake?.waiting} kind="TokenE6" />
      </Figure>
      <Figure label="Withdrawable" note="unlocked and vested">
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
    <Panel title="Total staked">
      {failure ? (
        <Failure what="The totals" error={failure} onRetry={() => void query.refetch()} />
      ) : (
        <Facts>
          <FactLine label="Active">
            <Amount value={data?.locked} kind="TokenE6" unit="ACRE" />
          </FactLine>
          <FactLine label="Activating">
            <Amount value={data?.locking} kind="TokenE6" unit="ACRE" />
          </FactLine>
          <FactLine label="Unstaking">
            <Amount value={data?.unlocking} kind="TokenE6" unit="ACRE" />
          </FactLine>
          <FactLine label="Stakers">
            <span className="figures">{data?.stakers ?? "–"}</span>
          </FactLine>
        </Facts>
      )}
    </Panel>
  );
}
