import { type ReactNode, useState } from "react";
import type { RateE12 } from "@/domain/amounts";
import type { Example } from "@/domain/example/position-example";
import { formatPercent, formatUsd } from "@/domain/format";
import type { Side } from "@/domain/model";
import { parseCollateral } from "@/domain/parse";
import type { ExampleMarket } from "@/state/use-example-market";
import { Amount, Multiple, Rate } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Segmented } from "@/ui/form/segmented";
import { Term } from "@/ui/term";
import {
  holdingLesson,
  liquidationLesson,
  priceAt,
  profitLesson,
  ratePercent,
} from "./model/lesson";
import { Slider } from "./slider";
import css from "./start.module.css";

const MARGIN = parseCollateral("1000000000");
const MOVE_MAX = 20;
const DAYS_MAX = 365;
const SIDES = [
  { value: "long", label: "Long (rises)" },
  { value: "short", label: "Short (falls)" },
] as const;

interface CardProps extends ExampleMarket {
  readonly example: Example;
}

/** Three examples with the figures of a market: profit, funding, liquidation. One position for all. */
export function LessonCards(market: ExampleMarket) {
  const [side, setSide] = useState<Side>("long");
  const [leverage, setLeverage] = useState(3);
  const most = Math.max(
    1,
    Math.floor(Number(market.market.maxLeverageMultiple / 1_000_000_000_000n)),
  );
  const example = { side, margin: MARGIN, leverage: Math.min(leverage, most) };
  return (
    <div className={css["cards"]}>
      <ProfitCard {...market} example={example}>
        <Segmented label="Side" options={SIDES} value={side} onChange={setSide} />
        <Slider
          label="Leverage"
          text={`${example.leverage}×`}
          value={example.leverage}
          min={1}
          max={most}
          onChange={setLeverage}
        />
      </ProfitCard>
      <FundingCard {...market} example={example} />
      <LiquidationCard key={side} {...market} example={example} />
    </div>
  );
}

const signed = (percent: number) =>
  formatPercent(ratePercent(percent), { digits: 0, signed: true });

interface LessonProps {
  readonly step: number;
  readonly title: string;
  readonly children: ReactNode;
}

function Card({ step, title, children }: LessonProps) {
  return (
    <section className={css["card"]} aria-label={title}>
      <h2>
        <span className={css["step"]}>{step}</span>
        {title}
      </h2>
      {children}
    </section>
  );
}

function ProfitCard({
  market,
  rules,
  example,
  children,
}: CardProps & { readonly children: ReactNode }) {
  const [percent, setPercent] = useState(5);
  const { notional, profit, part, isLiquidated } = profitLesson(
    example,
    rules,
    ratePercent(percent),
  );
  return (
    <Card step={1} title="Pick a direction">
      <p>
        You put up {formatUsd(MARGIN, "CollateralE6", { digits: 0 })} of{" "}
        <Term id="collateral">margin</Term> and trade{" "}
        {formatUsd(notional, "CollateralE6", { digits: 0 })} of {market.name}.
      </p>
      {children}
      <Slider
        label="Home prices move"
        text={signed(percent)}
        value={percent}
        min={-MOVE_MAX}
        max={MOVE_MAX}
        onChange={setPercent}
      />
      <div className={css["result"]} role="status">
        {isLiquidated ? (
          <strong className={css["liquidated"]}>Liquidated before that</strong>
        ) : (
          <>
            <strong>
              <Amount value={profit} kind="CollateralE6" unit="USD" trend />
            </strong>
            <b>
              <Rate value={part} digits={0} signed />
            </b>
          </>
        )}
        <span>{isLiquidated ? "See card 3." : "of your margin, before costs"}</span>
      </div>
    </Card>
  );
}

function FundingCard({ market, example }: CardProps) {
  const [days, setDays] = useState(30);
  const { fee, funding, cost, breakEven } = holdingLesson(example, market, days);
  return (
    <Card step={2} title="Know what holding costs">
      <p>
        Expected moves are already priced in: longs and shorts pay each other{" "}
        <Term id="funding">funding</Term> every day.
      </p>
      <Slider
        label="Hold for"
        text={days === 1 ? "1 day" : `${days} days`}
        value={days}
        min={1}
        max={DAYS_MAX}
        onChange={setDays}
      />
      <Facts look="bare">
        <FactLine label="Fees to open and close">
          <Amount value={-fee as typeof fee} kind="CollateralE6" unit="USD" signed />
        </FactLine>
        <FactLine label="Funding at today's rate">
          <Amount value={funding} kind="CollateralE6" unit="USD" signed />
        </FactLine>
      </Facts>
      <div className={css["result"]} role="status">
        <strong>
          <Rate value={breakEven} signed />
        </strong>
        <span>
          {cost > 0n
            ? "is the move you need to break even"
            : "Funding pays you more than the fees cost, up to this move"}
        </span>
      </div>
    </Card>
  );
}

function LiquidationCard({ market, rules, example }: CardProps) {
  const isLong = example.side === "long";
  const [against, setAgainst] = useState(10);
  const move = ratePercent(isLong ? -against : against);
  const lesson = liquidationLesson(example, rules, move);
  const { indexPrice } = market;
  return (
    <Card step={3} title="Know when you are liquidated">
      <p>
        If your margin falls below the{" "}
        <Term id="maintenance-margin" after=",">
          required margin
        </Term>{" "}
        your position is closed and you pay a fee.
      </p>
      <Slider
        label={isLong ? "Home prices fall" : "Home prices rise"}
        text={signed(isLong ? -against : against)}
        value={against}
        min={0}
        max={100}
        onChange={setAgainst}
      />
      <Meter health={lesson.health} />
      <Facts look="bare">
        <FactLine label="Margin left">
          <Amount
            value={lesson.balance > 0n ? lesson.balance : parseCollateral("0")}
            kind="CollateralE6"
            unit="USD"
          />
        </FactLine>
        <FactLine label="Required">
          <Amount value={lesson.required} kind="CollateralE6" unit="USD" />
        </FactLine>
      </Facts>
      <div className={css["result"]} role="status">
        {lesson.isLiquidated ? (
          <strong className={css["liquidated"]}>Liquidated</strong>
        ) : (
          <strong>
            <Multiple value={lesson.health} /> the required margin
          </strong>
        )}
        {lesson.liquidation === null || indexPrice === null ? null : (
          <span>
            Liquidated at <Rate value={lesson.liquidation} signed />, an index price of{" "}
            <Amount value={priceAt(indexPrice, lesson.liquidation)} kind="PriceE8" unit="USD" />
          </span>
        )}
      </div>
    </Card>
  );
}

const FULL = 5_000_000_000_000n;

/** Health from 0 to 5×; a mark stands at 1×. */
function Meter({ health }: { readonly health: RateE12 }) {
  const shown = health < 0n ? 0n : health > FULL ? FULL : health;
  const level = health < FULL / 5n ? "liquidated" : health < (FULL * 3n) / 10n ? "low" : "good";
  return (
    <div className={css["meter"]} aria-hidden="true">
      <div data-level={level} style={{ width: `${Number((shown * 100n) / FULL)}%` }} />
    </div>
  );
}
