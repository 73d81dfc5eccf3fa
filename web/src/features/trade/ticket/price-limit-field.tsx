import { useId } from "react";
import { formatField } from "@/domain/format";
import type { PositionQuote } from "@/domain/model";
import { Segmented, type SegmentOption } from "@/ui/form/segmented";
import type { LimitKind, PriceLimit } from "../model/price-limit";
import css from "./ticket.module.css";

const KINDS: readonly SegmentOption<LimitKind>[] = [
  { value: "slippage", label: "Max slippage" },
  { value: "price", label: "Limit price" },
];

interface PriceLimitFieldProps {
  readonly limit: PriceLimit;
  readonly problem: string | null;
  /** The element that says the problem; without it the field says it itself. */
  readonly noticeId?: string;
  readonly quote: PositionQuote | null;
  readonly onChange: (change: Partial<PriceLimit>) => void;
}

/** The worst price an order may fill at: a largest slippage from the quote, or a price. */
export function PriceLimitField(props: PriceLimitFieldProps) {
  const { limit, problem, noticeId, quote, onChange } = props;
  const id = useId();
  const isPrice = limit.kind === "price";
  const text = isPrice ? limit.priceText : limit.slippageText;
  return (
    <div className={css["amount"]}>
      <div className={css["row"]}>
        <Segmented
          label="Limit the order by"
          size="small"
          options={KINDS}
          value={limit.kind}
          onChange={(kind) => onChange({ kind })}
        />
        <span className={css["percentBox"]}>
          <input
            className="figures"
            data-wide={isPrice}
            inputMode="decimal"
            autoComplete="off"
            placeholder={isPrice ? "0.00" : undefined}
            aria-label={isPrice ? "Limit price" : "Max slippage"}
            value={text}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : (noticeId ?? id)}
            onChange={({ target: { value } }) =>
              onChange(isPrice ? { priceText: value } : { slippageText: value })
            }
          />
          {isPrice ? "USD" : "%"}
        </span>
      </div>
      {isPrice && text === "" ? (
        <div className={css["row"]}>
          <span className={css["quiet"]}>Fills at this price or better, or not at all.</span>
          {quote ? (
            <button
              type="button"
              className={css["textButton"]}
              onClick={() => onChange({ priceText: formatField(quote.fillPrice, "PriceE8") })}
            >
              Use quoted price
            </button>
          ) : null}
        </div>
      ) : null}
      {problem === null || noticeId !== undefined ? null : (
        <p id={id} className={css["error"]} role="status">
          {problem}
        </p>
      )}
    </div>
  );
}
