import { useQuery } from "@tanstack/react-query";
import { useQueryFailure } from "@/api/query-failure";
import type { MarketSummary } from "@/domain/model";
import { Rate } from "@/ui/figures/amount";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import table from "@/ui/tables/table.module.css";
import { horizonsQuery } from "./api";
import css from "./deal.module.css";
import type { DealQuery } from "./model/deal-fields";
import { toneOf } from "./model/deal-result";
import { drawHorizons, type Horizon, horizonText, type Line } from "./model/horizons";

interface HorizonsPanelProps {
  readonly market: MarketSummary;
  readonly asked: DealQuery;
  readonly isCurrent: boolean;
}

/** Both returns by holding time: how long a home must be held to pay off. */
export function HorizonsPanel({ market, asked, isCurrent }: HorizonsPanelProps) {
  const query = useQuery(horizonsQuery(market.symbol, asked));
  const failure = useQueryFailure(query);
  const { data, isPlaceholderData, refetch } = query;
  const isLong = asked["side"] !== "short";
  return (
    <Panel title="Return by holding time">
      {failure ? (
        <Failure what="The chart" error={failure} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label="the chart" lines={8} />
      ) : (
        <div data-stale={!isCurrent || isPlaceholderData}>
          {isLong ? <p className={css["horizonText"]}>{horizonText(data)}</p> : null}
          <Chart horizons={data} other={isLong ? "Owning" : "Holding nothing"} />
          <HorizonTable
            horizons={data}
            chosen={asked["timeframe"] ?? ""}
            other={isLong ? "Owning" : "Holding nothing"}
          />
        </div>
      )}
      <p className={css["note"]}>Each year is a separate deal, held until today.</p>
    </Panel>
  );
}

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 48;
const RIGHT = 16;
const TOP = 10;
const BOTTOM = 22;

const left = (x: number) => LEFT + x * (WIDTH - LEFT - RIGHT);
const top = (y: number) => TOP + y * (HEIGHT - TOP - BOTTOM);

interface ChartProps {
  readonly horizons: readonly Horizon[];
  /** The name of the other way. */
  readonly other: string;
}

function Chart({ horizons, other }: ChartProps) {
  const { acre, physical, zero, ticks } = drawHorizons(horizons);
  return (
    <div className={css["horizons"]} aria-hidden="true">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" aria-hidden="true">
        {ticks.map(({ percent, y }) => (
          <g key={percent}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={top(y)} y2={top(y)} data-zero={y === zero} />
            <text x={LEFT - 8} y={top(y) + 4} textAnchor="end">
              {percent < 0 ? "−" : ""}
              {Math.abs(percent)}%
            </text>
          </g>
        ))}
        {horizons.map(({ years }, at) => (
          <text key={years} x={left(acre.points[at]?.[0] ?? 0)} y={HEIGHT - 4} textAnchor="middle">
            {years}y
          </text>
        ))}
        <Curve line={physical} way="owning" />
        <Curve line={acre} way="acre" />
      </svg>
      <p className={css["ways"]}>
        <span data-way="acre">Acre</span>
        <span data-way="owning">{other}</span>
      </p>
    </div>
  );
}

function Curve({ line, way }: { readonly line: Line; readonly way: "acre" | "owning" }) {
  return (
    <g data-way={way}>
      <polyline points={line.points.map(([x, y]) => `${left(x)},${top(y)}`).join(" ")} />
      {line.points.map(([x, y]) => (
        <circle key={x} cx={left(x)} cy={top(y)} r="3.5" />
      ))}
    </g>
  );
}

interface HorizonTableProps {
  readonly horizons: readonly Horizon[];
  readonly chosen: string;
  readonly other: string;
}

function HorizonTable({ horizons, chosen, other }: HorizonTableProps) {
  const rows = [
    { name: "Acre", value: ({ acre }: Horizon) => acre },
    { name: other, value: ({ physical }: Horizon) => physical },
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
    <section className={table["scroll"]} aria-label="Returns by year" tabIndex={0}>
      <table className={`${table["table"]} ${css["grid"]}`}>
        <thead>
          <tr>
            <th scope="col">Years held</th>
            {horizons.map(({ years }) => (
              <th
                key={years}
                scope="col"
                aria-current={chosen === `${years}y` ? "true" : undefined}
              >
                {years}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {horizons.map((one) => (
                <td key={one.years}>
                  <span className={css["cell"]} data-tone={toneOf(value(one))}>
                    <Rate value={value(one)} digits={0} signed />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
