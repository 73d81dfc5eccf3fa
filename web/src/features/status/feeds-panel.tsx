import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEngineNow } from "@/api/live";
import { formatDateTime } from "@/domain/format";
import { parsePrice } from "@/domain/parse";
import type { Market } from "@/generated/api";
import { Amount } from "@/ui/amount";
import { Countdown } from "@/ui/countdown";
import { Panel } from "@/ui/panel";
import { type Column, QueryTable } from "@/ui/tables/data-table";
import { feedsQuery } from "./api";
import { FRESHNESS_WORDS, freshness, sortFeeds } from "./model/freshness";

function columns(nowS: number | null): readonly Column<Market>[] {
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
      cell: (feed) => (nowS === null ? "–" : FRESHNESS_WORDS[freshness(feed, nowS)]),
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
      head: "Held update",
      cell: ({ heldPrint }) =>
        heldPrint === null ? (
          <span className="quiet">none</span>
        ) : (
          <Amount value={parsePrice(heldPrint.price)} kind="PriceE8" unit="USD" />
        ),
    },
  ];
}

/** Every price feed: when it came, when it comes, and whether one is held back. */
export function FeedsPanel() {
  const nowS = useEngineNow();
  const query = useQuery(feedsQuery);
  const data = query.data && nowS !== null ? sortFeeds(query.data, nowS) : query.data;
  return (
    <Panel title="Prices">
      <QueryTable
        label="All prices"
        query={{ ...query, data }}
        columns={columns(nowS)}
        rowKey={({ id }) => String(id)}
        empty="There is no market yet"
      />
    </Panel>
  );
}
