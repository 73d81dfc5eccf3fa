import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useEngineNow } from "@/api/live";
import { statusQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { formatDay, formatDuration } from "@/domain/format";
import type { DetailedMarket } from "@/domain/model";
import { shortPlace, titleOf } from "@/domain/question-title";
import { areaUnit } from "@/domain/reader/area";
import { Amount, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Empty } from "@/ui/page/empty";
import { Cell, Row } from "@/ui/page/page";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { type Column, QueryTable } from "@/ui/tables/data-table";
import { marketListQuery } from "./api";
import { infoQuery, questionsQuery } from "./api-detail";
import css from "./market-page.module.css";
import { type NearbyMarket, nearest } from "./model/nearby";

const NEARBY = 6;
const KM_PER_MILE = 1.609344;

function Provenance({ market }: { readonly market: DetailedMarket }) {
  const { data: status } = useQuery(statusQuery);
  const { data: info } = useQuery(infoQuery(market.acreId));
  const replay = status?.replay ?? null;
  const unit = areaUnit(market.metric);
  return (
    <Panel title="Sources">
      <Facts>
        <FactLine label="Index">Home prices per {unit}, updated daily</FactLine>
        <FactLine label="Attribution">{replay?.attribution ?? "as the feed says"}</FactLine>
        <FactLine label="Feed">
          <span className="figures">{market.specification.priceFeed}</span>
        </FactLine>
        <FactLine label="Updated every">
          {formatDuration(market.specification.printInterval)} from 00:00 UTC
        </FactLine>
        <FactLine label="Recorded history ends">
          {replay?.historyEnds ? formatDay(Date.parse(replay.historyEnds) / 1000) : "–"}
        </FactLine>
        <FactLine label="Reference home">
          <Amount value={info?.medianHome} kind="SizeE6" unit={areaUnit("sqft")} digits={0} />
        </FactLine>
      </Facts>
      <p className={css["note"]}>
        {replay ? `Index: ${replay.source}. ` : ""}
        Housing statistics are shown from their day of publication. Revisions never change past
        settlements.
      </p>
    </Panel>
  );
}

/** The open questions as links; a long title wraps. */
function Questions({ market }: { readonly market: DetailedMarket }) {
  const query = useQuery(questionsQuery(market.acreId));
  const failure = useQueryFailure(query);
  const nowS = useEngineNow();
  if (failure) {
    return <Failure what="Questions" error={failure} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Loading label="questions" lines={3} />;
  if (query.data.length === 0) return <Empty title="No open questions" />;
  const place = shortPlace(market.name, []);
  return (
    <ul className={css["questions"]}>
      {query.data.map((question) => (
        <li key={question.marketId}>
          <Link to="/predictions/$marketId" params={{ marketId: String(question.marketId) }}>
            {titleOf(question, place, nowS)}
          </Link>
          <span className="quiet">
            {question.lastYesPrice === null ? "" : `YES ${question.lastYesPrice} · `}closes{" "}
            {formatDay(question.closesAt)}
          </span>
        </li>
      ))}
    </ul>
  );
}

const NEARBY_COLUMNS: readonly Column<NearbyMarket>[] = [
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

/** Sources, predictions on the index, and nearby markets. */
export function DataSection({ market }: { readonly market: DetailedMarket }) {
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
        <Panel title="Predictions on this index">
          <Questions market={market} />
        </Panel>
      </Cell>
      <Cell span={4}>
        <Panel title="Nearby markets">
          <QueryTable
            label="Markets by distance"
            columns={NEARBY_COLUMNS}
            query={{ ...list, data: near }}
            rowKey={({ market: { symbol } }) => symbol}
            empty="No nearby markets"
            emptyText="This index covers a whole country."
          />
        </Panel>
      </Cell>
    </Row>
  );
}
