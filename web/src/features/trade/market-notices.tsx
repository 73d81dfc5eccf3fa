import { useEngineNow, useLiveMarket, useLiveMarkets } from "@/lib/live";
import type { Market } from "@/lib/model";
import { Countdown } from "@/ui/countdown";
import { marketNotes } from "./model/market-notes";
import css from "./ticket.module.css";

/** Paused, held, stale or about to print: said above the ticket while it lasts. */
export function MarketNotices({ market }: { readonly market: Market }) {
  const { exchangeStatus } = useLiveMarkets();
  const live = useLiveMarket(market.marketId);
  const nowS = useEngineNow();
  const current = {
    ...market,
    isPaused: live?.isPaused ?? market.isPaused,
    indexPriceAt: live?.indexPriceAt ?? market.indexPriceAt,
  };
  const notes = marketNotes(current, exchangeStatus, nowS);
  if (notes.length === 0) return null;
  return (
    <div className={css["notices"]} role="status">
      {notes.map(({ id, text, untilS }) => (
        <p key={id} className={css["reason"]} data-note={id}>
          {text}
          {untilS === null ? null : (
            <>
              {" "}
              <span className={css["quiet"]}>
                Ends in <Countdown untilS={untilS} done="a moment" />.
              </span>
            </>
          )}
        </p>
      ))}
    </div>
  );
}
