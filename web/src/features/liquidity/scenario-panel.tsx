import { useQuery } from "@tanstack/react-query";
import { formatPercent } from "@/domain/format";
import { Amount, Rate } from "@/ui/figures/amount";
import { Prose } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { type Column, QueryTable } from "@/ui/tables/data-table";
import { scenariosQuery } from "./api";
import css from "./liquidity.module.css";
import { drawnScenarios, type Scenario } from "./model/scenarios";

const COLUMNS: readonly Column<Scenario>[] = [
  {
    head: "All indexes",
    isText: true,
    cell: (row) => (row.move === 0n ? "Today" : <Rate value={row.move} digits={0} signed />),
  },
  {
    head: "Share price",
    cell: (row) => <Amount value={row.sharePrice} kind="SharePriceE8" unit="USD" digits={6} />,
  },
  { head: "Change", cell: (row) => <Rate value={row.priceChange} digits={4} trend /> },
  {
    head: "Pool",
    cell: (row) => <Amount value={row.value} kind="CollateralE6" unit="USD" digits={0} />,
  },
  {
    head: "Gain/loss",
    cell: (row) => <Amount value={row.change} kind="CollateralE6" unit="USD" digits={0} trend />,
  },
];

/** Share value with all indexes moved: the exchange's own valuation. */
export function ScenarioPanel() {
  const query = useQuery(scenariosQuery);
  const rows = query.data?.all;
  return (
    <Panel title="If all indexes moved at once">
      <Prose>
        <p>
          Snapshot: share value if all indexes moved at once, before any trading, funding or
          liquidation. Not a forecast: real moves take many days.
        </p>
      </Prose>
      {rows ? <Line rows={rows} /> : null}
      <QueryTable
        label="Share price by move of the indexes"
        columns={COLUMNS}
        rowKey={(row) => String(row.move)}
        query={{ ...query, data: rows }}
        empty="No scenarios"
      />
    </Panel>
  );
}

const WIDTH = 640;
const HEIGHT = 140;
const EDGE = 8;

/** The line of the scenarios; the table below says the same in figures. */
function Line({ rows }: { readonly rows: readonly Scenario[] }) {
  const { points, zero } = drawnScenarios(rows);
  const at = (x: number, y: number) =>
    [EDGE + x * (WIDTH - 2 * EDGE), EDGE + y * (HEIGHT - 2 * EDGE)] as const;
  const [, zeroY] = at(0, zero);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return null;
  if (points.every(({ way }) => way === "flat")) {
    return (
      <Prose>
        <p>Open positions are balanced: no move changes a share.</p>
      </Prose>
    );
  }
  return (
    <div className={css["line"]}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" aria-hidden="true">
        <line x1="0" x2={WIDTH} y1={zeroY} y2={zeroY} className={css["zero"]} />
        <polyline points={points.map(({ x, y }) => at(x, y).join(",")).join(" ")} />
        {points.map(({ x, y, way }) => {
          const [cx, cy] = at(x, y);
          return <circle key={x} cx={cx} cy={cy} r="6" data-way={way} />;
        })}
      </svg>
      <p className={`figures quiet ${css["range"]}`} aria-hidden="true">
        <span>
          {formatPercent(first.move, { digits: 0, signed: true })}:{" "}
          <Rate value={first.priceChange} digits={4} trend />
        </span>
        <span>
          {formatPercent(last.move, { digits: 0, signed: true })}:{" "}
          <Rate value={last.priceChange} digits={4} trend />
        </span>
      </p>
    </div>
  );
}
