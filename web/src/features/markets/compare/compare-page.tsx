import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useMemo, useState } from "react";
import { useQueryFailure } from "@/api/query-failure";
import type { RateE12 } from "@/domain/amounts";
import { formatAmount, formatDay, formatDrawn, formatPercent } from "@/domain/format";
import { Button } from "@/ui/button";
import { SeriesChart } from "@/ui/charts/series-chart";
import { Segmented } from "@/ui/form/segmented";
import { Select } from "@/ui/form/select";
import { Bar, Page } from "@/ui/page/page";
import { Empty, Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import table from "@/ui/tables/table.module.css";
import { type Compared, type CorrelationTable, comparisonQuery, correlationsQuery } from "./api";
import css from "./compare.module.css";
import { CorrelationPanel } from "./correlation-panel";
import {
  type Asked,
  COMPARED_MAX,
  colorOf,
  dayOf,
  daySeconds,
  drawCompared,
  drawSpread,
  readAsked,
  spreadOf,
  writeAsked,
  yearsBefore,
} from "./model";

const DEFAULT_COUNT = 3;
const BASE: RateE12 = 100_000_000_000_000n as RateE12;
const ZERO = [0];
const axis = (value: number) => formatDrawn(value, 1);
const points = (value: bigint, signed = false) =>
  formatAmount(value, "RateE12", { digits: 1, signed });

/** Up to five indexes from a common start, and how all of them move together. */
export function ComparePage() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const correlations = useQuery(correlationsQuery);
  const failure = useQueryFailure(correlations);
  const asked = useMemo(() => readAsked(search), [search]);
  const known = correlations.data?.markets;
  const symbols =
    asked.symbols.length > 0
      ? asked.symbols
      : (known?.slice(0, DEFAULT_COUNT).map(({ symbol }) => symbol) ?? []);
  const shown = { ...asked, symbols };
  const change = (part: Partial<Asked>, resetScroll = false) => {
    const next = writeAsked({ ...shown, ...part });
    void navigate({ to: ".", search: next as never, replace: true, resetScroll });
  };
  return (
    <Page title="Compare markets" lead="Indexes from a common start, and how they move together.">
      <Comparison asked={shown} known={known ?? []} onChange={change} />
      {failure ? (
        <Panel title="Correlations">
          <Failure what="The table" error={failure} onRetry={() => void correlations.refetch()} />
        </Panel>
      ) : correlations.data ? (
        <CorrelationPanel
          data={correlations.data}
          onPair={(symbols) => change({ symbols }, true)}
        />
      ) : (
        <Panel title="Correlations">
          <Loading label="the correlations" lines={10} />
        </Panel>
      )}
    </Page>
  );
}

interface ComparisonProps {
  readonly asked: Asked;
  readonly known: CorrelationTable["markets"];
  readonly onChange: (part: Partial<Asked>) => void;
}

function Comparison({ asked, known, onChange }: ComparisonProps) {
  const { symbols, start } = asked;
  const query = useQuery(comparisonQuery(symbols, start === null ? null : daySeconds(start)));
  const failure = useQueryFailure(query);
  const { data } = query;
  return (
    <Panel title="Rebased to 100">
      <Choices asked={asked} known={known} data={data} onChange={onChange} />
      <StaleNote isStale={query.isError && data !== undefined} />
      {failure ? (
        <Failure what="The comparison" error={failure} onRetry={() => void query.refetch()} />
      ) : data ? (
        <Lines data={data} />
      ) : (
        <Loading label="the comparison" lines={12} />
      )}
    </Panel>
  );
}

interface ChoicesProps extends ComparisonProps {
  readonly data: Compared | undefined;
}

const RANGES = [
  { value: "1", label: "1Y" },
  { value: "5", label: "5Y" },
  { value: "10", label: "10Y" },
  { value: "20", label: "20Y" },
  { value: "all", label: "All" },
] as const;
type Range = (typeof RANGES)[number]["value"];

/** The chosen markets, another one, and the start. */
function Choices({ asked, known, data, onChange }: ChoicesProps) {
  const { symbols, start } = asked;
  const rest = known.filter(({ symbol }) => !symbols.includes(symbol));
  const nowS = data?.times.at(-1);
  const dayBefore = (range: Range) =>
    range === "all" || nowS === undefined || data === undefined
      ? null
      : yearsBefore(nowS, Number(range), data.earliest);
  const found = RANGES.find(({ value }) => dayBefore(value) === start)?.value ?? null;
  const range = start === null ? "all" : found;
  return (
    <Bar>
      <ul className={css["chosen"]} aria-label="Compared markets">
        {symbols.map((symbol, place) => (
          <li key={symbol}>
            <i style={{ background: `var(--${colorOf(place)})` }} aria-hidden="true" />
            <Link to="/market/$symbol" params={{ symbol }}>
              {symbol}
            </Link>
            <Button
              size="small"
              look="ghost"
              aria-label={`Remove ${symbol}`}
              disabled={symbols.length === 1}
              onClick={() => onChange({ symbols: symbols.filter((one) => one !== symbol) })}
            >
              <X size={12} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <Select
        label="Add a market"
        hideLabel
        size="small"
        value=""
        isDisabled={symbols.length >= COMPARED_MAX || rest.length === 0}
        options={[
          { value: "", label: symbols.length >= COMPARED_MAX ? "Five at most" : "Add a market…" },
          ...rest.map(({ symbol, name }) => ({ value: symbol, label: name })),
        ]}
        onChange={(symbol) => symbol !== "" && onChange({ symbols: [...symbols, symbol] })}
      />
      <Segmented<Range>
        label="Start of the comparison"
        size="small"
        options={RANGES}
        value={range}
        onChange={(next) => onChange({ start: dayBefore(next) })}
      />
      <label className={css["start"]}>
        From
        <input
          type="date"
          value={start ?? (data ? dayOf(data.start) : "")}
          min={data ? dayOf(data.earliest) : undefined}
          max={nowS === undefined ? undefined : dayOf(nowS - 1)}
          onChange={({ target }) =>
            target.validity.valid && target.value !== "" && onChange({ start: target.value })
          }
        />
      </label>
    </Bar>
  );
}

function Lines({ data }: { readonly data: Compared }) {
  const series = useMemo(() => drawCompared(data), [data]);
  const last = data.markets.map(({ symbol, values }) => `${symbol} ${points(values.at(-1) ?? 0n)}`);
  return (
    <>
      <div className={css["chart"]}>
        <SeriesChart
          label={`100 on ${formatDay(data.start)}; now ${last.join(", ")}`}
          series={series}
          format={axis}
          height={280}
        />
      </div>
      <div className={table["scroll"]}>
        <table className={table["table"]}>
          <caption className="visually-hidden">The compared markets today</caption>
          <thead>
            <tr>
              <th scope="col">Market</th>
              <th scope="col">Today</th>
              <th scope="col">Since {formatDay(data.start)}</th>
            </tr>
          </thead>
          <tbody>
            {data.markets.map(({ symbol, name, values }, place) => (
              <tr key={symbol}>
                <th scope="row">
                  <i
                    className={css["dot"]}
                    style={{ background: `var(--${colorOf(place)})` }}
                    aria-hidden="true"
                  />
                  {name}
                </th>
                <td className="figures">{points(values.at(-1) ?? BASE)}</td>
                <td className="figures">{change(values.at(-1) ?? BASE)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.markets.length > 1 ? <Spread data={data} /> : <Empty title="Add a market to compare" />}
    </>
  );
}

/** A rebased value as the change since the start. */
function change(value: RateE12): string {
  return formatPercent(((value - BASE) / 100n) as RateE12, { digits: 1, signed: true });
}

/** One of the markets less another one. */
function Spread({ data }: { readonly data: Compared }) {
  const [pair, setPair] = useState<readonly [string, string] | null>(null);
  const symbols = data.markets.map(({ symbol }) => symbol);
  const isKnown = pair?.every((symbol) => symbols.includes(symbol)) === true;
  const [one = "", other = ""] = isKnown && pair ? pair : symbols;
  const spread = useMemo(() => spreadOf(data, one, other), [data, one, other]);
  const series = useMemo(() => drawSpread(data, spread), [data, spread]);
  const options = data.markets.map(({ symbol, name }) => ({ value: symbol, label: name }));
  const last = points(spread.at(-1) ?? 0n, true);
  return (
    <section aria-label="Spread">
      <Bar>
        <h3 className={css["heading"]}>Spread</h3>
        <Select
          label="Market"
          hideLabel
          size="small"
          value={one}
          options={options.filter(({ value }) => value !== other)}
          onChange={(symbol) => setPair([symbol, other])}
        />
        minus
        <Select
          label="Other market"
          hideLabel
          size="small"
          value={other}
          options={options.filter(({ value }) => value !== one)}
          onChange={(symbol) => setPair([one, symbol])}
        />
        <span>
          <b className="figures">{last}</b> points today
        </span>
      </Bar>
      <div className={css["chart"]}>
        <SeriesChart
          label={`${one} minus ${other}: ${last} points today`}
          series={series}
          holds={ZERO}
          format={axis}
          height={150}
        />
      </div>
    </section>
  );
}
