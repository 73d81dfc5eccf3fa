import { useQuery } from "@tanstack/react-query";
import { ApiError } from "@/api/http";
import { useQueryFailure } from "@/api/query-failure";
import { formatAmount, formatDay } from "@/domain/format";
import type { MarketSummary } from "@/domain/model";
import { Amount, Rate } from "@/ui/amount";
import { Button } from "@/ui/button";
import { Figure, Figures, Prose, Stack } from "@/ui/page";
import { Empty, Failure, Loading, Panel } from "@/ui/panel";
import { dealQuery } from "./api";
import { CashFlow, Costs } from "./costs";
import css from "./deal.module.css";
import { type DealQuery, TIMEFRAME_TEXT, type Timeframe } from "./model/deal-fields";
import { type DealResult, VERDICTS, verdictTitle } from "./model/deal-result";
import { Sensitivity } from "./sensitivity";

interface ResultsProps {
  readonly market: MarketSummary;
  readonly asked: DealQuery;
  /** False while fields have changed since: what is shown is greyed then. */
  readonly isCurrent: boolean;
  readonly onShorter: () => void;
}

export function DealResults({ market, asked, isCurrent, onShorter }: ResultsProps) {
  const query = useQuery(dealQuery(market.symbol, asked));
  const failure = useQueryFailure(query);
  // A refusal of these very inputs says more than the answer to the ones before.
  const error = query.error ?? failure;
  if (error instanceof ApiError && error.code === "INSUFFICIENT_HISTORY") {
    return (
      <Empty title={`The index of ${market.name} is younger than that`}>
        <p>It does not reach back {TIMEFRAME_TEXT[asked["timeframe"] as Timeframe]}.</p>
        <Button onClick={onShorter}>Take 1 month</Button>
      </Empty>
    );
  }
  if (error) {
    return <Failure what="The deal" error={error} onRetry={() => void query.refetch()} />;
  }
  const { data } = query;
  if (!data) return <Loading label="the deal" lines={8} />;
  const isStale = !isCurrent || query.isPlaceholderData;
  return (
    <div data-stale={isStale} aria-busy={isStale}>
      <Stack>
        <p className="visually-hidden" role="status">
          {isStale ? "Working out the deal" : "The deal is worked out"}
        </p>
        <VerdictPanel market={market} asked={asked} result={data} />
        <CashFlow result={data} />
        <Costs result={data} />
        <Sensitivity market={market} asked={asked} isCurrent={isCurrent} />
        <Honesty market={market} result={data} />
      </Stack>
    </div>
  );
}

interface VerdictProps {
  readonly market: MarketSummary;
  readonly asked: DealQuery;
  readonly result: DealResult;
}

function VerdictPanel({ market, asked, result }: VerdictProps) {
  const { acre, physical, entry, exit } = result;
  const area = market.metric === "sqm" ? "m²" : "sq ft";
  return (
    <Panel title="Verdict">
      <div className={css["verdict"]} data-verdict={result.verdict}>
        <p className={css["verdictTitle"]}>{verdictTitle(result)}</p>
        <p>
          {VERDICTS[result.verdict].text}. {market.name},{" "}
          {TIMEFRAME_TEXT[asked["timeframe"] as Timeframe]} from {formatDay(entry.at)} at{" "}
          <Amount value={entry.price} kind="PriceE8" unit="USD" /> to {formatDay(exit.at)} at{" "}
          <Amount value={exit.price} kind="PriceE8" unit="USD" /> per {area};{" "}
          {formatAmount(result.size, "SizeE6", { digits: 0 })} {area}, {asked["side"]} at{" "}
          {asked["leverage"]}×.
        </p>
      </div>
      {result.liquidatedAt === null ? null : (
        <p className={css["liquidated"]} role="alert">
          <strong>Liquidated on {formatDay(result.liquidatedAt)}.</strong> The margin was used up
          that day, so everything put in was lost, whatever the index did afterwards.
        </p>
      )}
      <Figures label="Net return of both ways">
        <Figure label="Acre, on the margin" note={<Dollars value={acre.dollars} />}>
          <Rate value={acre.percent} trend />
        </Figure>
        <Figure
          label={result.isLong ? "Owning, on down payment and closing" : "Owning nothing"}
          note={<Dollars value={physical.dollars} />}
        >
          <Rate value={physical.percent} trend />
        </Figure>
        <Figure label="Price at entry" note="size times the index">
          <Amount value={result.notional} kind="CollateralE6" unit="USD" digits={0} />
        </Figure>
      </Figures>
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
    <Panel title="What this is, and what it is not">
      <Prose>
        <ul>
          <li>It looks back at recorded index values. What comes next may be the opposite.</li>
          <li>
            Acre's fees and price impact are today's, at today's crowding of {market.symbol}, and
            funding counts as far as it was recorded here, so a time before this market opened has
            none.
          </li>
          <li>
            Owning is modelled on the index and {result.isLong ? "the rates used here" : "nothing"}:
            your street, your repairs and your luck are not in it. A home can also be lived in; an
            index can not.
          </li>
          <li>Taxes on gains and rent, inflation and what unused money could earn are left out.</li>
          <li>
            The mortgage is repaid as an annuity of 30 years; repaid principal lowers the cash flow,
            but is no cost.
          </li>
          <li>
            At 5× a fall of about a fifth uses up the margin and ends the position; a mortgage would
            have gone on.
          </li>
        </ul>
      </Prose>
    </Panel>
  );
}
