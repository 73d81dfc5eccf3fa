import { toDrawing } from "@/domain/format";
import { Amount } from "@/ui/figures/amount";
import { Panel } from "@/ui/page/panel";
import { type Column, DataTable } from "@/ui/tables/data-table";
import css from "./deal.module.css";
import { percentOf, RATE_NAMES, RATE_TEXT } from "./model/deal-fields";
import { type DealLine, type DealResult, type DealWay, flowBars } from "./model/deal-result";

/** Cash flows while holding, as bars to both sides of 0. */
export function CashFlow({ result }: { readonly result: DealResult }) {
  const ways = [
    { name: "Acre", way: result.acre },
    { name: result.isLong ? "Owning" : "Holding nothing", way: result.physical },
  ];
  const most = Math.max(
    1,
    ...ways.flatMap(({ way }) => flowBars(way).map(({ amount }) => size(amount))),
  );
  return (
    <Panel title="Cash flow while holding">
      <div className={css["flows"]}>
        {ways.map(({ name, way }) => (
          <Flow key={name} name={name} way={way} most={most} />
        ))}
      </div>
      {result.isLong ? (
        <p className={css["note"]}>
          After mortgage payments. Repaid principal comes back at the sale; costs at entry and exit
          are below.
        </p>
      ) : null}
    </Panel>
  );
}

const size = (amount: bigint) => Math.abs(toDrawing(amount, "CollateralE6"));

interface FlowProps {
  readonly name: string;
  readonly way: DealWay;
  readonly most: number;
}

function Flow({ name, way, most }: FlowProps) {
  return (
    <section aria-label={`Cash flow, ${name}`}>
      <h3 className={css["flowName"]}>{name}</h3>
      <dl>
        {flowBars(way).map(({ label, amount, isTotal }) => (
          <div key={label} className={css["flow"]} data-total={isTotal}>
            <dt>{label}</dt>
            <span className={css["track"]} aria-hidden="true">
              <span
                className={css["bar"]}
                data-sign={amount < 0n ? "minus" : "plus"}
                style={{ width: `${(50 * size(amount)) / most}%` }}
              />
            </span>
            <dd>
              <Amount value={amount} kind="CollateralE6" unit="USD" digits={0} signed />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const COLUMNS: readonly Column<DealLine>[] = [
  { head: "Part", isText: true, cell: ({ label }) => label },
  {
    head: "USD",
    cell: ({ amount, kind }) => (
      <Amount value={amount} kind="CollateralE6" unit="USD" signed={kind === "income"} />
    ),
  },
];

/** Both ways' costs, part by part; the totals are the server's. */
export function Costs({ result }: { readonly result: DealResult }) {
  return (
    <>
      <div className={css["costs"]}>
        <CostTable name="Costs on Acre" way={result.acre} />
        <CostTable name="Costs of owning" way={result.physical} />
      </div>
      {result.isLong ? (
        <Panel title="Rates used for owning">
          <p className={css["note"]}>
            {RATE_NAMES.map((name) => `${RATE_TEXT[name]} ${percentOf(result.rates[name])}%`).join(
              " · ",
            )}
          </p>
        </Panel>
      ) : null}
    </>
  );
}

function CostTable({ name, way }: { readonly name: string; readonly way: DealWay }) {
  const costs = way.lines.filter(({ kind }) => kind === "cost");
  const incomes = way.lines.filter(({ kind }) => kind === "income");
  return (
    <Panel title={name}>
      <DataTable
        label={`${name}, part by part`}
        columns={COLUMNS}
        rows={costs}
        rowKey={({ label }) => label}
      />
      <dl className={css["totals"]}>
        <div>
          <dt>Total costs</dt>
          <dd>
            <Amount value={way.costs} kind="CollateralE6" unit="USD" />
          </dd>
        </div>
        {incomes.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label} (income)</dt>
            <dd>
              <Amount value={amount} kind="CollateralE6" unit="USD" signed />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
