import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { statusQuery } from "@/api/queries";
import { formatDay, formatDuration } from "@/domain/format";
import type { DetailedMarket } from "@/domain/model";
import { Amount, Rate } from "@/ui/amount";
import { FactLine, Facts } from "@/ui/facts";
import { Cell, Row } from "@/ui/page";
import { Panel } from "@/ui/panel";
import { type Column, QueryTable } from "@/ui/tables/data-table";
import { marketListQuery } from "./api";
import { infoQuery, type Question, questionsQuery } from "./api-detail";
import { unitName } from "./housing-section";
import css from "./market-page.module.css";
import { type NearbyMarket, nearest } from "./model/nearby";

const NEARBY = 6;
const KM_PER_MILE = 1.609344;

function Provenance({ market }: { readonly market: DetailedMarket }) {
  const { data: status } = useQuery(statusQuery);
  const { data: info } = useQuery(infoQuery(market.acreId));
  const replay = status?.replay ?? null;
  const unit = unitName(market.metric);
  return (
    <Panel title="Where the figures come from">
      <Facts>
        <FactLine label="Measured">
          Median residential price per {unit}, in dollars, smoothed
        </FactLine>
        <FactLine label="Attribution">{replay?.attribution ?? "as the feed says"}</FactLine>
        <FactLine label="Feed">
          <span className="figures">{market.specification.priceFeed}</span>
        </FactLine>
        <FactLine label="Printed every">
          {formatDuration(market.specification.printInterval)}, on schedule from 00:00 UTC
        </FactLine>
        <FactLine label="Recorded history ends">
          {replay?.historyEnds ? formatDay(Date.parse(replay.historyEnds) / 1000) : "–"}
        </FactLine>
        <FactLine label="Reference home">
          {info?.medianSqft ? `${info.medianSqft.toLocaleString("en-US")} sq ft` : "–"}
        </FactLine>
      </Facts>
      <p className={css["note"]}>
        {replay ? `Index: ${replay.source}. ` : ""}
        Housing statistics are shown only from the day on which their publisher had put them out; a
        revision never changes what was shown, nor a value that was used for settlement. The server
        names one attribution for the whole catalogue and a day of publication for the figures, not
        a publisher for each single figure.
      </p>
    </Panel>
  );
}

const QUESTIONS: readonly Column<Question>[] = [
  {
    head: "Question",
    isText: true,
    cell: ({ marketId, title }) => (
      <Link to="/predictions/$marketId" params={{ marketId: String(marketId) }}>
        {title}
      </Link>
    ),
  },
  {
    head: "Last yes",
    cell: ({ lastYesPrice }) =>
      lastYesPrice === null ? "–" : <span className="figures">{lastYesPrice}</span>,
  },
  {
    head: "Closes",
    cell: ({ closesAt }) => <span className="figures">{formatDay(closesAt)}</span>,
  },
];

const NEIGHBOURS: readonly Column<NearbyMarket>[] = [
  {
    head: "Market",
    isText: true,
    cell: ({ market }) => (
      <Link to="/market/$symbol" params={{ symbol: market.symbol }}>
        {market.name}
      </Link>
    ),
  },
  {
    head: "Miles",
    cell: ({ km }) => <span className="figures">{Math.round(km / KM_PER_MILE)}</span>,
  },
  {
    head: "Index",
    cell: ({ market }) => <Amount value={market.price} kind="PriceE8" unit="USD" />,
  },
  { head: "1 year", cell: ({ market }) => <Rate value={market.change1y} trend /> },
];

/** Where the figures come from, and where to go from here: questions and neighbours. */
export function DataSection({ market }: { readonly market: DetailedMarket }) {
  const questions = useQuery(questionsQuery(market.acreId));
  const list = useQuery(marketListQuery);
  const near = useMemo(
    () => (list.data ? nearest(list.data, market, NEARBY) : undefined),
    [list.data, market],
  );
  return (
    <Row>
      <Cell span={4}>
        <Provenance market={market} />
      </Cell>
      <Cell span={4}>
        <Panel title="Open questions on this index">
          <QueryTable
            label="Open questions"
            columns={QUESTIONS}
            query={questions}
            rowKey={({ marketId }) => String(marketId)}
            empty="No open question"
            emptyText="Prediction markets on this index appear here while they are open."
          />
        </Panel>
      </Cell>
      <Cell span={4}>
        <Panel title="Nearest markets">
          <QueryTable
            label="Markets by distance"
            columns={NEIGHBOURS}
            query={{ ...list, data: near }}
            rowKey={({ market: { symbol } }) => symbol}
            empty="This market is no one place"
            emptyText="An index of a country has no neighbours."
          />
        </Panel>
      </Cell>
    </Row>
  );
}
