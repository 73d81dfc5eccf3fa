import { useMemo, useState } from "react";
import { DASH, formatDrawn } from "@/domain/format";
import { SeriesChart } from "@/ui/charts/series-chart";
import { Select } from "@/ui/form/select";
import { Cell, Prose, Row, Stack } from "@/ui/page/page";
import { Empty, Panel } from "@/ui/page/panel";
import { type Column, DataTable } from "@/ui/tables/data-table";
import type { Fold, MarketResult, SavedRun, Strategy } from "./model/saved-run";

const ONE = [1];
const HEIGHT = 264;

const percent = (ratio: number) => `${formatDrawn(100 * ratio)}%`;
const percentOrDash = (ratio: number | null) => (ratio === null ? DASH : percent(ratio));
const times = (value: number) => `${formatDrawn(value)}×`;
const whole = (value: number) => formatDrawn(value, 0);

const STRATEGIES: readonly Column<Strategy>[] = [
  { head: "Strategy", isText: true, cell: ({ name }) => name },
  { head: "Return per year", cell: ({ annualReturn }) => percent(annualReturn) },
  { head: "In sample", cell: ({ fitReturn }) => percentOrDash(fitReturn) },
  { head: "Drawdown", cell: ({ drawdown }) => percent(drawdown) },
  { head: "Turnover per year", cell: ({ turnover }) => times(turnover) },
  { head: "Trades", cell: ({ trades }) => whole(trades) },
  { head: "Liquidations", cell: ({ liquidations }) => whole(liquidations) },
  { head: "Refused", cell: ({ refusals }) => whole(refusals) },
];
const PARTS: readonly Column<Strategy>[] = [
  { head: "Strategy", isText: true, cell: ({ name }) => name },
  { head: "Profit", cell: ({ profit }) => percent(profit) },
  { head: "Price", cell: ({ parts }) => percent(parts.price) },
  { head: "Price impact", cell: ({ parts }) => percent(parts.impact) },
  { head: "Funding", cell: ({ parts }) => percent(parts.funding) },
  { head: "Fees", cell: ({ parts }) => percent(parts.fees) },
  { head: "Surcharge", cell: ({ parts }) => percent(parts.surcharge) },
  { head: "Liquidation fees", cell: ({ parts }) => percent(parts.liquidationFees) },
  { head: "Bad debt", cell: ({ parts }) => percent(parts.badDebtCovered) },
];
const FOLDS: readonly Column<Fold>[] = [
  { head: "Test", isText: true, cell: ({ first, last }) => `${first} – ${last}` },
  { head: "Fit", cell: ({ fitReturn }) => percentOrDash(fitReturn) },
  { head: "Return", cell: ({ testReturn }) => percent(testReturn) },
  { head: "Parameters", isText: true, cell: ({ params }) => params || DASH },
];
const MARKETS: readonly Column<MarketResult>[] = [
  { head: "Market", isText: true, cell: ({ symbol }) => symbol },
  { head: "Return", cell: ({ totalReturn }) => percent(totalReturn) },
  { head: "Trades", cell: ({ trades }) => whole(trades) },
  { head: "Liquidations", cell: ({ liquidations }) => whole(liquidations) },
];

export function RunResult({ run }: { readonly run: SavedRun }) {
  const [name, setName] = useState("");
  const shown = run.strategies.find((each) => each.name === name) ?? run.strategies[0];
  if (!shown) {
    return (
      <Panel title="Result">
        <Empty title="No strategies">The file has none.</Empty>
      </Panel>
    );
  }
  return (
    <Stack>
      <Warnings run={run} />
      <Panel title="Out of sample">
        <Prose>
          <p>
            {run.markets} markets, {run.split}.
          </p>
        </Prose>
        <DataTable
          label="Strategies"
          columns={STRATEGIES}
          rows={run.strategies}
          rowKey={(each) => each.name}
        />
      </Panel>
      <Panel title="Profit and its parts, % of the collateral">
        <DataTable
          label="Parts of the profit"
          columns={PARTS}
          rows={run.strategies}
          rowKey={(each) => each.name}
        />
      </Panel>
      <StrategyResult
        strategy={shown}
        choice={
          <Select
            label="Strategy"
            hideLabel={true}
            size="small"
            value={shown.name}
            onChange={setName}
            options={run.strategies.map((each) => ({ value: each.name, label: each.name }))}
          />
        }
      />
    </Stack>
  );
}

function Warnings({ run }: { readonly run: SavedRun }) {
  const warned = run.strategies.filter(({ warnings }) => warnings.length > 0);
  if (warned.length === 0) return null;
  return (
    <Panel title="Warning">
      <Prose>
        {warned.map(({ name, warnings }) => (
          <p key={name} role="alert">
            {name}: {warnings.join("; ")}.
          </p>
        ))}
      </Prose>
    </Panel>
  );
}

function StrategyResult({
  strategy,
  choice,
}: {
  readonly strategy: Strategy;
  readonly choice: React.ReactNode;
}) {
  const { name, summary, curve, folds, markets } = strategy;
  const series = useMemo(
    () => [
      {
        name,
        style: "line" as const,
        color: (curve.at(-1)?.value ?? 1) < 1 ? "down" : "up",
        points: curve,
      },
    ],
    [name, curve],
  );
  return (
    <>
      <Panel title="Equity" actions={choice}>
        <Prose>
          <p>
            {name}: {summary}
          </p>
        </Prose>
        <SeriesChart
          label={`Equity of ${name}, 1 at the start, ${curve.length} points`}
          series={series}
          holds={ONE}
          format={times}
          height={HEIGHT}
        />
      </Panel>
      <Row>
        <Cell span={7}>
          <Panel title="Tests">
            <DataTable
              label="Test results"
              columns={FOLDS}
              rows={folds}
              rowKey={({ first }) => first}
            />
          </Panel>
        </Cell>
        <Cell span={5}>
          <Panel title="By market">
            <DataTable
              label="Results by market"
              columns={MARKETS}
              rows={markets}
              rowKey={({ symbol }) => symbol}
            />
          </Panel>
        </Cell>
      </Row>
    </>
  );
}
