import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Amount } from "@/ui/amount";
import { type Column, QueryTable } from "@/ui/data-table";
import { Prose } from "@/ui/page";
import { exposureQuery, poolQuery } from "./api";
import { byNetExposure, type MarketExposure } from "./model/exposure";

const COLUMNS: readonly Column<MarketExposure>[] = [
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
    head: "Limit a side",
    cell: (row) => <Amount value={row.maxSide} kind="CollateralE6" unit="USD" compact />,
  },
];

/** Open interest by market, the most one-sided first: what the pool stands against. */
export function ExposureTable() {
  const query = useQuery(exposureQuery);
  const { data: pool } = useQuery(poolQuery);
  return (
    <>
      <div style={{ display: "flex", flexDirection: "column", maxHeight: 400 }}>
        <QueryTable
          label="Net exposure by market"
          columns={COLUMNS}
          rowKey={(row) => row.symbol}
          query={{ ...query, data: query.data && byNetExposure(query.data) }}
          empty="No open positions"
          emptyText="Without open positions the pool has no risk, and earns nothing."
        />
      </div>
      <Prose>
        <p>
          The pool is on the other side of “traders’ net”: when an index rises by 1%, it pays about
          a hundredth of that market’s net long figure, and receives it when the index falls. All
          markets together may not lean further than{" "}
          <Amount value={pool?.netExposureCap} kind="CollateralE6" unit="USD" compact /> one way.
        </p>
      </Prose>
    </>
  );
}
