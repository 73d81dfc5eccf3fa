import type { CollateralE6 } from "@/domain/amounts";
import type { PositionQuote } from "@/domain/model";
import type { TradeMode } from "@/state/preferences";
import { Amount, Multiple, Rate } from "@/ui/amount";
import { FactLine, Facts } from "@/ui/facts";
import { breakEvenMove, totalRate } from "../model/quote-words";
import css from "./ticket.module.css";
import type { LiveQuote } from "./use-position-quote";

interface TicketPreviewProps {
  readonly quote: LiveQuote;
  readonly mode: TradeMode;
  /** Behind a "Details" that opens them: a phone has no room for so many. */
  readonly isFolded: boolean;
  readonly isModeOfProfile: boolean;
  readonly onMode: (mode: TradeMode) => void;
}

/** The three figures that stay in view beside the button. */
export function TicketFigures({ quote: live }: { readonly quote: LiveQuote }) {
  const quote = live.data;
  return (
    <dl className={css["figures"]} data-stale={quote !== null && live.isStale}>
      <div>
        <dt>Fill price</dt>
        <dd>
          <Amount value={quote?.fillPrice} kind="PriceE8" unit="USD" />
        </dd>
      </div>
      <div data-tone="liquidation">
        <dt>Liquidation price</dt>
        <dd>
          <Amount value={quote?.liquidationPrice} kind="PriceE8" unit="USD" />
        </dd>
      </div>
      <div>
        <dt>Fee</dt>
        <dd>
          <Amount value={quote?.tradeFee} kind="CollateralE6" unit="USD" />
        </dd>
      </div>
    </dl>
  );
}

/** Every figure here is the server's, for exactly the order that would be sent. */
export function TicketPreview(props: TicketPreviewProps) {
  if (!props.isFolded) return <PreviewFigures {...props} />;
  return (
    <details className={css["details"]}>
      <summary>Details</summary>
      <PreviewFigures {...props} />
    </details>
  );
}

function PreviewFigures(props: TicketPreviewProps) {
  const { quote: live, mode } = props;
  const quote = live.data;
  const showsAll = mode === "advanced";
  return (
    <section className={css["preview"]} aria-label="Preview" aria-live="polite">
      <Modes {...props} />
      <Facts look="bare" isStale={quote !== null && live.isStale}>
        <FactLine label="Price impact">
          <Rate value={quote?.priceImpact} digits={3} signed />
        </FactLine>
        {quote?.surcharge ? (
          <FactLine label="Level surcharge">
            <Amount value={quote.surcharge} kind="CollateralE6" unit="USD" />
          </FactLine>
        ) : null}
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
