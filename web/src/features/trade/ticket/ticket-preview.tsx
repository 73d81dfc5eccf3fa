import { useState } from "react";
import type { CollateralE6 } from "@/domain/amounts";
import type { IfMoved } from "@/domain/model";
import { usePreferences } from "@/state/preferences";
import { useWallet } from "@/state/wallet-store";
import { Amount, Multiple, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Term } from "@/ui/term";
import { modePreset } from "../model/preset";
import { breakEvenMove, totalRate } from "../model/quote-words";
import css from "./ticket.module.css";
import type { LiveQuote } from "./use-position-quote";

export interface TicketPreviewProps {
  readonly quote: LiveQuote;
}

/** Every figure here is the server's, for exactly the order that would be sent. */
export function TicketPreview({ quote: live }: TicketPreviewProps) {
  const [isOpen, setIsOpen] = useDetails();
  const quote = live.data;
  if (quote === null || !quote.isExecutable) return null;
  return (
    <section className={css["preview"]} aria-label="Preview">
      <Facts look="bare" isStale={live.isStale}>
        <FactLine label="Fill price">
          <Amount value={quote.fillPrice} kind="PriceE8" unit="USD" />
        </FactLine>
      </Facts>
      {quote.ifMoved ? <Scenarios ifMoved={quote.ifMoved} /> : null}
      <details
        className={css["details"]}
        open={isOpen}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>Details</summary>
        <Facts look="bare" isStale={live.isStale}>
          <FactLine label="Leverage">
            <Multiple value={quote.leverage} />
          </FactLine>
          <FactLine label="Fee">
            <Amount value={quote.tradeFee} kind="CollateralE6" unit="USD" />
          </FactLine>
          {quote.surcharge ? (
            <FactLine label="Trend surcharge">
              <Amount value={quote.surcharge} kind="CollateralE6" unit="USD" />
            </FactLine>
          ) : null}
          <FactLine label="Price impact">
            <Rate value={quote.priceImpact} digits={3} signed />
          </FactLine>
          <FactLine label="Funding rate per day">
            <Rate
              value={quote.fundingParts ? totalRate(quote.fundingParts) : null}
              digits={4}
              signed
            />
          </FactLine>
          {quote.holdingRate > 0n ? (
            <FactLine label="Holding charge per day">
              <Rate value={quote.holdingRate} digits={4} />
            </FactLine>
          ) : null}
          <FactLine label="Funding, next hour">
            <Amount value={quote.fundingOneHour} kind="CollateralE6" unit="USD" digits={4} trend />
          </FactLine>
          <CostLine label="Total cost if held 1 day" cost={quote.costOfHolding?.oneDay} />
          <CostLine label="Held 7 days" cost={quote.costOfHolding?.sevenDays} />
          <CostLine label="Held 30 days" cost={quote.costOfHolding?.thirtyDays} />
          <FactLine label="Break-even, 30 days">
            <Amount value={quote.breakEvenPrice} kind="PriceE8" unit="USD" />{" "}
            <span className={css["quiet"]}>
              (<Rate value={breakEvenMove(quote)} signed />)
            </span>
          </FactLine>
          <FactLine label="Available margin after">
            <Amount value={quote.availableAfter} kind="CollateralE6" unit="USD" />
          </FactLine>
          <FactLine label="Required margin after">
            <Amount value={quote.requiredAfter} kind="CollateralE6" unit="USD" />
          </FactLine>
        </Facts>
      </details>
    </section>
  );
}

/** Open from the start where the profile says "full"; a choice by hand holds for the page. */
function useDetails() {
  const address = useWallet((state) => state.session.address);
  const preferences = usePreferences();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? modePreset(preferences, address) === "advanced";
  const choose = (next: boolean) => {
    if (next !== isOpen) setChosen(next);
  };
  return [isOpen, choose] as const;
}

const MOVES: readonly { readonly key: keyof IfMoved; readonly label: string }[] = [
  { key: "down10", label: "−10%" },
  { key: "down5", label: "−5%" },
  { key: "down2", label: "−2%" },
  { key: "up2", label: "+2%" },
  { key: "up5", label: "+5%" },
  { key: "up10", label: "+10%" },
];

/** What the account gains or loses with the index moved, fees included, before funding. */
function Scenarios({ ifMoved }: { readonly ifMoved: IfMoved }) {
  return (
    <figure className={css["scenarios"]}>
      <figcaption title="Change of your account against now, fees included, before funding">
        <Term id="scenario">If the index moves</Term>
      </figcaption>
      <dl>
        {MOVES.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {ifMoved[key] === null ? (
                <span className={css["liquidated"]} title="The account is liquidated before">
                  liq.
                </span>
              ) : (
                <Gain value={ifMoved[key]} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

function Gain({ value }: { readonly value: CollateralE6 }) {
  return (
    <span className={value < 0n ? "down" : "up"}>
      <Amount value={value} kind="CollateralE6" unit="USD" signed digits={0} />
    </span>
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
      {isReceived ? "you earn " : null}
      <Amount value={isReceived ? (-cost as CollateralE6) : cost} kind="CollateralE6" unit="USD" />
    </FactLine>
  );
}
