import { useQuery } from "@tanstack/react-query";
import { useQueryFailure } from "@/api/query-failure";
import { formatExact, formatPercent } from "@/domain/format";
import type { MarketSummary } from "@/domain/model";
import { Rate } from "@/ui/amount";
import { Failure, Loading, Panel } from "@/ui/panel";
import table from "@/ui/tables/table.module.css";
import { sensitivityQuery } from "./api";
import css from "./deal.module.css";
import type { DealQuery } from "./model/deal-fields";
import { type SensitivityGrid, VERDICTS, type Verdict } from "./model/deal-result";

interface SensitivityProps {
  readonly market: MarketSummary;
  readonly asked: DealQuery;
  readonly isCurrent: boolean;
}

/** The same deal at other leverages and other exit prices. */
export function Sensitivity({ market, asked, isCurrent }: SensitivityProps) {
  const query = useQuery(sensitivityQuery(market.symbol, asked));
  const failure = useQueryFailure(query);
  const { data, isPlaceholderData, refetch } = query;
  return (
    <Panel title="If leverage or the exit price had been different">
      {failure ? (
        <Failure what="The grid" error={failure} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label="the grid" lines={6} />
      ) : (
        <div data-stale={!isCurrent || isPlaceholderData}>
          <Grid grid={data} leverage={asked["leverage"] ?? ""} />
        </div>
      )}
      <p className={css["legend"]}>
        {(Object.keys(VERDICTS) as Verdict[]).map((verdict) => (
          <span key={verdict}>
            <span className={css["chip"]} data-verdict={verdict}>
              {VERDICTS[verdict].mark}
            </span>
            {LEGEND[verdict]}
          </span>
        ))}
      </p>
    </Panel>
  );
}

const LEGEND: Readonly<Record<Verdict, string>> = {
  strong_acre: "Acre clearly ahead",
  slight_acre: "Acre slightly ahead",
  similar: "about the same",
  physical: "owning ahead",
};

function Grid({ grid, leverage }: { readonly grid: SensitivityGrid; readonly leverage: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
    <section className={table["scroll"]} aria-label="Sensitivity" tabIndex={0}>
      <table className={`${table["table"]} ${css["grid"]}`}>
        <caption className="visually-hidden">
          Return on Acre, below it that of owning, by leverage and change of the exit price
        </caption>
        <thead>
          <tr>
            <th scope="col">Exit price</th>
            {grid.changes.map((change) => (
              <th key={String(change)} scope="col">
                {change === 0n ? "as it was" : formatPercent(change, { digits: 0, signed: true })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map((row) => {
            const name = formatExact(row.leverage, "RateE12");
            return (
              <tr key={name} aria-current={name === leverage ? "true" : undefined}>
                <th scope="row">{name}×</th>
                {row.cells.map((cell) => (
                  <td key={String(cell.exitChange)}>
                    <span className={css["cell"]} data-verdict={cell.verdict}>
                      <span>
                        <Rate value={cell.acre} digits={1} trend />{" "}
                        <abbr title={LEGEND[cell.verdict]}>{VERDICTS[cell.verdict].mark}</abbr>
                      </span>
                      <span className={css["other"]}>
                        <Rate value={cell.physical} digits={1} signed />
                      </span>
                    </span>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
