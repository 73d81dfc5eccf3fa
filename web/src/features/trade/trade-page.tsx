import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ApiError } from "@/api/http";
import { marketQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { useTradingAccount } from "@/domain/account";
import { type Layout, useLayout } from "@/state/use-media";
import { Empty, Failure, Loading, StaleNote } from "@/ui/panel";
import { AccountAlerts } from "./lazy-parts";
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
  const TradeLayout = LAYOUTS[useLayout()];
  if (!market) {
    return (
      <main className={css["message"]}>
        <h1 className="visually-hidden">{symbol}</h1>
        {failure ? <NoMarket error={failure} symbol={symbol} onRetry={refetch} /> : null}
        {failure ? null : <Loading label={symbol} lines={10} />}
      </main>
    );
  }
  const position = account?.positions.find(({ marketId }) => marketId === market.marketId) ?? null;
  return (
    <main className={css["main"]}>
      <StaleNote isStale={isError} />
      <AccountAlerts />
      <TradeLayout market={market} position={position} />
    </main>
  );
}

interface NoMarketProps {
  readonly error: unknown;
  readonly symbol: string;
  readonly onRetry: () => unknown;
}

function NoMarket({ error, symbol, onRetry }: NoMarketProps) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty title={`There is no market ${symbol}`}>
        <Link to="/">See all markets</Link>
      </Empty>
    );
  }
  return <Failure what="The market" error={error} onRetry={() => void onRetry()} />;
}
