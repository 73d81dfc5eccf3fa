import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { summariesQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import type { MarketSummary } from "@/domain/model";
import { Page } from "@/ui/page/page";
import { Empty, Failure, Loading } from "@/ui/page/panel";
import { lastMarket } from "./last-market";

/** The market to begin with: the one traded last if it is still listed, else the busiest. */
export function firstMarket(
  summaries: readonly MarketSummary[],
  last: string | null,
): string | null {
  if (last !== null && summaries.some(({ symbol }) => symbol === last)) return last;
  let best: MarketSummary | undefined;
  for (const summary of summaries) {
    if (best === undefined || (summary.openInterest ?? 0n) > (best.openInterest ?? 0n)) {
      best = summary;
    }
  }
  return best?.symbol ?? null;
}

/** /trade: goes to a market's page. */
export function TradeStart() {
  const query = useQuery(summariesQuery);
  const failure = useQueryFailure(query);
  if (query.data) {
    const symbol = firstMarket(query.data, lastMarket());
    if (symbol !== null) return <Navigate to="/trade/$symbol" params={{ symbol }} replace />;
  }
  return (
    <Page title="Trade">
      {failure ? (
        <Failure what="The markets" error={failure} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <Empty title="There is no market yet" /> : null}
      {query.data || failure ? null : <Loading label="the markets" lines={6} />}
    </Page>
  );
}
