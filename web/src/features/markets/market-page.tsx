import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useLiveMarket } from "@/api/live";
import { useQueryFailure } from "@/api/query-failure";
import { direction, formatDateTime } from "@/domain/format";
import type { DetailedMarket } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import button from "@/ui/button.module.css";
import { FavoriteButton } from "@/ui/favorite-button";
import { Amount, Rate } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { Stamp } from "@/ui/map/stamp";
import { Figure, Figures, Page } from "@/ui/page/page";
import { Empty, Failure, Loading, Panel } from "@/ui/page/panel";
import { LivePrice } from "@/ui/price/live-price";
import { detailQuery, infoQuery, isMissing } from "./api-detail";
import { DataSection } from "./data-section";
import { ExchangeSection } from "./exchange-section";
import { HousingSection } from "./housing/housing-section";
import css from "./market-page.module.css";
import list from "./markets-page.module.css";
import { PastSection } from "./past/past-section";
import { PriceSection } from "./price-section";
import { SpecificationSection } from "./specification/specification-section";
import { TradesSection } from "./trades-section";

/** One market: its index, what is traded on it, and the homes behind it. */
export function MarketPage() {
  const { symbol } = useParams({ from: "/market/$symbol" });
  const market = useQuery(detailQuery(symbol));
  const failure = useQueryFailure(market);
  if (isMissing(failure)) return <NoSuchMarket symbol={symbol} />;
  if (failure) {
    return (
      <Page title={symbol.toUpperCase()}>
        <Panel title="Market" hideTitle>
          <Failure what="The market" error={failure} onRetry={() => void market.refetch()} />
        </Panel>
      </Page>
    );
  }
  if (!market.data) {
    return (
      <Page title={symbol.toUpperCase()}>
        <Panel title="Market" hideTitle>
          <Loading label="the market" lines={12} />
        </Panel>
      </Page>
    );
  }
  return <MarketView key={market.data.symbol} market={market.data} />;
}

function NoSuchMarket({ symbol }: { readonly symbol: string }) {
  return (
    <Page title={`Market “${symbol.slice(0, 24)}” not found`}>
      <Panel title="Search" hideTitle>
        <Empty title="Nothing exists at this address">
          <Link to="/">All markets</Link>
        </Empty>
      </Panel>
    </Page>
  );
}

const SECTIONS: readonly (readonly [string, string])[] = [
  ["price", "Index"],
  ["past", "What can happen"],
  ["exchange", "Trading"],
  ["trades", "Trades"],
  ["housing", "Housing"],
  ["parameters", "Contract"],
  ["data", "Sources"],
];

function MarketView({ market }: { readonly market: DetailedMarket }) {
  return (
    <Page
      title={market.name}
      mark={<Stamp state={market.state} longitude={market.longitude} latitude={market.latitude} />}
      lead={`Index of home prices per ${areaUnit(market.metric)}, updated daily. Positions settle against it.`}
      actions={<HeadActions market={market} />}
    >
      <MarketFigures market={market} />
      <nav className={css["nav"]} aria-label="Sections">
        {SECTIONS.map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      <Section id="price">
        <PriceSection market={market} />
      </Section>
      <Section id="past">
        <PastSection symbol={market.symbol} />
      </Section>
      <Section id="exchange">
        <ExchangeSection market={market} />
      </Section>
      <Section id="trades">
        <TradesSection market={market} />
      </Section>
      <Section id="housing">
        <HousingSection market={market} />
      </Section>
      <Section id="parameters">
        <SpecificationSection market={market} />
      </Section>
      <Section id="data">
        <DataSection market={market} />
      </Section>
    </Page>
  );
}

function HeadActions({ market }: { readonly market: DetailedMarket }) {
  const { symbol } = market;
  return (
    <>
      <FavoriteButton symbol={symbol} name={market.name} className={list["star"]} />
      <Link
        to="/deal-analysis"
        search={{ market: symbol } as never}
        className={`${button["button"]} ${button["medium"]} ${button["plain"]} ${css["go"]}`}
      >
        Compare with buying a home
      </Link>
      {market.isTradable ? (
        <Link
          to="/trade/$symbol"
          params={{ symbol }}
          className={`${button["button"]} ${button["medium"]} ${button["accent"]} ${css["go"]}`}
        >
          Trade {symbol}
        </Link>
      ) : null}
    </>
  );
}

/** The market in figures; the stream's are newer than the page's own. */
function MarketFigures({ market }: { readonly market: DetailedMarket }) {
  const live = useLiveMarket(market.marketId);
  const { data: info } = useQuery(infoQuery(market.acreId));
  const at = live?.indexPriceAt ?? market.indexPriceAt;
  return (
    <Figures label={market.name}>
      <Figure label="Index" note={at === null ? "–" : `as of ${formatDateTime(at)}`}>
        <LivePrice value={live?.indexPrice ?? market.indexPrice} />
      </Figure>
      <Figure label="Market price" note={<SkewNote market={market} />}>
        <Amount value={live?.marketPrice ?? market.marketPrice} kind="PriceE8" unit="USD" />
      </Figure>
      <Figure label="1 day">
        <Rate value={market.change1d} trend />
      </Figure>
      <Figure label="30 days">
        <Rate value={info?.change1m} trend />
      </Figure>
      <Figure label="1 year">
        <Rate value={market.change1y} trend />
      </Figure>
      <Figure label="Next update in" note={<PrintNote market={market} />}>
        <Countdown untilS={live?.nextPrintAt ?? market.nextPrintAt} done="due" />
      </Figure>
    </Figures>
  );
}

/** The larger side: the skew moves the market price away from the index. */
function SkewNote({ market }: { readonly market: DetailedMarket }): ReactNode {
  const way = direction(market.skew.size);
  if (way === "flat") return "Longs and shorts are equal";
  return way === "up" ? "More longs than shorts" : "More shorts than longs";
}

/** What holds back trades or price updates now. */
function PrintNote({ market }: { readonly market: DetailedMarket }): ReactNode {
  if (!market.isTradable) return "Data only, not traded";
  if (market.isPaused) return "Paused: you can only reduce positions";
  if (market.heldPrint) return "A large move awaits confirmation";
  if (market.increaseBlockedUntil === null) return "Opening pauses around the update";
  return (
    <>
      Opening resumes in <Countdown untilS={market.increaseBlockedUntil} />
    </>
  );
}

interface SectionProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** A part of the page that the line above leads to. */
function Section({ id, children }: SectionProps) {
  return (
    <div id={id} className={css["section"]}>
      {children}
    </div>
  );
}
