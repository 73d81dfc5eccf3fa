import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEngineNow } from "@/api/live";
import { summariesQuery } from "@/api/queries";
import { formatUsd } from "@/domain/format";
import type { MarketSummary } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { Countdown } from "@/ui/figures/countdown";
import { Term } from "@/ui/term";
import { comingWords, heldWords, isLocked } from "./model/auction-words";
import { useAuction } from "./use-auction";

/** The next call auction of the page's market, and what came of the last one. */
export function AuctionNote() {
  const { symbol } = useParams({ strict: false });
  const { data } = useQuery(summariesQuery);
  const market = data?.find((row) => row.symbol === symbol?.toUpperCase());
  return market === undefined ? null : <Note market={market} />;
}

function Note({ market }: { readonly market: MarketSummary }) {
  const { coming, last } = useAuction(market.marketId, market.symbol);
  const nowS = useEngineNow();
  const unit = areaUnit(market.metric);
  if (coming === null) return null;
  return (
    <span className="quiet">
      <Term id="call-auction">Next auction</Term> in{" "}
      <Countdown untilS={coming.timestamp} done="a moment" /> ·{" "}
      {isLocked(coming, nowS) ? "orders are locked until it is held" : comingWords(coming, unit)}
      {last === null || last.orderCount === 0 ? null : (
        <>
          . Last, at {formatUsd(last.indexPrice, "PriceE8")}: {heldWords(last, unit)}
        </>
      )}
    </span>
  );
}
