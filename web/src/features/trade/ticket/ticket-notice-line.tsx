import { useEngineNow, useLiveMarket, useLiveMarkets } from "@/api/live";
import type { Market } from "@/domain/model";
import { Countdown } from "@/ui/figures/countdown";
import { type MarketNote, marketNotes } from "../model/market-notes";
import type { TicketNotice } from "../model/ticket-notice";
import css from "./ticket.module.css";

/** One ticket is on screen at a time; its fields name this line as their description. */
export const NOTICE_ID = "ticket-notice";

/** The states of the market now: paused, held, stale or about to print. */
export function useMarketNotes(market: Market): readonly MarketNote[] {
  const { exchangeStatus } = useLiveMarkets();
  const live = useLiveMarket(market.marketId);
  const nowS = useEngineNow();
  const current = {
    ...market,
    isPaused: live?.isPaused ?? market.isPaused,
    indexPriceAt: live?.indexPriceAt ?? market.indexPriceAt,
  };
  return marketNotes(current, exchangeStatus, nowS);
}

interface NoticeLineProps {
  readonly market: Market;
  readonly notice: TicketNotice | null;
}

/** A line of a fixed height above the button: what it says never moves the controls. */
export function NoticeLine({ market, notice }: NoticeLineProps) {
  const isProblem = notice?.tone === "problem";
  return (
    <div className={css["notice"]} data-tone={notice?.tone ?? "quiet"}>
      <p id={NOTICE_ID} role={isProblem ? "alert" : "status"}>
        {notice?.text}
      </p>
      {notice === null ? (
        <p className={css["quiet"]}>
          Next price update in <Countdown untilS={market.nextPrintAt} done="a moment" />
        </p>
      ) : null}
      {notice?.untilS ? (
        <p className={css["quiet"]}>
          Opening resumes in <Countdown untilS={notice.untilS} done="a moment" />.
        </p>
      ) : null}
    </div>
  );
}
