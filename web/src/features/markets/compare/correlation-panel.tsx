import { type KeyboardEvent, memo, type SyntheticEvent, useRef, useState } from "react";
import type { RateE12 } from "@/domain/amounts";
import { formatAmount, formatMonth } from "@/domain/format";
import { Button } from "@/ui/button";
import { Segmented } from "@/ui/form/segmented";
import { Select } from "@/ui/form/select";
import { Bar } from "@/ui/page/page";
import { Empty, Panel } from "@/ui/page/panel";
import table from "@/ui/tables/table.module.css";
import type { CorrelationTable } from "./api";
import css from "./compare.module.css";
import { closestTo, shade, stepTo } from "./model";

interface CorrelationPanelProps {
  readonly data: CorrelationTable;
  readonly onPair: (symbols: readonly [string, string]) => void;
}

type View = "map" | "list";

/** How the changes by quarter of all markets go together: as a map of colors, or as a list. */
export function CorrelationPanel({ data, onPair }: CorrelationPanelProps) {
  const [view, setView] = useState<View>("map");
  const [[row, column], setCell] = useState<readonly [number, number]>([0, 1]);
  if (data.markets.length < 2) {
    return (
      <Panel title="Correlations">
        <Empty title="There is one market only" />
      </Panel>
    );
  }
  const one = data.markets[row] ?? data.markets[0];
  const other = data.markets[column] ?? data.markets[0];
  if (!one || !other) return null;
  const correlation = data.rows[row]?.[column] ?? null;
  return (
    <Panel
      title="Correlations"
      actions={
        <Segmented<View>
          label="View of the correlations"
          size="small"
          options={[
            { value: "map", label: "Map" },
            { value: "list", label: "List" },
          ]}
          value={view}
          onChange={setView}
        />
      }
    >
      {view === "map" ? (
        <>
          <Bar>
            <span className={css["said"]} aria-live="polite">
              <b className="figures">{correlationText(correlation)}</b> {one.name} and {other.name}
            </span>
            <Button
              size="small"
              disabled={row === column}
              onClick={() => onPair([one.symbol, other.symbol])}
            >
              Compare these two
            </Button>
          </Bar>
          <HeatMap data={data} row={row} column={column} onCell={setCell} />
        </>
      ) : (
        <CorrelationList
          data={data}
          symbol={one.symbol}
          onSymbol={(symbol) => {
            const found = data.markets.findIndex((market) => market.symbol === symbol);
            setCell([found, found === column ? row : column]);
          }}
        />
      )}
      <p className={css["note"]}>
        Of the changes by quarter{data.asOf === null ? "" : ` to ${formatMonth(data.asOf)}`},{" "}
        {data.quarters} at most. +1.00 (purple): always together, 0: unrelated, −1.00 (red):
        opposite.
      </p>
    </Panel>
  );
}

function correlationText(value: RateE12 | null): string {
  return value === null ? "–" : formatAmount(value, "RateE12", { digits: 2, signed: true });
}

interface HeatMapProps {
  readonly data: CorrelationTable;
  readonly row: number;
  readonly column: number;
  readonly onCell: (cell: readonly [number, number]) => void;
}

/** One cell takes the focus; arrows, Home and End move it. */
function HeatMap({ data, row, column, onCell }: HeatMapProps) {
  const grid = useRef<HTMLTableElement>(null);
  const point = ({ target }: SyntheticEvent) => {
    const cell = target instanceof HTMLElement ? target.closest("td") : null;
    if (cell) onCell([Number(cell.dataset["row"]), Number(cell.dataset["column"])]);
  };
  const move = (event: KeyboardEvent) => {
    const next = stepTo([row, column], event.key, data.markets.length);
    if (!next) return;
    event.preventDefault();
    onCell(next);
    const [r, c] = next;
    grid.current?.querySelector<HTMLElement>(`[data-row="${r}"][data-column="${c}"]`)?.focus();
  };
  return (
    <div className={css["map"]}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of cells to move in */}
      <table ref={grid} role="grid" aria-label="Correlations" onClick={point} onKeyDown={move}>
        <thead>
          <tr>
            <td />
            {data.markets.map(({ symbol, name }, at) => (
              <th key={symbol} scope="col" title={name} data-is-on={at === column}>
                <span>{symbol}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.markets.map(({ symbol, name }, at) => (
            <tr key={symbol}>
              <th scope="row" title={name} data-is-on={at === row}>
                {symbol}
              </th>
              <Cells data={data} row={at} column={at === row ? column : null} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellsProps {
  readonly data: CorrelationTable;
  readonly row: number;
  /** The column of the chosen cell, if it is in this row. */
  readonly column: number | null;
}

const Cells = memo(function Cells({ data, row, column }: CellsProps) {
  return data.rows[row]?.map((correlation, at) => {
    const { share, isBelow } = shade(correlation);
    const other = data.markets[at];
    return (
      <td
        key={other?.symbol}
        data-row={row}
        data-column={at}
        tabIndex={at === column ? 0 : -1}
        data-is-on={at === column}
        aria-label={`${data.markets[row]?.symbol} ${other?.symbol} ${correlationText(correlation)}`}
        style={{
          background: `color-mix(in srgb, var(--${isBelow ? "down" : "accent"}) ${share}%, var(--surface-1))`,
        }}
      />
    );
  });
});

interface CorrelationListProps {
  readonly data: CorrelationTable;
  readonly symbol: string;
  readonly onSymbol: (symbol: string) => void;
}

/** The same figures as text: one market with all others. */
function CorrelationList({ data, symbol, onSymbol }: CorrelationListProps) {
  return (
    <>
      <Bar>
        <Select
          label="Market of the list"
          hideLabel
          size="small"
          value={symbol}
          options={data.markets.map((market) => ({ value: market.symbol, label: market.name }))}
          onChange={onSymbol}
        />
      </Bar>
      <div className={table["scroll"]}>
        <table className={table["table"]}>
          <caption className="visually-hidden">Correlation with every other market</caption>
          <thead>
            <tr>
              <th scope="col">Market</th>
              <th scope="col">Correlation</th>
            </tr>
          </thead>
          <tbody>
            {closestTo(data, symbol).map((pair) => (
              <tr key={pair.symbol}>
                <th scope="row">{pair.name}</th>
                <td className="figures">{correlationText(pair.correlation)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
