import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { summariesQuery } from "@/api/queries";
import { useTradingAccount } from "@/domain/account";
import { Amount } from "@/ui/amount";
import { Empty, Failure, Loading, Panel } from "@/ui/panel";
import { type Column, DataTable } from "@/ui/tables/data-table";
import { ExposureMap } from "./exposure-map";
import { exposureByPlace, type PlaceExposure } from "./model/exposure";

const COLUMNS: readonly Column<PlaceExposure>[] = [
  {
    head: "Place",
    isText: true,
    cell: ({ symbol, name }) =>
      symbol === null ? (
        name
      ) : (
        <Link to="/trade/$symbol" params={{ symbol }}>
          {name}
        </Link>
      ),
  },
  { head: "▲ Long", cell: (row) => <Side value={row.long} className="up" /> },
  { head: "▼ Short", cell: (row) => <Side value={row.short} className="down" /> },
];

function Side({ value, className }: { readonly value: PlaceExposure["long"]; className: string }) {
  return value === 0n ? (
    <span className="quiet">–</span>
  ) : (
    <Amount value={value} kind="CollateralE6" unit="USD" className={className} />
  );
}

/** Where the wallet's positions are, as a map and as the table that says the same. */
export function ExposurePanel() {
  const { accounts, isLoading, error, retry } = useTradingAccount();
  const { data: summaries } = useQuery(summariesQuery);
  const places = exposureByPlace(accounts, summaries ?? []);
  return (
    <Panel title="Exposure by place">
      {isLoading ? (
        <Loading label="exposure" />
      ) : error ? (
        <Failure what="Exposure" error={error} onRetry={retry} />
      ) : (
        <>
          <ExposureMap places={places} />
          {places.length === 0 ? (
            <Empty title="No exposure">
              Open positions are drawn here where their houses stand.
            </Empty>
          ) : (
            <DataTable
              label="Exposure by market"
              columns={COLUMNS}
              rows={places}
              rowKey={({ marketId }) => String(marketId)}
            />
          )}
        </>
      )}
    </Panel>
  );
}
