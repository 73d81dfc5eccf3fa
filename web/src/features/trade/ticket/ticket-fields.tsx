import { type CSSProperties, type ReactNode, useState } from "react";
import type { CollateralE6, RateE12, SizeE6 } from "@/domain/amounts";
import type { MarginAccount, Market, ModificationLimit, PositionQuote } from "@/domain/model";
import { parseRate } from "@/domain/parse";
import { areaUnit } from "@/domain/reader/area";
import { usePreferences } from "@/state/preferences";
import { useWallet } from "@/state/wallet-store";
import { Amount, Multiple } from "@/ui/figures/amount";
import { Segmented } from "@/ui/form/segmented";
import { isOf, leverageText } from "../model/preset";
import {
  largestOrder,
  leverageChips,
  leveragePosition,
  SLIDER_STEPS,
  sliderPosition,
} from "../model/ticket";
import { SIZE_CHIPS } from "../model/trade-keys";
import css from "./ticket.module.css";
import { NOTICE_ID } from "./ticket-notice-line";
import type { Ticket } from "./use-ticket";

interface TicketFieldsProps {
  readonly market: Market;
  readonly form: Ticket;
  /** Of the order that is typed. */
  readonly quote: PositionQuote | null;
  readonly amountError: string | null;
  /** Between the side and the amount. */
  readonly children?: ReactNode;
}

export function TicketFields(props: TicketFieldsProps) {
  const { ticket, act } = props.form;
  return (
    <>
      <fieldset className={css["sides"]}>
        <legend className="visually-hidden">Side</legend>
        {(["long", "short"] as const).map((side) => (
          <label key={side} className={css["side"]} data-side={side}>
            <input
              type="radio"
              name="side"
              value={side}
              checked={ticket.side === side}
              onChange={() => act({ type: "side", side })}
            />
            {side === "long" ? "▲ Long" : "▼ Short"}
          </label>
        ))}
      </fieldset>
      {props.children}
      <AmountField {...props} />
      <LeverageField {...props} />
    </>
  );
}

function AmountField({ market, form, quote, amountError }: TicketFieldsProps) {
  const { ticket, act, largest } = form;
  const sizeUnit = areaUnit(market.metric);
  const isNotional = ticket.unit === "notional";
  const isBad = amountError !== null;
  const max = largestOrder(largest, ticket.unit);
  return (
    <div className={css["amount"]}>
      <div className={css["row"]}>
        <label htmlFor="amount">{isNotional ? "Amount" : "Size"}</label>
        <span className={css["quiet"]}>
          max{" "}
          {isNotional ? (
            <Amount value={max as CollateralE6 | null} kind="CollateralE6" unit="USD" />
          ) : (
            <Amount value={max as SizeE6 | null} kind="SizeE6" unit={sizeUnit} />
          )}
        </span>
      </div>
      <div className={css["amountBox"]} data-bad={isBad}>
        <input
          id="amount"
          className="figures"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={ticket.text}
          aria-invalid={isBad}
          aria-describedby={isBad ? NOTICE_ID : undefined}
          onChange={(event) => act({ type: "amount", text: event.target.value })}
        />
        <Segmented
          label="Unit"
          size="small"
          options={[
            { value: "notional", label: "USD" },
            { value: "size", label: sizeUnit },
          ]}
          value={ticket.unit}
          onChange={(unit) => act({ type: "unit", unit, quote })}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a flex row */}
      <div className={css["marks"]} role="group" aria-label="Share of the max order">
        {SIZE_CHIPS.map((percent, place) => (
          <button
            key={percent}
            type="button"
            disabled={max === null}
            title={`${percent}% of the max order (key ${place + 1})`}
            onClick={() => largest && act({ type: "share", percent, limit: largest })}
          >
            {percent === 100 ? "Max" : `${percent}%`}
          </button>
        ))}
      </div>
    </div>
  );
}

function LeverageField({ market, form, quote }: TicketFieldsProps) {
  const { ticket, act, preset, largest, account, addsExposure } = form;
  const room = useLastRoom(market, form);
  const position = preset?.position ?? sliderPosition(ticket, room);
  const profile = useProfileLeverage();
  const isOff = !largest?.maxDelta;
  const slide = (next: number) => {
    if (largest) act({ type: "slide", position: next, limit: largest });
  };
  const placeOf = (leverage: RateE12) =>
    addsExposure && account !== null ? leveragePosition(leverage, account, room) : null;
  return (
    <div className={css["slider"]}>
      <div className={css["row"]}>
        <label htmlFor="share">Leverage</label>
        {preset === null ? (
          <Multiple value={shownLeverage(quote, account)} className={css["strong"]} />
        ) : (
          <span>
            <span className={css["quiet"]}>Default </span>
            <span className={`figures ${css["strong"]}`}>{leverageText(preset.leverage)}×</span>
          </span>
        )}
      </div>
      <input
        id="share"
        type="range"
        min={0}
        max={SLIDER_STEPS}
        step={5}
        value={position}
        disabled={isOff}
        data-preset={preset !== null}
        style={{ "--filled": `${position / 10}%` } as CSSProperties}
        aria-valuetext={
          preset === null
            ? `${Math.round(position / 10)}% of the max order`
            : `Default ${leverageText(preset.leverage)}×, no amount entered`
        }
        onChange={(event) => slide(Number(event.target.value))}
      />
      <div className={css["marks"]}>
        {leverageChips(market.maxLeverageMultiple, profile).map((leverage) => {
          const place = placeOf(leverage);
          return (
            <button
              key={leverage}
              type="button"
              disabled={isOff || place === null}
              onClick={() => place !== null && slide(place)}
            >
              {leverageText(leverage)}×
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Of the order, or of the account while there is none. */
function shownLeverage(quote: PositionQuote | null, account: MarginAccount | null) {
  // What only its price holds up is asked about all the same.
  const isShown = quote?.isExecutable || quote?.reasons[0] === "SLIPPAGE_EXCEEDED";
  return quote && isShown ? quote.leverage : (account?.leverage ?? null);
}

/** The connected wallet's default leverage; null without a profile. */
function useProfileLeverage(): RateE12 | null {
  const address = useWallet((state) => state.session.address);
  const preferences = usePreferences();
  return isOf(preferences, address) ? parseRate(preferences.defaultLeverage) : null;
}

/**
 * The limit, or while nothing can be executed (a price update) the one before: the slider stays as
 * it is for that moment.
 */
function useLastRoom(market: Market, form: Ticket): ModificationLimit | null {
  const { ticket, account, largest: limit } = form;
  const place = `${market.marketId} ${account?.id} ${ticket.side}`;
  const [last, setLast] = useState({ place, limit });
  if (limit?.maxDelta && (limit !== last.limit || place !== last.place)) setLast({ place, limit });
  return limit?.maxDelta || last.place !== place ? limit : last.limit;
}
