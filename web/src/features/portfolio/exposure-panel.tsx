import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { summariesQuery } from "@/api/queries";
import { useTradingAccount } from "@/domain/account";
import type { RateE12 } from "@/domain/amounts";
import { formatPercent, toDrawing } from "@/domain/format";
import { Amount } from "@/ui/figures/amount";
import { Empty } from "@/ui/page/empty";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { type Column, DataTable } from "@/ui/tables/data-table";
import { ExposureMap } from "./exposure-map";
import { exposureByPlace, type PlaceExposure, riskShares } from "./model/exposure";
import css from "./portfolio-page.module.css";

type Place = PlaceExposure & { readonly share: RateE12 };

const COLUMNS: readonly Column<Place>[] = [
  {
    head: "Market",
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
  {
    head: "Risk",
    cell: ({ share }) => (
      <span className={css["share"]} title="Share of the required margin">
        <i
          aria-hidden="true"
          style={{ "--part": `${100 * toDrawing(share, "RateE12")}%` } as CSSProperties}
        />
        {formatPercent(share, { digits: 0 })}
      </span>
    ),
  },
];

function Side({ value, className }: { readonly value: PlaceExposure["long"]; className: string }) {
  return value === 0n ? (
    <span className="quiet">–</span>
  ) : (
    <Amount value={value} kind="CollateralE6" unit="USD" className={className} />
  );
}

/** Open positions by market: a map, sizes and shares of the risk. */
export function ExposurePanel() {
  const { accounts, isLoading, error, retry } = useTradingAccount();
  const { data: summaries } = useQuery(summariesQuery);
  const places = exposureByPlace(accounts, summaries ?? []);
  const shares = riskShares(places);
  const rows = places.map((place, at) => ({ ...place, share: shares[at] as RateE12 }));
  return (
    <Panel title="Exposure">
      {isLoading ? (
        <Loading label="exposure" />
      ) : error ? (
        <Failure what="Exposure" error={error} onRetry={retry} />
      ) : rows.length === 0 ? (
        <Empty title="No exposure" text="Open positions appear here on a map." />
      ) : (
        <>
          <ExposureMap places={places} />
          <DataTable
            label="Exposure by market"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ marketId }) => String(marketId)}
          />
        </>
      )}
    </Panel>
  );
}
