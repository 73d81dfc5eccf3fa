import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@/api/http";
import { useLiveMarket } from "@/api/live";
import { marketQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { useTradingAccount } from "@/domain/account";
import { formatAmount } from "@/domain/format";
import type { Market } from "@/domain/model";
import { useCloseRequest } from "@/state/close-request";
import { type Layout, useLayout } from "@/state/use-media";
import { NotFound } from "@/ui/page/not-found";
import { Failure, Loading, StaleNote } from "@/ui/page/panel";
import { AccountAlerts, RequestedClose } from "./lazy-parts";
import { DeskTrade, PhoneTrade, PinnedTrade, TabletTrade } from "./trade-layouts";
import css from "./trade-page.module.css";

const LAYOUTS: Readonly<Record<Layout, typeof DeskTrade>> = {
  pinned: PinnedTrade,
  desk: DeskTrade,
  tablet: TabletTrade,
  phone: PhoneTrade,
};

export function TradePage({ symbol }: { readonly symbol: string }) {
  const query = useQuery(marketQuery(symbol));
  const failure = useQueryFailure(query);
  const { data: market, isError, refetch } = query;
  const { account } = useTradingAccount();
  const request = useCloseRequest((state) => state.request);
  const TradeLayout = LAYOUTS[useLayout()];
  if (!market) {
    if (failure instanceof ApiError && failure.status === 404) {
      return <NotFound what={`Market ${symbol}`} />;
    }
    return (
      <main className={css["message"]}>
        <h1 className="visually-hidden">{symbol}</h1>
        {failure ? (
          <Failure what="The market" error={failure} onRetry={() => void refetch()} />
        ) : (
          <Loading label={symbol} lines={10} />
        )}
      </main>
    );
  }
  const position = account?.positions.find(({ marketId }) => marketId === market.marketId) ?? null;
  return (
    <main className={css["main"]}>
      <PriceTitle market={market} />
      <StaleNote isStale={isError} />
      <AccountAlerts />
      <TradeLayout market={market} position={position} />
      {request === null ? null : <RequestedClose request={request} />}
    </main>
  );
}

/** The browser tab follows the price. */
function PriceTitle({ market }: { readonly market: Market }) {
  const price = useLiveMarket(market.marketId)?.indexPrice ?? market.indexPrice;
  const shown = price === null ? "" : `${formatAmount(price, "PriceE8")} `;
  return <title>{`${shown}${market.name} · Acre`}</title>;
}
