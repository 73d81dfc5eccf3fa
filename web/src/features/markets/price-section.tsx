import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveMarket } from "@/api/live";
import { priceFeedQuery } from "@/api/queries";
import { explainReason } from "@/copy/messages";
import type { DetailedMarket } from "@/domain/model";
import { Amount, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Cell, Row } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { statsQuery, WINDOWS, type Window } from "./api-detail";
import css from "./market-page.module.css";
import { axisDollars } from "./model/series";
import { viewPrice } from "./model/views";
import { SeriesPanel } from "./series-panel";
import { WindowPicker } from "./window-picker";

/** The index over time, and the market price beside it. */
export function PriceSection({ market }: { readonly market: DetailedMarket }) {
  const [window, setWindow] = useState<Window>("1y");
  return (
    <Row>
      <Cell span={8}>
        <SeriesPanel
          title="Index"
          read={priceFeedQuery(market.symbol, window)}
          view={viewPrice}
          format={axisDollars}
          file={`${market.symbol.toLowerCase()}-index-${window}`}
          height={320}
          note={<WindowStats symbol={market.symbol} window={window} />}
          actions={
            <WindowPicker
              label="Window of the index"
              windows={WINDOWS}
              value={window}
              onChange={setWindow}
            />
          }
        />
      </Cell>
      <Cell span={4}>
        <AgainstIndex market={market} />
      </Cell>
    </Row>
  );
}

function WindowStats({ symbol, window }: { readonly symbol: string; readonly window: Window }) {
  const { data } = useQuery({ ...statsQuery(symbol, window), placeholderData: keepPreviousData });
  return (
    <span className={css["stats"]}>
      <span>
        Change <Rate value={data?.change} trend />
      </span>
      <span>
        Low <Amount value={data?.low} kind="PriceE8" unit="USD" />
      </span>
      <span>
        High <Amount value={data?.high} kind="PriceE8" unit="USD" />
      </span>
      <span>
        Annualized volatility <Rate value={data?.volatility} />
      </span>
    </span>
  );
}

/** The figures that a slow index needs beside its price. */
function AgainstIndex({ market }: { readonly market: DetailedMarket }) {
  const live = useLiveMarket(market.marketId);
  return (
    <Panel title="Pricing">
      <Facts>
        <FactLine label="Index">
          <Amount
            value={live?.indexPrice ?? market.indexPrice}
            kind="PriceE8"
            unit="USD"
            digits={4}
          />
        </FactLine>
        <FactLine label="Market price">
          <Amount
            value={live?.marketPrice ?? market.marketPrice}
            kind="PriceE8"
            unit="USD"
            digits={4}
          />
        </FactLine>
        <FactLine label="Skew, of open interest">
          <Rate value={market.skew.percent} signed />
        </FactLine>
        <FactLine label="Trend price">
          <Amount value={market.levelPrice} kind="PriceE8" unit="USD" digits={4} />
        </FactLine>
        <FactLine label="Noise of an update">
          <Rate value={market.noise} digits={4} />
        </FactLine>
        <FactLine label="Forecast per day">
          <Rate value={market.forecast?.mid} digits={4} signed />
        </FactLine>
        <FactLine label="Fast forecast">
          <Rate value={market.forecast?.fast} digits={4} signed />
        </FactLine>
        <FactLine label="Slow forecast">
          <Rate value={market.forecast?.slow} digits={4} signed />
        </FactLine>
      </Facts>
      {market.isAuctionOnly ? <p className={css["note"]}>{explainReason("AUCTION_ONLY")}</p> : null}
      <p className={css["note"]}>
        The market price is above the index while longs exceed shorts. The trend price is where
        recent updates point; trades at a better price pay the gap, if larger than the fee. Funding
        already pays shorts the expected rise. A long wins only if prices rise more than expected.
      </p>
    </Panel>
  );
}
