import { CheckField } from "@/ui/form/form";
import { Segmented } from "@/ui/form/segmented";
import css from "../../ticket/ticket.module.css";
import { NOTICE_ID } from "../../ticket/ticket-notice-line";
import type { Ticket } from "../../ticket/use-ticket";
import { DAYS, type WaitingMode } from "../model/entry";
import { PriceField } from "./bracket-fields";
import type { PendingOrder } from "./use-waiting-order";

const KINDS = [
  { value: "fixed", label: "Fixed", title: "Stays where you set it" },
  { value: "trailing", label: "Trailing", title: "Follows the best price at this distance" },
] as const;
const SOURCES = [
  { value: "index", label: "Index", title: "The published index, at price updates" },
  { value: "market", label: "Market price", title: "Also between price updates" },
] as const;
const ENDS = DAYS.map((days) => ({
  value: days,
  label: `${days} d`,
  title: "Days of index time; the order ends after them",
}));

/** The stop's price, or how far behind the best price it follows. */
export function TrailField({ order }: { readonly order: PendingOrder }) {
  const { fields, change, error } = order;
  return (
    <>
      <div className={css["row"]}>
        <Segmented
          label="Kind of stop"
          size="small"
          options={KINDS}
          value={fields.isTrailing ? "trailing" : "fixed"}
          onChange={(kind) => change({ isTrailing: kind === "trailing" })}
        />
        {fields.isTrailing ? (
          <span className={css["percentBox"]}>
            <input
              className="figures"
              inputMode="decimal"
              autoComplete="off"
              aria-label="Trailing distance"
              value={fields.trailText}
              aria-invalid={error !== null}
              aria-describedby={error === null ? undefined : NOTICE_ID}
              onChange={(event) => change({ trailText: event.target.value })}
            />
            %
          </span>
        ) : null}
      </div>
      {fields.isTrailing ? null : (
        <PriceField
          label="Stop price"
          text={fields.priceText}
          isBad={error !== null}
          onChange={(priceText) => change({ priceText })}
        />
      )}
    </>
  );
}

interface WaitingOptionsProps {
  readonly form: Ticket;
  readonly mode: WaitingMode;
  readonly order: PendingOrder;
}

/** Which price counts, how long the order waits, and whether it may only reduce. */
export function WaitingOptions({ form, mode, order }: WaitingOptionsProps) {
  const { fields, change, isReduceOnly } = order;
  return (
    <>
      {mode === "auction" ? null : (
        <div className={css["row"]}>
          Triggers on
          <Segmented
            label="Price that counts"
            size="small"
            options={SOURCES}
            value={fields.triggerBy}
            onChange={(triggerBy) => change({ triggerBy })}
          />
        </div>
      )}
      <div className={css["row"]}>
        Good for
        <Segmented
          label="Good for"
          size="small"
          options={ENDS}
          value={fields.days}
          onChange={(days) => change({ days })}
        />
      </div>
      {form.position === null || form.addsExposure ? null : (
        <CheckField
          label="Reduce only: never opens a position"
          isChecked={isReduceOnly}
          onChange={(reduceOnly) => change({ reduceOnly })}
        />
      )}
    </>
  );
}
