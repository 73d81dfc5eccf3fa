import { useQuery } from "@tanstack/react-query";
import { useQueryFailure } from "@/api/query-failure";
import { formatExact, formatPercent } from "@/domain/format";
import type { MarketSummary } from "@/domain/model";
import { Rate } from "@/ui/figures/amount";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import table from "@/ui/tables/table.module.css";
import { sensitivityQuery } from "./api";
import css from "./deal.module.css";
import type { DealQuery } from "./model/deal-fields";
import { type SensitivityGrid, toneOf, VERDICT_LABEL } from "./model/deal-result";

interface SensitivityProps {
  readonly market: MarketSummary;
  readonly asked: DealQuery;
  readonly isCurrent: boolean;
  /** False where the holding time is too short to name the better way. */
  readonly isCompared: boolean;
}

/** The same deal at other leverages and other exit prices. */
export function Sensitivity({ market, asked, isCurrent, isCompared }: SensitivityProps) {
  const query = useQuery(sensitivityQuery(market.symbol, asked));
  const failure = useQueryFailure(query);
  const { data, isPlaceholderData, refetch } = query;
  return (
    <Panel title="Return by leverage and exit price">
      {failure ? (
        <Failure what="The table" error={failure} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label="the table" lines={6} />
      ) : (
        <div data-stale={!isCurrent || isPlaceholderData}>
          <Grid grid={data} leverage={asked["leverage"] ?? ""} isCompared={isCompared} />
        </div>
      )}
      <p className={css["note"]}>
        Large figure: return on Acre, colored by gain or loss. Below it: the return of owning.
      </p>
    </Panel>
  );
}

interface GridProps {
  readonly grid: SensitivityGrid;
  readonly leverage: string;
  readonly isCompared: boolean;
}

function Grid({ grid, leverage, isCompared }: GridProps) {
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
                {change === 0n ? "Actual" : formatPercent(change, { digits: 0, signed: true })}
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
                    <span className={css["cell"]} data-tone={toneOf(cell.acre)}>
                      <Rate value={cell.acre} digits={1} signed />
                      <span className={css["other"]}>
                        <Rate value={cell.physical} digits={1} signed />
                      </span>
                      {isCompared ? (
                        <span className={css["other"]}>{VERDICT_LABEL[cell.verdict]}</span>
                      ) : null}
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
