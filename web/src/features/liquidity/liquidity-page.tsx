import { useQuery } from "@tanstack/react-query";
import { formatDuration } from "@/domain/format";
import { useWallet } from "@/state/wallet-store";
import { Amount, Rate } from "@/ui/amount";
import { Cell, Figure, Figures, Page, Prose, Row } from "@/ui/page";
import { Empty, Failure, Panel } from "@/ui/panel";
import { SettlementTable } from "@/ui/tables/settlement-table";
import { WalletGate } from "@/ui/wallet-gate";
import { AddForm } from "./add-form";
import { poolQuery } from "./api";
import { DepositsTable } from "./deposits-table";
import { ExposureTable } from "./exposure-table";
import { PoolChart } from "./pool-chart";
import { ReturnPanel } from "./return-panel";
import { ScenarioPanel } from "./scenario-panel";

export function LiquidityPage() {
  const { data: pool, error, refetch } = useQuery(poolQuery);
  const address = useWallet((state) => state.session.address);
  return (
    <Page
      title="Liquidity"
      lead="The pool takes the other side of every trade. It earns the fees, it gains what traders lose, and it pays what traders win. A share can come to be worth less than you paid for it."
    >
      {error && !pool ? (
        <Failure what="The pool" error={error} onRetry={() => void refetch()} />
      ) : (
        <Figures label="The pool">
          <Figure label="Share price" note="began at $1.00">
            <Amount value={pool?.sharePrice} kind="PriceE8" unit="USD" digits={6} />
          </Figure>
          <Figure label="Pool" note="of its providers, before open profits">
            <Amount value={pool?.lpBalance} kind="CollateralE6" unit="USD" compact />
          </Figure>
          <Figure label="Value locked" note="pool and traders’ margin">
            <Amount value={pool?.tvl} kind="CollateralE6" unit="USD" compact />
          </Figure>
          <Figure
            label="Held for open positions"
            note={
              <>
                <Amount value={pool?.requiredMinimum} kind="CollateralE6" unit="USD" compact /> can
                not leave
              </>
            }
          >
            <Rate value={pool?.requiredShare} />
          </Figure>
          <Figure label="Open interest" note="of all traders, both sides">
            <Amount value={pool?.openInterest} kind="CollateralE6" unit="USD" compact />
          </Figure>
          <Figure label="Fees, a year" note="last 30 days, no promise">
            <Rate value={pool?.feeApr} />
          </Figure>
        </Figures>
      )}
      <Row>
        <Cell span={8}>
          <PoolChart />
        </Cell>
        <Cell span={4}>
          <Panel title="Add liquidity">
            <WalletGate what="A deposit" why="You choose an amount and see the shares for it.">
              {(address) => <AddForm key={address} address={address} />}
            </WalletGate>
          </Panel>
        </Cell>
      </Row>
      <Panel title="Your deposits">
        {address === null ? (
          <Empty title="No wallet connected">
            Each of your deposits is shown here with its shares and its maturity.
          </Empty>
        ) : (
          <DepositsTable key={address} address={address} />
        )}
      </Panel>
      <Row>
        <Cell span={6}>
          <ReturnPanel />
        </Cell>
        <Cell span={6}>
          <ScenarioPanel />
        </Cell>
      </Row>
      <Row>
        <Cell span={8}>
          <Panel title="What traders hold against the pool">
            <ExposureTable />
          </Panel>
        </Cell>
        <Cell span={4}>
          <Panel title="What can go wrong">
            <Prose>
              <p>
                House prices move slowly and in one direction for long. When most traders are on the
                right side of such a move, the pool pays them month after month, and the share price
                falls below what you paid.
              </p>
              <p>
                You can not leave at once. A deposit stays{" "}
                {pool ? formatDuration(pool.minLpDurationS) : "some weeks"}; after that shares leave
                only as far as open positions do not need the money. The money then waits{" "}
                {pool ? formatDuration(pool.settlementDelayS) : "a day"} more before it is paid.
              </p>
              <p>
                Losses beyond a trader’s margin are paid by the reserve first (
                <Amount value={pool?.reserve} kind="CollateralE6" unit="USD" compact /> now) and
                then by the pool.
              </p>
            </Prose>
          </Panel>
        </Cell>
      </Row>
      {address === null ? null : (
        <Panel title="Withdrawals on their way">
          <SettlementTable address={address} />
        </Panel>
      )}
    </Page>
  );
}
