import { Ellipsis, List } from "lucide-react";
import { Popover } from "radix-ui";
import { lazy, type ReactNode, Suspense } from "react";
import { useLiveMarket } from "@/api/live";
import type { LiveMarket, Market } from "@/domain/model";
import { Amount, Multiple, Rate } from "@/ui/amount";
import { Button } from "@/ui/button";
import { Countdown } from "@/ui/countdown";
import { FactLine, Facts } from "@/ui/facts";
import { MarketSwitcher } from "../markets/market-switcher";
import css from "./market-header.module.css";

const Stamp = lazy(async () => {
  const module = await import("@/ui/map/stamp");
  return { default: module.Stamp };
});

interface MarketHeaderProps {
  readonly market: Market;
  /** Opens the drawer with map and list; without it the list is pinned beside the chart. */
  readonly onMarkets?: (() => void) | undefined;
}

/**
 * Name and price never shrink. Of the other figures those are shown that fit, in the order in which
 * they stand here: the rest wraps to a line that is cut off, and is in the "more" popover.
 */
export function MarketHeader({ market, onMarkets }: MarketHeaderProps) {
  const live = useLiveMarket(market.marketId);
  return (
    <div className={css["header"]}>
      {onMarkets ? (
        <Button aria-label="All markets" title="All markets (M)" onClick={onMarkets}>
          <List size={16} aria-hidden="true" />
        </Button>
      ) : null}
      <MarketTitle market={market} isPaused={live?.isPaused ?? market.isPaused} />
      <dl className={css["price"]}>
        <Figure label="Index" isMain>
          <Amount value={live?.indexPrice ?? market.indexPrice} kind="PriceE8" unit="USD" />
        </Figure>
      </dl>
      <dl className={css["figures"]}>
        <Figure label="1 day">
          <Rate value={market.change1d} trend />
        </Figure>
        <Figure label="1 year">
          <Rate value={market.change1y} trend />
        </Figure>
        <Figure label="Next update">
          <Countdown untilS={market.nextPrintAt} done="due" />
        </Figure>
        <Figure label="Funding per day">
          <Rate value={live?.fundingRate ?? market.fundingRate} digits={4} signed />
        </Figure>
        <Figure label="Open interest">
          <OpenInterest market={market} live={live} />
        </Figure>
      </dl>
      <MoreFigures market={market} live={live} />
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
        <MarketSwitcher market={market} />
        <p>
          {market.symbol}-USD{isPaused ? <span className={css["paused"]}>paused</span> : null}
        </p>
      </div>
    </div>
  );
}

interface FiguresProps {
  readonly market: Market;
  readonly live: LiveMarket | null;
}

function OpenInterest({ market, live }: FiguresProps) {
  return (
    <Amount
      value={live?.openInterest?.notional ?? market.openInterest.notional}
      kind="CollateralE6"
      unit="USD"
      compact
    />
  );
}

/** Every figure of the market, for where the header has no room for them. */
function MoreFigures({ market, live }: FiguresProps) {
  return (
    <Popover.Root>
      <Popover.Trigger className={css["more"]} aria-label="More market figures">
        <Ellipsis size={16} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={css["popover"]}
          aria-label="Market figures"
          align="end"
          sideOffset={6}
          collisionPadding={8}
        >
          <Facts look="dense">
            <FactLine label="Market price">
              <Amount value={live?.marketPrice ?? market.marketPrice} kind="PriceE8" unit="USD" />
            </FactLine>
            <FactLine label="1-day change">
              <Rate value={market.change1d} trend digits={3} />
            </FactLine>
            <FactLine label="1-year change">
              <Rate value={market.change1y} trend />
            </FactLine>
            <FactLine label="Next update">
              <Countdown untilS={market.nextPrintAt} done="due" />
            </FactLine>
            <FactLine label="Funding per day">
              <Rate value={live?.fundingRate ?? market.fundingRate} digits={4} signed />
            </FactLine>
            <FactLine label="Open interest">
              <OpenInterest market={market} live={live} />
            </FactLine>
            <FactLine label="Volume, 24 h">
              <Amount value={market.volume24h} kind="CollateralE6" unit="USD" compact />
            </FactLine>
            <FactLine label="Max leverage">
              <Multiple value={market.maxLeverageMultiple} />
            </FactLine>
          </Facts>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface FigureProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly isMain?: boolean;
}

function Figure({ label, children, isMain = false }: FigureProps) {
  return (
    <div className={css["figure"]} data-main={isMain}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
