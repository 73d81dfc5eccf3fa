import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DetailedMarket } from "@/domain/model";
import { Amount, Multiple, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Cell, Row } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { activityQuery, fundingQuery, volumesQuery, type Window } from "./api-detail";
import css from "./market-page.module.css";
import { axisDollars, axisPercent } from "./model/series";
import { viewFunding, viewGap, viewInterest, viewVolume } from "./model/views";
import { SeriesPanel } from "./series-panel";
import { WindowPicker } from "./window-picker";

const TRADED_WINDOWS: readonly Window[] = ["1m", "3m", "1y", "all"];

/** Positions, funding and volume, now and over time. */
export function ExchangeSection({ market }: { readonly market: DetailedMarket }) {
  const [window, setWindow] = useState<Window>("1m");
  const activity = activityQuery(market.marketId, window);
  const file = (name: string) => `${market.symbol.toLowerCase()}-${name}-${window}`;
  return (
    <>
      <div className={css["bar"]}>
        <h2 className={css["heading"]}>Trading</h2>
        <WindowPicker
          label="Window of trading"
          windows={TRADED_WINDOWS}
          value={window}
          onChange={setWindow}
        />
      </div>
      <Row>
        <Cell span={4}>
          <Interest market={market} />
        </Cell>
        <Cell span={4}>
          <SeriesPanel
            title="Open interest"
            read={activity}
            view={viewInterest}
            format={axisDollars}
            file={file("open-interest")}
          />
        </Cell>
        <Cell span={4}>
          <SeriesPanel
            title="Index and market price"
            read={activity}
            view={viewGap}
            format={axisDollars}
            file={file("prices")}
          />
        </Cell>
      </Row>
      <Row>
        <Cell span={4}>
          <Funding market={market} />
        </Cell>
        <Cell span={4}>
          <SeriesPanel
            title="Funding"
            read={fundingQuery(market.symbol, window)}
            view={viewFunding}
            format={axisPercent}
            file={file("funding")}
            note="The sum of the three parts."
          />
        </Cell>
        <Cell span={4}>
          <SeriesPanel
            title="Volume"
            read={activity}
            view={viewVolume}
            format={axisDollars}
            file={file("volume")}
          />
        </Cell>
      </Row>
    </>
  );
}

function Interest({ market }: { readonly market: DetailedMarket }) {
  const { data } = useQuery(volumesQuery(market.symbol));
  return (
    <Panel title="Positions and limits">
      <Facts>
        <FactLine label="Open interest">
          <Amount value={market.openInterest.notional} kind="CollateralE6" unit="USD" />
        </FactLine>
        <FactLine label="Longs">
          <Amount value={market.long.notional} kind="CollateralE6" unit="USD" />{" "}
          <Rate value={market.long.percent} digits={0} className="quiet" />
        </FactLine>
        <FactLine label="Shorts">
          <Amount value={market.short.notional} kind="CollateralE6" unit="USD" />{" "}
          <Rate value={market.short.percent} digits={0} className="quiet" />
        </FactLine>
        <FactLine label="Available to long">
          <Amount value={market.availableLong.notional} kind="CollateralE6" unit="USD" compact />
        </FactLine>
        <FactLine label="Available to short">
          <Amount value={market.availableShort.notional} kind="CollateralE6" unit="USD" compact />
        </FactLine>
        <FactLine label="Max leverage">
          <Multiple value={market.maxLeverageMultiple} />
        </FactLine>
        <FactLine label="Fee, taker / maker">
          <Rate value={market.takerFeeRate} /> / <Rate value={market.makerFeeRate} />
        </FactLine>
        <FactLine label="Volume 24 h / 7 d">
          <Amount value={data?.oneDay.notional} kind="CollateralE6" unit="USD" compact /> /{" "}
          <Amount value={data?.oneWeek.notional} kind="CollateralE6" unit="USD" compact />
        </FactLine>
        <FactLine label="Volume 30 d / all time">
          <Amount value={data?.oneMonth.notional} kind="CollateralE6" unit="USD" compact /> /{" "}
          <Amount value={data?.allTime.notional} kind="CollateralE6" unit="USD" compact />
        </FactLine>
      </Facts>
    </Panel>
  );
}

function Funding({ market }: { readonly market: DetailedMarket }) {
  const parts = market.fundingParts;
  return (
    <Panel title="Funding now">
      <Facts>
        <FactLine label="Expected change of the index">
          <Rate value={parts?.drift} digits={4} signed />
        </FactLine>
        <FactLine label="Crowding">
          <Rate value={parts?.crowding} digits={4} signed />
        </FactLine>
        <FactLine label="Spread">
          <Rate value={parts?.spread} digits={4} signed />
        </FactLine>
        <FactLine label="Funding per day">
          <Rate value={market.fundingRate} digits={4} signed />
        </FactLine>
        <FactLine label="Annualized">
          <Rate value={market.fundingRateOneYear} signed />
        </FactLine>
      </Facts>
      <p className={css["note"]}>
        Longs pay when positive, shorts when negative. In a rising market longs pay about the
        expected rise.
      </p>
    </Panel>
  );
}
