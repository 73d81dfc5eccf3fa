import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { formatDateTime } from "@/domain/format";
import type { PredictionMarketTrade } from "@/generated/api";
import { type Column, PagedTable } from "@/ui/tables/data-table";
import { marketTradesQuery, newestTradesQuery } from "./api";
import { type Question, takesTrades } from "./model/question";
import { whole } from "./question-parts";

const COLUMNS: readonly Column<PredictionMarketTrade>[] = [
  {
    head: "When",
    isText: true,
    cell: ({ timestamp }) => <span className="quiet figures">{formatDateTime(timestamp)}</span>,
    csv: ({ timestamp }) => new Date(timestamp * 1000).toISOString(),
  },
  {
    head: "Taker bought",
    isText: true,
    cell: ({ takerSide }) => takerSide.toUpperCase(),
    csv: ({ takerSide }) => takerSide,
  },
  {
    head: "YES price",
    cell: ({ yesPrice }) => <span className="figures">{yesPrice}</span>,
    csv: ({ yesPrice }) => yesPrice,
  },
  {
    head: "Contracts",
    cell: ({ contracts }) => <span className="figures">{whole(contracts)}</span>,
    csv: ({ contracts }) => contracts,
  },
];

const NONE_YET = {
  empty: "No trades yet",
  emptyText: "The first trade appears here.",
};

/** All trades of a market, newest first. */
export function TradesTable({ question }: { readonly question: Question }) {
  const { marketId } = question;
  const list = useInfiniteQuery(marketTradesQuery(marketId));
  const isListed = list.data !== undefined;
  const newest = useQuery({ ...newestTradesQuery(marketId), enabled: isListed });
  const lastListed = list.data?.pages[0]?.rows[0]?.tradeId ?? -1;
  const later = newest.data.filter(({ tradeId }) => tradeId > lastListed);
  const query = isListed
    ? {
        ...list,
        data: { pages: [{ rows: later }, ...list.data.pages] },
        isError: list.isError || newest.isError,
      }
    : list;
  return (
    <PagedTable
      label="All trades"
      columns={COLUMNS}
      rowKey={({ tradeId }) => String(tradeId)}
      query={query}
      {...(takesTrades(question) ? NONE_YET : { empty: "Nothing was traded" })}
      file={`acre-question-${marketId}-trades`}
    />
  );
}
