import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { statusQuery } from "@/api/queries";
import type { PriceE8 } from "@/domain/amounts";
import { formatTime } from "@/domain/format";
import type { Market } from "@/domain/model";
import { Amount, Multiple, Rate } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Panel } from "@/ui/page/panel";
import { Term } from "@/ui/term";
import { MarketGuide } from "./market-guide";
import css from "./tabs.module.css";

/** How the market stands to its index, its terms, and how it works. */
export function InfoTab({ market }: { readonly market: Market }) {
  return (
    <div className={css["columns"]}>
      <div>
        <Panel title="Index vs. market price">
          <Facts>
            <FactLine label="Index">
              <Amount value={market.indexPrice} kind="PriceE8" unit="USD" />
            </FactLine>
            <FactLine label={<Term id="market-price">Market price</Term>}>
              <Amount value={market.marketPrice} kind="PriceE8" unit="USD" />
            </FactLine>
            <FactLine label={<Term id="trend-price">Trend price</Term>}>
              <Amount value={market.levelPrice} kind="PriceE8" unit="USD" />
            </FactLine>
            <FactLine label={<Term id="trend-distance">Distance to trend</Term>}>
              <Amount value={gap(market)} kind="PriceE8" unit="USD" trend />
            </FactLine>
            <FactLine label={<Term id="expected-change">Expected daily change</Term>}>
              <Rate value={market.forecast?.mid} digits={4} signed />
            </FactLine>
          </Facts>
        </Panel>
        <Terms market={market} />
      </div>
      <Panel title="How it works">
        <MarketGuide market={market} />
      </Panel>
    </div>
  );
}

function gap({ indexPrice, levelPrice }: Market): PriceE8 | null {
  return indexPrice === null || levelPrice === null ? null : ((indexPrice - levelPrice) as PriceE8);
}

function Terms({ market }: { readonly market: Market }) {
  const { data: status } = useQuery(statusQuery);
  const source = status?.replay?.attribution ?? null;
  return (
    <Panel
      title="Contract"
      actions={
        <Link to="/market/$symbol" params={{ symbol: market.symbol }}>
          Market page
        </Link>
      }
    >
      <Facts>
        <FactLine label="Max leverage">
          <Multiple value={market.maxLeverageMultiple} />
        </FactLine>
        <FactLine label="Fees, taker / maker">
          <Rate value={market.takerFeeRate} /> / <Rate value={market.makerFeeRate} />
        </FactLine>
        <FactLine label={<Term id="price-update">Price update</Term>}>
          {market.nextPrintAt === null ? "Daily" : `Daily at ${formatTime(market.nextPrintAt)} UTC`}
        </FactLine>
        <FactLine label="Next update">
          <Countdown untilS={market.nextPrintAt} done="due" />
        </FactLine>
        <FactLine label="Available to long">
          <Amount value={market.availableLong.notional} kind="CollateralE6" unit="USD" compact />
        </FactLine>
        <FactLine label="Available to short">
          <Amount value={market.availableShort.notional} kind="CollateralE6" unit="USD" compact />
        </FactLine>
        {source ? <FactLine label="Source">{source}</FactLine> : null}
      </Facts>
    </Panel>
  );
}
