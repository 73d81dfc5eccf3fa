import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Amount, Rate } from "@/ui/figures/amount";
import { Prose } from "@/ui/page/page";
import { type Column, QueryTable } from "@/ui/tables/data-table";
import { exposureQuery, poolQuery, scenariosQuery } from "./api";
import { byNetExposure, type MarketExposure } from "./model/exposure";
import { type Scenario, type Scenarios, scenarioOf } from "./model/scenarios";

const columns = (scenarios: Scenarios | undefined): readonly Column<MarketExposure>[] => [
  {
    head: "Market",
    isText: true,
    cell: (row) => (
      <Link to="/trade/$symbol" params={{ symbol: row.symbol }}>
        {row.name}
      </Link>
    ),
  },
  {
    head: "Long",
    cell: (row) => <Amount value={row.long} kind="CollateralE6" unit="USD" digits={0} />,
  },
  {
    head: "Short",
    cell: (row) => <Amount value={row.short} kind="CollateralE6" unit="USD" digits={0} />,
  },
  {
    head: "Traders’ net",
    cell: (row) => <Amount value={row.net} kind="CollateralE6" unit="USD" digits={0} signed />,
  },
  {
    head: "Limit per side",
    cell: (row) => <Amount value={row.maxSide} kind="CollateralE6" unit="USD" compact />,
  },
  {
    head: "Pool, index −10%",
    cell: (row) => <Effect of={scenarioOf(scenarios, row.marketId, "down")} />,
  },
  {
    head: "Pool, index +10%",
    cell: (row) => <Effect of={scenarioOf(scenarios, row.marketId, "up")} />,
  },
];

/** Gain of the pool, and change of a share. */
function Effect({ of }: { readonly of: Scenario | undefined }) {
  if (of === undefined) return <span className="quiet">–</span>;
  return (
    <>
      <Amount value={of.change} kind="CollateralE6" unit="USD" digits={0} trend />{" "}
      <span className="quiet">
        <Rate value={of.priceChange} digits={3} signed />
      </span>
    </>
  );
}

/** Open interest by market, the largest net first. */
export function ExposureTable() {
  const query = useQuery(exposureQuery);
  const { data: pool } = useQuery(poolQuery);
  const { data: scenarios } = useQuery(scenariosQuery);
  return (
    <>
      <div style={{ display: "flex", flexDirection: "column", maxHeight: 400 }}>
        <QueryTable
          label="Net exposure by market"
          columns={columns(scenarios)}
          rowKey={(row) => row.symbol}
          query={{ ...query, data: query.data && byNetExposure(query.data) }}
          empty="No open positions"
          emptyText="Without open positions the pool has no risk and earns nothing."
        />
      </div>
      <Prose>
        <p>
          The pool takes the opposite of “traders’ net”: if an index rises 1%, it pays about 1% of
          that net. Net exposure over all markets is limited to{" "}
          <Amount value={pool?.netExposureCap} kind="CollateralE6" unit="USD" compact />.
        </p>
      </Prose>
    </>
  );
}
