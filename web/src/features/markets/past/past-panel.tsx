import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { formatAmount, formatDrawn, formatMonth, formatPercent, toDrawing } from "@/domain/format";
import { SeriesChart } from "@/ui/charts/series-chart";
import { Rate } from "@/ui/figures/amount";
import { Segmented } from "@/ui/form/segmented";
import { Empty, Failure, Loading, Panel, StaleNote } from "@/ui/page/panel";
import table from "@/ui/tables/table.module.css";
import { type Past, pastQuery } from "./api";
import { countText, duration, factsOf } from "./facts";
import css from "./past.module.css";

/** What the past of an index says about what can happen; the server works it out. */
export function PastPanels({ symbol }: { readonly symbol: string }) {
  const query = useQuery(pastQuery(symbol));
  const failure = useQueryFailure(query);
  const { data } = query;
  if (failure) {
    return (
      <Panel title="What can happen">
        <Failure what="The past" error={failure} onRetry={() => void query.refetch()} />
      </Panel>
    );
  }
  if (!data) {
    return (
      <Panel title="What can happen">
        <Loading label="the past" lines={10} />
      </Panel>
    );
  }
  if (data.months < data.monthsNeeded) return <TooShort past={data} />;
  return (
    <div className={css["panels"]}>
      <Panel title="What can happen" actions={<Since past={data} />}>
        <StaleNote isStale={query.isError} />
        <FactList past={data} />
        <p className={css["note"]}>
          Counted at month ends, from published index prices only; they follow sales by some months.
          The next fall can be larger.
        </p>
      </Panel>
      <div className={css["column"]}>
        <Drawdown past={data} />
        <Liquidations past={data} />
        <Together past={data} symbol={symbol} />
      </div>
    </div>
  );
}

function TooShort({ past }: { readonly past: Past }) {
  return (
    <Panel title="What can happen">
      <Empty title="Too little history">
        {`This index has ${past.months === 0 ? "no whole month" : duration(past.months)} of prices. These figures need ${duration(past.monthsNeeded)}.`}
      </Empty>
    </Panel>
  );
}

function Since({ past: { from, asOf } }: { readonly past: Past }) {
  if (from === null || asOf === null) return null;
  return (
    <span className="quiet">
      {formatMonth(from)} – {formatMonth(asOf)}
    </span>
  );
}

function FactList({ past }: { readonly past: Past }) {
  const facts = useMemo(() => factsOf(past), [past]);
  return (
    <dl className={css["facts"]}>
      {facts.map(({ label, figure, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b className="figures">{figure}</b> <span>{text}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Drawdown({ past }: { readonly past: Past }) {
  const series = useMemo(
    () => [
      {
        name: "Below the high",
        style: "area" as const,
        color: "down",
        points: past.drawdown.map(({ timestamp, value }) => ({
          time: timestamp,
          value: toDrawing(value, "RateE12") * 100,
        })),
      },
    ],
    [past],
  );
  const fall = past.largestFall;
  return (
    <Panel title="Distance below the highest price so far">
      <div className={css["chart"]}>
        <SeriesChart
          label={
            fall === null
              ? "The index never fell"
              : `Largest distance ${formatPercent(fall.change, { digits: 1 })} in ${formatMonth(fall.troughAt)}`
          }
          series={series}
          format={axis}
          height={150}
        />
      </div>
    </Panel>
  );
}

const axis = (value: number) => `${formatDrawn(value, 1)}%`;

type Held = "year" | "now";

/** How many positions of the past would have been liquidated. */
function Liquidations({ past }: { readonly past: Past }) {
  const [held, setHeld] = useState<Held>("year");
  if (past.liquidations.length === 0) return null;
  const leverages = [...new Set(past.liquidations.map(({ leverage }) => leverage))];
  const cell = (leverage: bigint, side: string) => {
    const one = past.liquidations.find((row) => row.leverage === leverage && row.side === side);
    if (!one) return "–";
    return held === "year"
      ? countText(one.withinYear, one.yearEntries)
      : countText(one.toDate, one.entries);
  };
  return (
    <Panel
      title="Would have been liquidated"
      actions={
        <Segmented
          label="How long positions are held"
          size="small"
          options={[
            { value: "year", label: "Within a year" },
            { value: "now", label: "Until today" },
          ]}
          value={held}
          onChange={setHeld}
        />
      }
    >
      <table className={table["table"]}>
        <caption className="visually-hidden">
          Positions opened at each month end of the past that would have been liquidated
        </caption>
        <thead>
          <tr>
            <th scope="col">Leverage</th>
            <th scope="col">Longs</th>
            <th scope="col">Shorts</th>
          </tr>
        </thead>
        <tbody>
          {leverages.map((leverage) => (
            <tr key={String(leverage)}>
              <th scope="row">{formatAmount(leverage, "RateE12", { digits: 0 })}×</th>
              <td className="figures">{cell(leverage, "long")}</td>
              <td className="figures">{cell(leverage, "short")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css["note"]}>
        One position was opened at each month end and left alone. It is liquidated when its margin
        falls below <Rate value={past.maintenanceRate} digits={1} /> of the position. Fees and
        funding are not counted; they would change these numbers.
      </p>
    </Panel>
  );
}

/** How the index moved with others. */
function Together({ past, symbol }: { readonly past: Past; readonly symbol: string }) {
  const symbols = [symbol, ...past.together.map((one) => one.symbol)];
  if (past.together.length === 0) return null;
  return (
    <Panel
      title="Moves with"
      actions={
        <Link to="/compare" search={{ m: symbols.join(",") } as never}>
          Compare
        </Link>
      }
    >
      <table className={table["table"]}>
        <caption className="visually-hidden">Correlation and beta by quarter</caption>
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col">Correlation</th>
            <th scope="col">Beta</th>
          </tr>
        </thead>
        <tbody>
          {past.together.map((one) => (
            <tr key={one.symbol}>
              <th scope="row">
                <Link to="/market/$symbol" params={{ symbol: one.symbol }}>
                  {one.name}
                </Link>
                {one.isCountry ? <span className="quiet"> country</span> : null}
              </th>
              <td className="figures">
                {formatAmount(one.correlation, "RateE12", { digits: 2, signed: true })}
              </td>
              <td className="figures">
                {formatAmount(one.beta, "RateE12", { digits: 2, signed: true })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css["note"]}>
        By {past.together[0]?.quarters} quarters. Correlation +1.00: always together, 0: unrelated.
        Beta 1.50: when the other rose 1%, this index rose 1.5% on average.
      </p>
    </Panel>
  );
}
