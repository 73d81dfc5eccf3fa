import { states } from "virtual:us-states";
import { Link } from "@tanstack/react-router";
import { Amount, Rate } from "@/ui/figures/amount";
import { STEPS } from "@/ui/map/map-color";
import css from "../markets-page.module.css";
import { STEP_WIDTHS } from "../model/map-dots";
import {
  CHANGE_NAMES,
  CHANGE_WINDOWS,
  type ChangeWindow,
  changeOver,
  type MarketRow,
  type StateChange,
  WINDOW_NAMES,
} from "../model/market-rows";

/** What the colours and sizes mean. */
export function MapLegend({ window }: { readonly window: ChangeWindow }) {
  const end = `${((STEP_WIDTHS[window] * (STEPS - 1) * 100) / 2).toFixed(window === "1y" ? 0 : 2)}%`;
  return (
    <div className={css["legend"]}>
      {CHANGE_NAMES[window]} change · dot size = open interest
      <div className={css["ramp"]} aria-hidden="true">
        {Array.from({ length: STEPS }, (_, step) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps are their index
          <span key={step} style={{ background: `var(--map-${step + 1})` }} />
        ))}
      </div>
      <div className={css["rampEnds"]}>
        <span>≤ −{end}</span>
        <span>0</span>
        <span>≥ +{end}</span>
      </div>
      <div className={css["hatch"]}>
        <span aria-hidden="true" /> no market
      </div>
    </div>
  );
}

/** The market under the pointer or reached with the keys. */
export function MarketCard({ row, others }: { readonly row: MarketRow; readonly others: number }) {
  return (
    <div className={css["card"]}>
      <strong>{row.name}</strong>
      <Line label="Index">
        <Amount value={row.price} kind="PriceE8" unit="USD" />
      </Line>
      {CHANGE_WINDOWS.map((window) => (
        <Line key={window} label={WINDOW_NAMES[window]}>
          <Rate value={changeOver(row, window)} trend />
        </Line>
      ))}
      <Line label="Open interest">
        <Amount value={row.openInterest} kind="CollateralE6" unit="USD" compact />
      </Line>
      {others > 0 ? <span className="quiet">{others} more here: zoom in</span> : null}
      <Link to="/market/$symbol" params={{ symbol: row.symbol }} tabIndex={-1}>
        Open {row.symbol}
      </Link>
    </div>
  );
}

interface StateCardProps {
  readonly code: string;
  readonly change: StateChange | undefined;
  readonly window: ChangeWindow;
}

/** The state under the pointer, and what its colour stands for. */
export function StateCard({ code, change, window }: StateCardProps) {
  const name = states.find((state) => state.code === code)?.name ?? code;
  return (
    <div className={css["card"]}>
      <strong>{name}</strong>
      {change === undefined ? (
        <span className="quiet">No market here</span>
      ) : (
        <Line label={change.count > 1 ? `Median of ${change.count}` : WINDOW_NAMES[window]}>
          <Rate value={change.change} trend />
        </Line>
      )}
    </div>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className={css["cardRow"]}>
      <span className={css["cardLabel"]}>{label}</span>
      {children}
    </div>
  );
}
