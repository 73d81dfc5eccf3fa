import type { CollateralE6 } from "@/lib/amounts";
import { ApiError } from "@/lib/api";
import type { Market, PositionQuote } from "@/lib/model";
import type { TradeMode } from "@/lib/preferences";
import { Amount, Multiple, Rate } from "@/ui/amount";
import { FactLine, Facts } from "@/ui/facts";
import { breakEvenMove, reasonText, totalRate } from "./model/quote-words";
import css from "./ticket.module.css";
import type { LiveQuote } from "./use-position-quote";

interface TicketPreviewProps {
  readonly quote: LiveQuote;
  readonly market: Market;
  readonly mode: TradeMode;
  readonly isModeOfProfile: boolean;
  readonly onMode: (mode: TradeMode) => void;
}

/** Every figure here is the server's, for exactly the order that would be sent. */
export function TicketPreview(props: TicketPreviewProps) {
  const { quote: live, market, mode } = props;
  const quote = live.data;
  const showsAll = mode === "advanced";
  return (
    <section className={css["preview"]} aria-label="Preview" aria-live="polite">
      <Modes {...props} />
      <Facts look="bare" isStale={quote !== null && live.isStale}>
        <FactLine label="Fill price">
          <Amount value={quote?.fillPrice} kind="PriceE8" unit="USD" />
        </FactLine>
        <FactLine label="Price impact">
          <Rate value={quote?.priceImpact} digits={3} signed />
        </FactLine>
        <FactLine label="Fee">
          <Amount value={quote?.tradeFee} kind="CollateralE6" unit="USD" />
        </FactLine>
        {quote?.surcharge ? (
          <FactLine label="Level surcharge">
            <Amount value={quote.surcharge} kind="CollateralE6" unit="USD" />
          </FactLine>
        ) : null}
        <FactLine label="Liquidation price" tone="liquidation">
          <Amount value={quote?.liquidationPrice} kind="PriceE8" unit="USD" />
        </FactLine>
        <FactLine label="Leverage">
          <Multiple value={quote?.leverage} />
        </FactLine>
        <FactLine label="Margin after">
          <Amount
            value={quote?.availableAfter ?? quote?.collateralAfter}
            kind="CollateralE6"
            unit="USD"
          />
        </FactLine>
        {showsAll ? (
          <FactLine label="Required after">
            <Amount value={quote?.requiredAfter} kind="CollateralE6" unit="USD" />
          </FactLine>
        ) : null}
        <FactLine label="Funding rate, per day">
          <Rate
            value={quote?.fundingParts ? totalRate(quote.fundingParts) : null}
            digits={4}
            signed
          />
        </FactLine>
        {showsAll ? (
          <FactLine label="Funding, next hour">
            <Amount value={quote?.fundingOneHour} kind="CollateralE6" unit="USD" digits={4} trend />
          </FactLine>
        ) : null}
        <CostLine label="Cost of 1 day" cost={quote?.costOfHolding?.oneDay} />
        <CostLine label="Cost of 7 days" cost={quote?.costOfHolding?.sevenDays} />
        <CostLine label="Cost of 30 days" cost={quote?.costOfHolding?.thirtyDays} />
        {showsAll ? <BreakEven quote={quote} /> : null}
      </Facts>
      <Reasons live={live} market={market} />
    </section>
  );
}

const MODES = [
  { mode: "basic", label: "Basic" },
  { mode: "advanced", label: "Advanced" },
] as const;

/** How many figures are shown; basic keeps each price, fee and cost, and where it is liquidated. */
function Modes({ mode, isModeOfProfile, onMode }: TicketPreviewProps) {
  return (
    <div className={`${css["row"]} ${css["modes"]}`}>
      <span>{isModeOfProfile ? "Figures as in your profile" : "Figures"}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a flex row */}
      <span className={css["units"]} role="group" aria-label="Figures shown">
        {MODES.map((option) => (
          <button
            key={option.mode}
            type="button"
            aria-pressed={option.mode === mode}
            onClick={() => onMode(option.mode)}
          >
            {option.label}
          </button>
        ))}
      </span>
    </div>
  );
}

interface CostLineProps {
  readonly label: string;
  /** Fee, surcharge, mark-down and funding together: positive is paid, negative is received. */
  readonly cost: CollateralE6 | null | undefined;
}

function CostLine({ label, cost }: CostLineProps) {
  const isReceived = cost !== null && cost !== undefined && cost < 0n;
  return (
    <FactLine label={label} tone={isReceived ? "received" : undefined}>
      {isReceived ? "you receive " : null}
      <Amount value={isReceived ? (-cost as CollateralE6) : cost} kind="CollateralE6" unit="USD" />
    </FactLine>
  );
}

/** Where the index has to stand in thirty days, and how far that is from here. */
function BreakEven({ quote }: { readonly quote: PositionQuote | null }) {
  return (
    <FactLine label="Break-even, 30 days">
      <Amount value={quote?.breakEvenPrice} kind="PriceE8" unit="USD" />{" "}
      {quote ? (
        <span className={css["quiet"]}>
          (<Rate value={breakEvenMove(quote)} signed />)
        </span>
      ) : null}
    </FactLine>
  );
}

function Reasons({ live, market }: { readonly live: LiveQuote; readonly market: Market }) {
  const { data: quote, error, isOld, isStale } = live;
  if (error) {
    const text = error instanceof ApiError ? error.humanText : "No quote for this order.";
    return <p className={css["reason"]}>{text}</p>;
  }
  if (isOld) {
    return (
      <p className={css["reason"]}>
        The server has not renewed this quote. Nothing is sent on an old one.
      </p>
    );
  }
  if (!quote || quote.isExecutable || isStale) return null;
  return quote.reasons.map((code) => (
    <p key={code} className={css["reason"]} data-code={code}>
      {reasonText(code, market)}
    </p>
  ));
}
