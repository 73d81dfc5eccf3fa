import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useEngineNow } from "@/api/live";
import { useQueryFailure } from "@/api/query-failure";
import { formatDateTime } from "@/domain/format";
import { parsePrice } from "@/domain/parse";
import type { Market } from "@/generated/api";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { type Column, DataTable } from "@/ui/tables/data-table";
import { feedsQuery } from "./api";
import { exceptions, FRESHNESS_WORDS, freshness, sortFeeds } from "./model/freshness";
import css from "./status.module.css";

function columns(nowS: number): readonly Column<Market>[] {
  return [
    {
      head: "Market",
      isText: true,
      cell: ({ metadata: { symbol, name } }) => (
        <Link to="/market/$symbol" params={{ symbol }}>
          {name}
        </Link>
      ),
    },
    {
      head: "State",
      isText: true,
      cell: (feed) => FRESHNESS_WORDS[freshness(feed, nowS)],
    },
    {
      head: "Index",
      cell: ({ indexPrice }) => <Amount value={parsePrice(indexPrice)} kind="PriceE8" unit="USD" />,
    },
    {
      head: "Last update",
      cell: ({ indexPriceAt }) => <span className="figures">{formatDateTime(indexPriceAt)}</span>,
    },
    {
      head: "Next update in",
      cell: ({ nextPrintAt }) => <Countdown untilS={nextPrintAt} done="due" />,
    },
    {
      head: "Being confirmed",
      cell: ({ heldPrint }) =>
        heldPrint === null ? (
          <span className="quiet">none</span>
        ) : (
          <Amount value={parsePrice(heldPrint.price)} kind="PriceE8" unit="USD" />
        ),
    },
  ];
}

/** The number of current prices, the exceptions, and all of them on request. */
export function FeedsPanel() {
  const nowS = useEngineNow();
  const query = useQuery(feedsQuery);
  const failure = useQueryFailure(query);
  const feeds = query.data;
  return (
    <Panel title="Prices">
      {failure ? (
        <Failure what="Prices" error={failure} onRetry={() => void query.refetch()} />
      ) : !feeds || nowS === null ? (
        <Loading label="prices" />
      ) : (
        <Feeds feeds={feeds} nowS={nowS} />
      )}
    </Panel>
  );
}

function Feeds({ feeds, nowS }: { readonly feeds: readonly Market[]; readonly nowS: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const found = exceptions(feeds, nowS);
  const count = feeds.length;
  return (
    <>
      <p className={css["summary"]} data-state={found.length === 0 ? "good" : "bad"}>
        {found.length === 0
          ? `All ${count} prices are current.`
          : `${count - found.length} of ${count} prices are current.`}
      </p>
      {found.length === 0 ? null : (
        <DataTable
          label="Prices that are not current"
          rows={found}
          columns={columns(nowS)}
          rowKey={({ id }) => String(id)}
        />
      )}
      <details className={css["all"]} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>All prices</summary>
        {isOpen ? (
          <DataTable
            label="All prices"
            rows={sortFeeds(feeds, nowS)}
            columns={columns(nowS)}
            rowKey={({ id }) => String(id)}
          />
        ) : null}
      </details>
    </>
  );
}
