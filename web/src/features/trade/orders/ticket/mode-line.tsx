import { useEngineNow } from "@/api/live";
import type { CollateralE6 } from "@/domain/amounts";
import { formatUsd } from "@/domain/format";
import type { Market } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import type { PerpOrderBody } from "@/generated/api";
import { Countdown } from "@/ui/figures/countdown";
import type { EntryMode } from "../../ticket/entry-mode";
import css from "../../ticket/ticket.module.css";
import { usePositionQuote } from "../../ticket/use-position-quote";
import type { Ticket } from "../../ticket/use-ticket";
import { orderQuoteQuery } from "../api";
import { comingWords, heldWords, isLocked } from "../model/auction-words";
import type { OrderQuote } from "../model/waiting-order";
import { useAuction } from "../use-auction";

export interface ModeLineProps {
  readonly market: Market;
  readonly form: Ticket;
  readonly mode: EntryMode;
  readonly onMode: (mode: EntryMode) => void;
}

/** What the chosen way means for this order: two lines of text at most. */
export function ModeLine(props: ModeLineProps) {
  switch (props.mode) {
    case "now":
      return <SavingLine {...props} />;
    case "auction":
      return <AuctionLine market={props.market} />;
    case "limit":
      return <p>Waits until the price is at your limit or better.</p>;
    case "stop":
      return <p>Waits for your stop price, then trades at once.</p>;
  }
}

/** What an order saves that waits for the next price update, by the server's quote. */
function SavingLine({ form, onMode }: ModeLineProps) {
  const { address, input } = form;
  const body: PerpOrderBody | null = input === null ? null : { ...input, orderType: "auction" };
  const quote = usePositionQuote<PerpOrderBody, OrderQuote>(body, (asked) =>
    orderQuoteQuery(address ?? "", asked),
  );
  const costs = quote.data?.auction ?? null;
  if (costs === null) return <p>Fills at once. Waiting for a price update can cost less.</p>;
  if (costs.savingMatched <= 0n) return <p>Waiting for the next price update saves nothing.</p>;
  const least = costs.saving > 0n ? costs.saving : costs.savingMatched;
  const isMore = costs.saving > 0n && costs.savingMatched > costs.saving;
  return (
    <button type="button" className={css["saving"]} onClick={() => onMode("auction")}>
      Save {costs.saving > 0n ? "" : "up to "}
      {usd(least)}: fill at the next price update, in{" "}
      <Countdown untilS={costs.timestamp} done="a moment" />
      {isMore ? `; up to ${usd(costs.savingMatched)} if matched` : ""}
    </button>
  );
}

const usd = (value: CollateralE6) => formatUsd(value, "CollateralE6");

function AuctionLine({ market }: { readonly market: Market }) {
  const { coming, last } = useAuction(market.marketId, market.symbol);
  const nowS = useEngineNow();
  const unit = areaUnit(market.metric);
  if (coming === null) return null;
  return (
    <p title={last === null ? undefined : `Last auction, ${heldWords(last, unit)}.`}>
      {isLocked(coming, nowS) ? (
        "Orders of this price update are locked. New ones wait for the next."
      ) : (
        <>
          Next auction in <Countdown untilS={coming.timestamp} done="a moment" /> ·{" "}
          {comingWords(coming, unit)}
        </>
      )}
    </p>
  );
}
