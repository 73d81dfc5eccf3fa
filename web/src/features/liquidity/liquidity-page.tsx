import { useQuery } from "@tanstack/react-query";
import { formatDuration } from "@/domain/format";
import { useWallet } from "@/state/wallet-store";
import { Amount, Rate } from "@/ui/figures/amount";
import { Stat, Stats } from "@/ui/figures/stat";
import { Cell, Page, Row } from "@/ui/page/page";
import { Failure, Panel } from "@/ui/page/panel";
import { SettlementTable } from "@/ui/tables/settlement-table";
import { WalletGate } from "@/ui/wallet/wallet-gate";
import { AddForm } from "./add-form";
import { poolQuery } from "./api";
import { DepositsTable } from "./deposits-table";
import { ExposureTable } from "./exposure-table";
import css from "./liquidity.module.css";
import type { Pool } from "./model/pool";
import { PoolChart } from "./pool-chart";
import { ReturnPanel } from "./return-panel";
import { ScenarioPanel } from "./scenario-panel";

export function LiquidityPage() {
  const { data: pool, error, refetch } = useQuery(poolQuery);
  const address = useWallet((state) => state.session.address);
  return (
    <Page
      title="Liquidity"
      lead="The pool takes the other side of every trade. You earn fees and traders' losses, and pay their gains. You can lose money."
    >
      {error && !pool ? (
        <Failure what="The pool" error={error} onRetry={() => void refetch()} />
      ) : (
        <Stats label="The pool">
          <Stat
            size="large"
            label="Pool value"
            value={<Amount value={pool?.lpBalance} kind="CollateralE6" unit="USD" compact />}
            note="Deposits and earnings of liquidity providers"
          />
          <Stat
            label="Fee APR (30 d)"
            value={<Rate value={pool?.feeApr} />}
            note="Not guaranteed; before traders' gains"
          />
          <Stat
            label="Open interest"
            value={<Amount value={pool?.openInterest} kind="CollateralE6" unit="USD" compact />}
            note="All traders, both sides"
          />
          <Stat
            label="Reserved for open positions"
            value={<Rate value={pool?.requiredShare} />}
            note={<Amount value={pool?.requiredMinimum} kind="CollateralE6" unit="USD" compact />}
          />
          <Stat
            label="Share price"
            value={<Amount value={pool?.sharePrice} kind="SharePriceE8" unit="USD" digits={4} />}
            note="Started at $1.00"
          />
        </Stats>
      )}
      <Panel title="Risks">
        <Risks pool={pool} />
      </Panel>
      <Row>
        <Cell span={8}>
          <PoolChart />
        </Cell>
        <Cell span={4}>
          <Panel title="Add liquidity">
            <WalletGate what="A deposit" why="Choose an amount and see your shares.">
              {(address) => <AddForm key={address} address={address} />}
            </WalletGate>
          </Panel>
        </Cell>
      </Row>
      {address === null ? null : (
        <Panel title="Your deposits">
          <DepositsTable key={address} address={address} />
        </Panel>
      )}
      <Row>
        <Cell span={6}>
          <ReturnPanel />
        </Cell>
        <Cell span={6}>
          <ScenarioPanel />
        </Cell>
      </Row>
      <Panel title="Exposure of the pool">
        <ExposureTable />
      </Panel>
      {address === null ? null : (
        <Panel title="Withdrawals">
          <SettlementTable address={address} />
        </Panel>
      )}
    </Page>
  );
}

function Risks({ pool }: { readonly pool: Pool | undefined }) {
  return (
    <ul className={css["risks"]}>
      <li>
        <strong>Trends.</strong> House prices can trend one way for years. Then the pool pays most
        traders, and a share falls below what you paid.
      </li>
      <li>
        <strong>Lock.</strong> A deposit is locked for{" "}
        {pool ? formatDuration(pool.minLpDurationS) : "some days"}. Open positions can reserve
        shares for longer. Payouts take {pool ? formatDuration(pool.settlementDelayS) : "a day"}{" "}
        more.
      </li>
      <li>
        <strong>Bad debt.</strong> Losses beyond a trader's margin are paid by the reserve (
        <Amount value={pool?.reserve} kind="CollateralE6" unit="USD" compact />
        ), then by the pool.
      </li>
    </ul>
  );
}
