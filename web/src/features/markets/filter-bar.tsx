import { useMemo } from "react";
import { Button } from "@/ui/button";
import css from "./markets-page.module.css";
import {
  choices,
  FAVOURITES,
  type Filters,
  isFiltering,
  NO_FILTERS,
  RANKINGS,
} from "./model/filters";
import { type MarketRow, type SortKey, WINDOW_NAMES } from "./model/market-rows";

interface FilterBarProps {
  readonly rows: readonly MarketRow[];
  readonly foundCount: number;
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
}

const COLLECTIONS: readonly (readonly [string | null, string])[] = [
  [null, "All"],
  [FAVOURITES, "★ Favourites"],
  ...Object.entries(RANKINGS),
];

const SORTS: readonly (readonly [SortKey, string])[] = [
  ["price", "Index"],
  ["change1y", "1 year"],
  ["change1m", "30 days"],
  ["openInterest", "Open interest"],
  ["fundingRate", "Funding"],
];

/** Collections as switches, the other filters as choices, and what is left. */
export function FilterBar({ rows, foundCount, filters, onChange }: FilterBarProps) {
  const states = useMemo(() => choices(rows, ({ state }) => (state ? [state] : [])), [rows]);
  const tags = useMemo(() => choices(rows, (row) => row.tags), [rows]);
  const clear = () => onChange({ ...NO_FILTERS, window: filters.window, sort: filters.sort });
  const named = (values: readonly string[]) => values.map((value) => [value, value] as const);
  return (
    <>
      <fieldset className={css["chips"]}>
        <legend className="visually-hidden">Collection</legend>
        {COLLECTIONS.map(([name, label]) => (
          <button
            key={label}
            type="button"
            aria-pressed={filters.collection === name}
            onClick={() => onChange({ collection: name, sort: null })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div className={css["filters"]}>
        <Choice
          label="State"
          value={filters.state}
          options={named(states)}
          onChange={(state) => onChange({ state })}
        />
        <Choice
          label="Status"
          value={filters.status}
          options={[
            ["tradable", "Open to trade"],
            ["paused", "Paused"],
          ]}
          onChange={(status) => onChange({ status: status as Filters["status"] })}
        />
        <Choice
          label="Tag"
          value={filters.tag}
          options={named(tags)}
          onChange={(tag) => onChange({ tag })}
        />
        <Choice
          label={`In ${WINDOW_NAMES[filters.window]}`}
          value={filters.direction}
          options={[
            ["up", "▲ Up"],
            ["down", "▼ Down"],
          ]}
          onChange={(direction) => onChange({ direction: direction as Filters["direction"] })}
        />
        <span className={css["phoneOnly"]}>
          <Choice
            label="Sort"
            value={filters.sort?.key ?? null}
            options={SORTS}
            onChange={(key) =>
              onChange({ sort: key === null ? null : { key: key as SortKey, isDescending: true } })
            }
          />
        </span>
        <span className={css["count"]} role="status">
          <span className="figures">{foundCount}</span> of{" "}
          <span className="figures">{rows.length}</span>
        </span>
        {isFiltering(filters) ? (
          <Button size="small" look="ghost" onClick={clear}>
            Clear
          </Button>
        ) : null}
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string | null) => void;
}

/** One of few values, or any of them: then it shows its own name. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  const isKnown = value === null || options.some(([known]) => known === value);
  return (
    <select
      className={css["control"]}
      aria-label={label}
      data-set={value !== null}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
    >
      <option value="">{label}</option>
      {isKnown ? null : <option value={value}>{value}</option>}
      {options.map(([known, name]) => (
        <option key={known} value={known}>
          {name}
        </option>
      ))}
    </select>
  );
}
