import { useQuery } from "@tanstack/react-query";
import { statusQuery } from "@/api/queries";
import type { CollateralE6 } from "@/domain/amounts";
import { type Example, fundingOver, notionalOf } from "@/domain/example/position-example";
import { formatAmount, formatPercent, formatUsd } from "@/domain/format";
import { parseCollateral, parseRate } from "@/domain/parse";
import { areaUnit } from "@/domain/reader/area";
import type { ExampleMarket } from "@/state/use-example-market";
import { Amount, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Term } from "@/ui/term";
import { spokenDuration } from "@/words/spoken-duration";
import css from "./learn.module.css";
import { Part } from "./part";

export interface ExampleProps {
  /** Null while it is read. */
  readonly example: ExampleMarket | null;
}

const HOME_AREA = 1_800n;
const DAYS = 30;
const percent = (text: string) => formatPercent(parseRate(text), { digits: 1 }).replace(".0%", "%");

export function IndexPart({ example }: ExampleProps) {
  const { data: status } = useQuery(statusQuery);
  return (
    <Part
      id="how-index"
      title="How the index is made"
      aside={example ? <HomePrice {...example} /> : null}
    >
      <p>
        The <Term id="index">index</Term> of a market is what homes in its region cost per unit of
        area. It is smoothed, because homes sell rarely and sales are reported late.
      </p>
      {status?.replay ? (
        <p>
          This demo replays recorded history. Source: {status.replay.source}. Data:{" "}
          {status.replay.attribution}.
        </p>
      ) : null}
      <p>
        A <Term id="price-update">price update</Term> brings a new value about once per day. Between
        updates the index stands still. You trade the index, not a home: you own no property and no
        share of one.
      </p>
      {example ? <Checks {...example} /> : null}
    </Part>
  );
}

function Checks({ market: { specification: of } }: ExampleMarket) {
  const { before, after } = of.entryWindow;
  return (
    <ul>
      <li>
        New positions pause from {spokenDuration(before)} before until {spokenDuration(after)} after
        each update.
      </li>
      <li>
        An update that moves more than {percent(of.printBand)} must be confirmed by a second one.
      </li>
      <li>A move beyond {percent(of.printBandPause)} pauses the market.</li>
      <li>
        After {spokenDuration(of.oracleMaxAge)} without an update, positions can only be reduced or
        closed.
      </li>
    </ul>
  );
}

function HomePrice({ market }: ExampleMarket) {
  const price = market.indexPrice;
  const unit = areaUnit(market.metric);
  const home = formatAmount(HOME_AREA * 1_000_000n, "SizeE6", { digits: 0 });
  return (
    <>
      <h3>{market.name} now</h3>
      <Facts>
        <FactLine label={`Index price per ${unit}`}>
          <Amount value={price} kind="PriceE8" unit="USD" />
        </FactLine>
        {market.metric === "sqm" ? null : (
          <FactLine label={`A home of ${home} ${unit} at that price`}>
            <Amount
              value={price === null ? null : (((price * HOME_AREA) / 100n) as CollateralE6)}
              kind="CollateralE6"
              unit="USD"
              digits={0}
            />
          </FactLine>
        )}
        <FactLine label="Change in 1 year">
          <Rate value={market.change1y} trend />
        </FactLine>
      </Facts>
    </>
  );
}

const HELD: Omit<Example, "side"> = { margin: parseCollateral("1000000000"), leverage: 3 };

export function FundingPart({ example }: ExampleProps) {
  return (
    <Part
      id="how-funding"
      title="Funding: what holding costs"
      aside={example ? <FundingNow {...example} /> : null}
    >
      <p>
        Home prices trend. Without funding, anyone could buy an expected rise for free. So longs and
        shorts pay each other <Term id="funding">funding</Term> while positions are open. It has
        three parts:
      </p>
      <ul>
        <li>
          <Term id="drift" after=":">
            Drift
          </Term>{" "}
          the expected daily change passes from one side to the other.
        </li>
        <li>
          <Term id="crowding" after=":">
            Crowding
          </Term>{" "}
          the larger side pays more the longer it stays larger.
        </li>
        <li>
          <Term id="spread" after=":">
            Spread
          </Term>{" "}
          the larger side pays the pool for uncertainty.
        </li>
      </ul>
      <p>
        <strong>A long wins only if prices rise more than expected</strong>, a short if they rise
        less or fall. A positive rate means that longs pay shorts.
      </p>
      <p>
        Trading toward a known gap costs the <Term id="trend-surcharge">trend surcharge</Term>{" "}
        instead of the fee, where it is larger.
      </p>
    </Part>
  );
}

function FundingNow({ market }: ExampleMarket) {
  const { fundingParts: parts, fundingRate } = market;
  const size = formatUsd(notionalOf({ ...HELD, side: "long" }), "CollateralE6", { digits: 0 });
  return (
    <>
      <h3>{market.name} now, per day</h3>
      <Facts>
        <FactLine label="Drift">
          <Rate value={parts?.drift} digits={4} signed />
        </FactLine>
        <FactLine label="Crowding">
          <Rate value={parts?.crowding} digits={4} signed />
        </FactLine>
        <FactLine label="Spread">
          <Rate value={parts?.spread} digits={4} signed />
        </FactLine>
        <FactLine label="Funding rate" tone="total">
          <Rate value={fundingRate} digits={4} signed />
        </FactLine>
        <FactLine label="Annualized">
          <Rate value={market.fundingRateOneYear} signed />
        </FactLine>
        <FactLine label={`${size} long, ${DAYS} days`}>
          <Amount
            value={fundingOver({ ...HELD, side: "long" }, fundingRate, DAYS)}
            kind="CollateralE6"
            unit="USD"
            signed
          />
        </FactLine>
        <FactLine label={`${size} short, ${DAYS} days`}>
          <Amount
            value={fundingOver({ ...HELD, side: "short" }, fundingRate, DAYS)}
            kind="CollateralE6"
            unit="USD"
            signed
          />
        </FactLine>
      </Facts>
      <p className={css["note"]}>If the rate stays the same. − you pay, + you receive.</p>
    </>
  );
}
