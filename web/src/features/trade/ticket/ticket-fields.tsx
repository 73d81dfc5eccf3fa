import { type CSSProperties, type Dispatch, useState } from "react";
import type { MarginAccount, Market, ModificationLimit, PositionQuote } from "@/domain/model";
import { Amount, Multiple } from "@/ui/amount";
import { type LeveragePreset, leverageText } from "../model/preset";
import {
  leverageMarks,
  SLIDER_STEPS,
  sizeUnitOf,
  sliderPosition,
  type TicketAction,
  type TicketState,
} from "../model/ticket";
import css from "./ticket.module.css";
import { NOTICE_ID } from "./ticket-notice-line";

interface TicketFieldsProps {
  readonly market: Market;
  readonly ticket: TicketState;
  readonly dispatch: Dispatch<TicketAction>;
  /** Where the slider of an untouched ticket rests. */
  readonly preset: LeveragePreset | null;
  readonly limit: ModificationLimit | null;
  readonly account: MarginAccount | null;
  readonly quote: PositionQuote | null;
  /** The amount can not be sent; the notice line says why. */
  readonly isBad: boolean;
  readonly showsLeverage: boolean;
}

export function TicketFields(props: TicketFieldsProps) {
  const { ticket, dispatch } = props;
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
              onChange={() => dispatch({ type: "side", side })}
            />
            {side === "long" ? "▲ Long" : "▼ Short"}
          </label>
        ))}
      </fieldset>
      <AmountField {...props} />
      <SizeSlider {...props} />
    </>
  );
}

function AmountField({ market, ticket, dispatch, quote, limit, isBad }: TicketFieldsProps) {
  const sizeUnit = sizeUnitOf(market.metric);
  const isNotional = ticket.unit === "notional";
  return (
    <div className={css["amount"]}>
      <div className={css["row"]}>
        <label htmlFor="amount">{isNotional ? "Amount" : "Size"}</label>
        <span className={css["quiet"]}>
          max{" "}
          {isNotional ? (
            <Amount
              value={limit?.maxDelta ? abs(limit.maxDelta.notional) : null}
              kind="CollateralE6"
              unit="USD"
            />
          ) : (
            <Amount
              value={limit?.maxDelta ? abs(limit.maxDelta.size) : null}
              kind="SizeE6"
              unit={sizeUnit}
            />
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
          onChange={(event) => dispatch({ type: "amount", text: event.target.value })}
        />
        <span className={css["units"]}>
          {(["notional", "size"] as const).map((unit) => (
            <button
              key={unit}
              type="button"
              aria-pressed={ticket.unit === unit}
              onClick={() => dispatch({ type: "unit", unit, quote })}
            >
              {unit === "notional" ? "USD" : sizeUnit}
            </button>
          ))}
        </span>
      </div>
    </div>
  );
}

function abs<T extends bigint>(value: T): T {
  return (value < 0n ? -value : value) as T;
}

function SizeSlider(props: TicketFieldsProps) {
  const { ticket, dispatch, preset, limit, account, quote, showsLeverage } = props;
  const room = useLastRoom(props);
  const position = preset?.position ?? sliderPosition(ticket, room);
  const marks = showsLeverage ? leverageMarks(account, room, preset?.leverage) : [];
  const isOff = !limit?.maxDelta;
  const slide = (next: number) => {
    if (limit) dispatch({ type: "slide", position: next, limit });
  };
  return (
    <div className={css["slider"]}>
      <div className={css["row"]}>
        <label htmlFor="share">
          {showsLeverage ? "Leverage after the trade" : "Part of the maximum"}
        </label>
        {preset === null ? (
          <Multiple value={quote?.leverage} className={css["strong"]} />
        ) : (
          <span>
            <span className={`figures ${css["strong"]}`}>{leverageText(preset.leverage)}×</span>{" "}
            from your profile
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
            ? `${Math.round(position / 10)} % of the largest order`
            : `${leverageText(preset.leverage)}× from your profile, no amount is set`
        }
        onChange={(event) => slide(Number(event.target.value))}
      />
      <div className={css["marks"]}>
        {marks.map((mark) => (
          <button
            key={mark.position}
            type="button"
            disabled={isOff}
            onClick={() => slide(mark.position)}
          >
            {leverageText(mark.leverage)}×
          </button>
        ))}
        {marks.length === 0
          ? [25, 50, 75].map((share) => (
              <button key={share} type="button" disabled={isOff} onClick={() => slide(share * 10)}>
                {share}%
              </button>
            ))
          : null}
        <button type="button" disabled={isOff} onClick={() => slide(SLIDER_STEPS)}>
          max
          {room?.maxLeverage && marks.length > 0 && marks.length < 4 ? (
            <MaxLeverage value={room.maxLeverage} />
          ) : null}
        </button>
      </div>
    </div>
  );
}

/**
 * The limit, or while nothing can be executed (a price update) the one before: the chips and the
 * slider stay as they are for that moment.
 */
function useLastRoom({ market, ticket, account, limit }: TicketFieldsProps) {
  const place = `${market.marketId} ${account?.id} ${ticket.side}`;
  const [last, setLast] = useState({ place, limit });
  if (limit?.maxDelta && (limit !== last.limit || place !== last.place)) setLast({ place, limit });
  return limit?.maxDelta || last.place !== place ? limit : last.limit;
}

function MaxLeverage({ value }: { readonly value: NonNullable<ModificationLimit["maxLeverage"]> }) {
  return (
    <>
      {" "}
      <Multiple value={value} />
    </>
  );
}
