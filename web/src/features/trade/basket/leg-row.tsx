import { useId } from "react";
import type { MarketSummary, PositionQuote, Side } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import { Segmented } from "@/ui/form/segmented";
import { type Leg, legProblem } from "../model/basket";
import { FIELD, ROW, STACK } from "./layout";

interface LegRowProps {
  readonly leg: Leg;
  readonly place: number;
  readonly markets: readonly MarketSummary[];
  /** A market is there once. */
  readonly others: readonly Leg[];
  readonly quote: PositionQuote | null;
  readonly onChange: (part: Partial<Leg>) => void;
  readonly onRemove: (() => void) | null;
}

const SIDES: readonly { readonly value: Side; readonly label: string }[] = [
  { value: "long", label: "Long" },
  { value: "short", label: "Short" },
];

/** Market, side and amount of one leg, and what the server quotes for it. */
export function LegRow(props: LegRowProps) {
  const { leg, place, markets, others, quote, onChange, onRemove } = props;
  const market = markets.find(({ marketId }) => marketId === leg.marketId);
  const taken = new Set(others.map(({ marketId }) => marketId));
  const options = markets
    .filter(({ marketId }) => marketId === leg.marketId || !taken.has(marketId))
    .map(({ marketId, name }) => ({ value: String(marketId), label: name }));
  const problem = legProblem(leg);
  const noteId = useId();
  const unit = leg.unit === "size" ? areaUnit(market?.metric ?? "sqft") : "USD";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has the browser's frame
    <div style={STACK} role="group" aria-label={`Order ${place + 1}`}>
      <div style={ROW}>
        <select
          style={FIELD}
          aria-label={`Market ${place + 1}`}
          value={String(leg.marketId)}
          onChange={(event) => onChange({ marketId: Number(event.target.value) })}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Segmented
          label={`Side ${place + 1}`}
          size="small"
          options={SIDES}
          value={leg.side}
          onChange={(side) => onChange({ side })}
        />
        {onRemove === null ? null : (
          <Button
            type="button"
            size="small"
            aria-label={`Remove ${market?.name ?? "market"}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        )}
      </div>
      <div style={ROW}>
        <input
          className="figures"
          style={FIELD}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={leg.text}
          aria-label={`Amount ${place + 1}`}
          aria-invalid={problem !== null}
          aria-describedby={noteId}
          onChange={(event) => onChange({ text: event.target.value })}
        />
        {unit}
      </div>
      <p
        id={noteId}
        className={problem === null ? "quiet" : "down"}
        role={problem === null ? undefined : "alert"}
      >
        {problem ?? <LegQuote quote={quote} />}
      </p>
    </div>
  );
}

function LegQuote({ quote }: Pick<LegRowProps, "quote">) {
  return (
    <>
      Fills at <Amount value={quote?.fillPrice} kind="PriceE8" unit="USD" /> · liquidation{" "}
      {quote !== null && quote.liquidationPrice === null ? (
        "none"
      ) : (
        <Amount value={quote?.liquidationPrice} kind="PriceE8" unit="USD" />
      )}
    </>
  );
}
