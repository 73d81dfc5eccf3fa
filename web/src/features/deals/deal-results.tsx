import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@/api/http";
import { useQueryFailure } from "@/api/query-failure";
import { formatAmount, formatDay } from "@/domain/format";
import type { MarketSummary } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { Button } from "@/ui/button";
import { Amount, Rate } from "@/ui/figures/amount";
import { Stat, Stats } from "@/ui/figures/stat";
import { Empty } from "@/ui/page/empty";
import { Prose, Stack } from "@/ui/page/page";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { dealQuery, horizonsQuery } from "./api";
import { CashFlow, Costs } from "./costs";
import css from "./deal.module.css";
import { HorizonsPanel } from "./horizons-panel";
import { type DealQuery, isComparable, TIMEFRAME_TEXT, type Timeframe } from "./model/deal-fields";
import { type DealResult, verdictText } from "./model/deal-result";
import { Sensitivity } from "./sensitivity";

interface ResultsProps {
  readonly market: MarketSummary;
  readonly asked: DealQuery;
  /** False while fields have changed since: what is shown is greyed then. */
  readonly isCurrent: boolean;
  readonly onTimeframe: (timeframe: Timeframe) => void;
}

export function DealResults({ market, asked, isCurrent, onTimeframe }: ResultsProps) {
  const query = useQuery(dealQuery(market.symbol, asked));
  const failure = useQueryFailure(query);
  // A refusal of these very inputs says more than the answer to the ones before.
  const error = query.error ?? failure;
  if (error instanceof ApiError && error.code === "INSUFFICIENT_HISTORY") {
    return <TooYoung market={market} asked={asked} onTimeframe={onTimeframe} />;
  }
  if (error) {
    return <Failure what="The deal" error={error} onRetry={() => void query.refetch()} />;
  }
  const { data } = query;
  if (!data) return <Loading label="the deal" lines={8} />;
  const isStale = !isCurrent || query.isPlaceholderData;
  const isCompared = data.isLong && isComparable(asked["timeframe"] as Timeframe);
  return (
    <div data-stale={isStale} aria-busy={isStale}>
      <Stack>
        <p className="visually-hidden" role="status">
          {isStale ? "Calculating" : "Deal calculated"}
        </p>
        <VerdictPanel market={market} asked={asked} result={data} />
        <HorizonsPanel market={market} asked={asked} isCurrent={isCurrent} />
        <CashFlow result={data} />
        <Costs result={data} />
        <Sensitivity market={market} asked={asked} isCurrent={isCurrent} isCompared={isCompared} />
        <Honesty market={market} result={data} />
      </Stack>
    </div>
  );
}

interface TooYoungProps {
  readonly market: MarketSummary;
  readonly asked: DealQuery;
  readonly onTimeframe: (timeframe: Timeframe) => void;
}

/** Offers the longest holding time that the index covers. */
function TooYoung({ market, asked, onTimeframe }: TooYoungProps) {
  const { data } = useQuery(horizonsQuery(market.symbol, asked));
  const years = data?.at(-1)?.years;
  const longest: Timeframe = years === undefined ? "1m" : (`${years}y` as Timeframe);
  return (
    <Empty
      title={`The index of ${market.name} is too young`}
      text={`It has less than ${TIMEFRAME_TEXT[asked["timeframe"] as Timeframe]} of history.`}
      action={<Button onClick={() => onTimeframe(longest)}>Use {TIMEFRAME_TEXT[longest]}</Button>}
    />
  );
}

interface VerdictProps {
  readonly market: MarketSummary;
  readonly asked: DealQuery;
  readonly result: DealResult;
}

function VerdictPanel({ market, asked, result }: VerdictProps) {
  const { acre, physical, entry, exit } = result;
  const area = areaUnit(market.metric);
  const { title, text } = verdictText(result, asked["timeframe"] as Timeframe);
  return (
    <Panel title="Result">
      <div className={css["verdict"]}>
        <p className={css["verdictTitle"]}>{title}</p>
        <p>{text}</p>
        <p className={css["terms"]}>
          {market.name}, {formatDay(entry.at)} to {formatDay(exit.at)},{" "}
          <Amount value={entry.price} kind="PriceE8" unit="USD" /> to{" "}
          <Amount value={exit.price} kind="PriceE8" unit="USD" /> per {area}.{" "}
          {formatAmount(result.size, "SizeE6", { digits: 0 })} {area}, {asked["side"]} at{" "}
          {asked["leverage"]}×
        </p>
      </div>
      {result.liquidatedAt === null ? null : (
        <p className={css["liquidated"]} role="alert">
          <strong>Liquidated on {formatDay(result.liquidatedAt)}.</strong> All of the margin was
          lost.
        </p>
      )}
      <Stats label="Net return">
        <Stat
          label="Acre, on margin"
          value={<Rate value={acre.percent} trend />}
          note={<Dollars value={acre.dollars} />}
        />
        <Stat
          label={result.isLong ? "Owning, on cash invested" : "Holding nothing"}
          value={<Rate value={physical.percent} trend />}
          note={<Dollars value={physical.dollars} />}
        />
        <Stat
          label="Home price at entry"
          value={<Amount value={result.notional} kind="CollateralE6" unit="USD" digits={0} />}
          note="Size × index"
        />
      </Stats>
    </Panel>
  );
}

function Dollars({ value }: { readonly value: DealResult["acre"]["dollars"] }) {
  return <Amount value={value} kind="CollateralE6" unit="USD" trend />;
}

function Honesty({
  market,
  result,
}: {
  readonly market: MarketSummary;
  readonly result: DealResult;
}) {
  return (
    <Panel title="Method and limits">
      <Prose>
        <ul>
          <li>Based on past index values. The future can be the opposite.</li>
          <li>
            Acre: today's fees and price impact in {market.symbol}; funding as recorded. Before this
            market opened there is no funding.
          </li>
          <li>
            {result.isLong
              ? "Owning: the index and the rates above, not your street or your repairs. You can live in a home, not in an index."
              : "A short has no counterpart in owning, so it is compared with holding nothing."}
          </li>
          <li>Excludes taxes on gains and rent, inflation, and interest on unused cash.</li>
          <li>
            The mortgage is a 30-year annuity. Repaid principal lowers cash flow but is not a cost.
          </li>
          <li>
            At 5×, a fall of about 20% liquidates the position. A mortgage would have continued.
          </li>
        </ul>
      </Prose>
    </Panel>
  );
}
