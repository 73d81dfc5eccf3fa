import { lazy, type ReactNode, Suspense } from "react";
import { useLiveMarket } from "@/api/live";
import type { LiveMarket, Market } from "@/domain/model";
import { Amount, Rate } from "@/ui/amount";
import { Countdown } from "@/ui/countdown";
import css from "./market.module.css";

const Stamp = lazy(async () => {
  const module = await import("@/ui/map/stamp");
  return { default: module.Stamp };
});

interface MarketHeaderProps {
  readonly market: Market;
  /** The price and two more figures, for phones. */
  readonly isShort?: boolean;
}

/**
 * Name and price never shrink. Of the other figures those are shown that fit, in the order in which
 * they stand here: the rest wraps to a line that is cut off.
 */
export function MarketHeader({ market, isShort = false }: MarketHeaderProps) {
  const live = useLiveMarket(market.marketId);
  return (
    <div className={css["numbers"]}>
      <MarketTitle market={market} isPaused={live?.isPaused ?? market.isPaused} />
      <dl className={css["price"]}>
        <Figure label="Index" isMain>
          <Amount value={live?.indexPrice ?? market.indexPrice} kind="PriceE8" unit="USD" />
        </Figure>
      </dl>
      <dl className={css["numberList"]}>
        {isShort ? null : (
          <Figure label="24 h">
            <Rate value={market.change1d} trend digits={3} />
          </Figure>
        )}
        <Figure label="1 year">
          <Rate value={market.change1y} trend />
        </Figure>
        {isShort ? null : <FurtherFigures market={market} live={live} />}
        <Figure label="Funding / day">
          <Rate value={live?.fundingRate ?? market.fundingRate} digits={4} signed />
        </Figure>
      </dl>
    </div>
  );
}

interface MarketTitleProps {
  readonly market: Market;
  readonly isPaused: boolean;
}

function MarketTitle({ market, isPaused }: MarketTitleProps) {
  return (
    <div className={css["title"]}>
      <Suspense fallback={<span style={{ width: 36, height: 36 }} />}>
        <Stamp
          state={market.state}
          longitude={market.longitude}
          latitude={market.latitude}
          size={36}
        />
      </Suspense>
      <div>
        <h1 title={market.name}>{market.name}</h1>
        <p>{market.symbol}-USD</p>
      </div>
      {isPaused ? <span className={css["paused"]}>paused</span> : null}
    </div>
  );
}

interface FurtherFiguresProps {
  readonly market: Market;
  readonly live: LiveMarket | null;
}

function FurtherFigures({ market, live }: FurtherFiguresProps) {
  return (
    <>
      <Figure label="Next update">
        <Countdown untilS={market.nextPrintAt} done="due" />
      </Figure>
      <Figure label="Market price">
        <Amount value={live?.marketPrice ?? market.marketPrice} kind="PriceE8" unit="USD" />
      </Figure>
      <Figure label="Open interest">
        <Amount
          value={live?.openInterest?.notional ?? market.openInterest.notional}
          kind="CollateralE6"
          unit="USD"
          compact
        />
      </Figure>
    </>
  );
}

interface FigureProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly isMain?: boolean;
}

function Figure({ label, children, isMain = false }: FigureProps) {
  return (
    <div className={css["number"]} data-main={isMain}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
