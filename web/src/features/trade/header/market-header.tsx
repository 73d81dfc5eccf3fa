import { Link } from "@tanstack/react-router";
import { BellPlus, Ellipsis, List } from "lucide-react";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { useLiveMarket } from "@/api/live";
import type { PriceE8 } from "@/domain/amounts";
import { formatField } from "@/domain/format";
import type { Market } from "@/domain/model";
import { Button } from "@/ui/button";
import { Rate } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { LivePrice } from "@/ui/price/live-price";
import { part } from "../lazy-panel";
import { MarketSwitcher } from "../markets/market-switcher";
import type { FiguresPopoverProps } from "./figures-popover";
import css from "./market-header.module.css";
import { type FiguresProps, OpenInterest } from "./open-interest";

const Stamp = lazy(async () => {
  const module = await import("@/ui/map/stamp");
  return { default: module.Stamp };
});

const FiguresPopover = part<FiguresPopoverProps>(
  async () => (await import("./figures-popover")).FiguresPopover,
  null,
);

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
          <LivePrice value={live?.indexPrice ?? market.indexPrice} />
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
      <div className={css["acts"]}>
        <Link
          to="/alerts"
          search={alertSearch(market.symbol, live?.indexPrice ?? market.indexPrice) as never}
          className={css["more"]}
          aria-label="Alert"
          title="Set a price alert"
        >
          <BellPlus size={16} aria-hidden="true" />
        </Link>
        <MoreFigures market={market} live={live} />
      </div>
    </div>
  );
}

/** The form of a price alert begins with this market and its price. */
function alertSearch(market: string, price: PriceE8 | null) {
  return { market, price: price === null ? undefined : formatField(price, "PriceE8") };
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

/** Opens every figure of the market, for where the header has no room for them. */
function MoreFigures({ market, live }: FiguresProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css["more"]}
        aria-label="More market figures"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </button>
      {isOpen ? (
        <FiguresPopover
          anchor={button}
          className={css["popover"]}
          market={market}
          live={live}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
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
    <div className={css["figure"]} data-main={isMain}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
