import { type ReactNode, useState } from "react";
import type { PriceE8 } from "@/domain/amounts";
import { toDrawing } from "@/domain/format";
import type { Market } from "@/domain/model";
import { Amount, Rate } from "@/ui/amount";
import { Button } from "@/ui/button";
import { Countdown } from "@/ui/countdown";
import { FactLine, Facts } from "@/ui/facts";
import { Loading, Panel } from "@/ui/panel";
import { part } from "./lazy-panel";
import { FactsSheet } from "./lazy-parts";
import css from "./market.module.css";

const FundingHistory = part<{ readonly market: Market }>(
  async () => (await import("./funding-history")).FundingHistory,
  <Loading label="the funding history" lines={8} />,
);
const MarketGuide = part<{ readonly market: Market }>(
  async () => (await import("./market-guide")).MarketGuide,
  <Loading label="the explanation" lines={8} />,
);

/** Funding in its parts, the forecast, and how the market stands to its index. */
export function MarketFacts({ market }: { readonly market: Market }) {
  return (
    <>
      <Panel
        title="Funding, per day"
        actions={
          <More label="History" title={`Funding of ${market.name}`}>
            <FundingHistory market={market} />
          </More>
        }
      >
        <Facts look="dense">
          <FactLine label="Expected index drift">
            <Rate value={market.fundingParts?.drift} digits={4} signed />
          </FactLine>
          <FactLine label="Crowding">
            <Rate value={market.fundingParts?.crowding} digits={4} signed />
          </FactLine>
          <FactLine label="Spread">
            <Rate value={market.fundingParts?.spread} digits={4} signed />
          </FactLine>
          <FactLine label="Total, paid by longs" tone="total">
            <Rate value={market.fundingRate} digits={4} signed />
          </FactLine>
          <FactLine label="At this rate, a year">
            <Rate value={market.fundingRateOneYear} signed />
          </FactLine>
        </Facts>
        <p className={css["sentence"]}>
          In a rising market longs pay about the expected rise; you profit when prices rise more
          than expected.
        </p>
      </Panel>
      <Panel
        title="Index and market"
        actions={
          <More label="How it works" title="The index and the market">
            <MarketGuide market={market} />
          </More>
        }
      >
        <Facts look="dense">
          <FactLine label="Next update">
            <Countdown untilS={market.nextPrintAt} done="due" />
          </FactLine>
          <FactLine label="Forecast, per day">
            <Rate value={market.forecast?.mid} digits={4} signed />
          </FactLine>
          <FactLine label="Level">
            <Amount value={market.levelPrice} kind="PriceE8" unit="USD" />
          </FactLine>
          <FactLine label="Gap, index to level">
            <Amount value={gap(market)} kind="PriceE8" unit="USD" trend />
          </FactLine>
          <FactLine label="Room for longs">
            <Amount value={market.availableLong.notional} kind="CollateralE6" unit="USD" compact />
          </FactLine>
          <FactLine label="Room for shorts">
            <Amount value={market.availableShort.notional} kind="CollateralE6" unit="USD" compact />
          </FactLine>
        </Facts>
        <SideBalance market={market} />
        <p className={css["sentence"]}>
          The index is what homes cost per square foot. The market price is where a small trade
          fills: above the index while longs outweigh shorts.
        </p>
      </Panel>
    </>
  );
}

function gap({ indexPrice, levelPrice }: Market): PriceE8 | null {
  return indexPrice === null || levelPrice === null ? null : ((indexPrice - levelPrice) as PriceE8);
}

function SideBalance({ market }: { readonly market: Market }) {
  const long = toDrawing(market.long.percent, "RateE12") * 100;
  const short = toDrawing(market.short.percent, "RateE12") * 100;
  return (
    <div className={css["balance"]}>
      <div className={css["balanceBar"]} aria-hidden="true">
        <span style={{ width: `${long}%` }} />
        <span style={{ width: `${short}%` }} />
      </div>
      <div className={css["balanceEnds"]}>
        <span className="up">
          ▲ long <Rate value={market.long.percent} digits={0} />
        </span>
        <span className="down">
          <Rate value={market.short.percent} digits={0} /> short ▼
        </span>
      </div>
    </div>
  );
}

interface MoreProps {
  readonly label: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A button that opens a dialog with the details. */
function More({ label, title, children }: MoreProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" look="ghost" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen ? (
        <FactsSheet title={title} onClose={() => setIsOpen(false)}>
          {children}
        </FactsSheet>
      ) : null}
    </>
  );
}
