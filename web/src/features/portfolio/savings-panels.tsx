import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Cell, Row } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { pointsQuery, portfolioQuery } from "./api";

/** Pool deposits, stake and points of a wallet, with links to their pages. */
export function SavingsPanels({ address }: { readonly address: string }) {
  const { data } = useQuery(portfolioQuery(address));
  const { data: points } = useQuery(pointsQuery(address));
  return (
    <Row>
      <Cell span={4}>
        <Panel title="Liquidity" actions={<Link to="/liquidity">Open</Link>}>
          <Facts>
            <FactLine label="Value">
              <Amount value={data?.liquidity} kind="CollateralE6" unit="USD" />
            </FactLine>
            <FactLine label="Deposits">
              <span className="figures">{data?.deposits ?? "–"}</span>
            </FactLine>
            <FactLine label="Next unlock">
              <Countdown untilS={data?.nextMaturity ?? null} />
            </FactLine>
          </Facts>
        </Panel>
      </Cell>
      <Cell span={4}>
        <Panel title="Staking" actions={<Link to="/staking">Open</Link>}>
          <Facts>
            <FactLine label="Staked">
              <Amount value={data?.locked} kind="TokenE6" unit="ACRE" />
            </FactLine>
            <FactLine label="Activating">
              <Amount value={data?.locking} kind="TokenE6" unit="ACRE" />
            </FactLine>
            <FactLine label="Unstaking">
              <Amount value={data?.waiting} kind="TokenE6" unit="ACRE" />
            </FactLine>
            <FactLine label="Withdrawable">
              <Amount value={data?.withdrawable} kind="TokenE6" unit="ACRE" />
            </FactLine>
          </Facts>
        </Panel>
      </Cell>
      <Cell span={4}>
        <Panel title="Points" actions={<Link to="/points">Open</Link>}>
          <Facts>
            <FactLine label="Total">
              <Amount value={points} kind="PointsE6" />
            </FactLine>
            <FactLine label="Available for predictions">
              <Amount value={data?.predictionPoints} kind="PointsE6" />
            </FactLine>
            <FactLine label="In predictions">
              <Amount value={data?.predictionStake} kind="PointsE6" />
            </FactLine>
          </Facts>
        </Panel>
      </Cell>
    </Row>
  );
}
