import { useMemo } from "react";
import { Button } from "@/ui/button";
import { Select } from "@/ui/form/select";
import css from "./markets-page.module.css";
import {
  choices,
  FAVOURITES,
  type Filters,
  isFiltering,
  NO_FILTERS,
  RANKINGS,
} from "./model/filters";
import { CHANGE_NAMES, type MarketRow, type SortKey } from "./model/market-rows";

interface FilterBarProps {
  readonly rows: readonly MarketRow[];
  readonly foundCount: number;
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
}

const COLLECTIONS: readonly (readonly [string, string])[] = [
  [FAVOURITES, "★ Favorites"],
  ...Object.entries(RANKINGS),
];

const SORTS: readonly (readonly [SortKey, string])[] = [
  ["price", "Index"],
  ["change1y", "1 year"],
  ["change1m", "30 days"],
  ["openInterest", "Open interest"],
  ["fundingRate", "Funding"],
];

/** The filters as choices, and how many markets they leave. */
export function FilterBar({ rows, foundCount, filters, onChange }: FilterBarProps) {
  const states = useMemo(() => choices(rows, ({ state }) => (state ? [state] : [])), [rows]);
  const tags = useMemo(() => choices(rows, (row) => row.tags), [rows]);
  const isOpen = ({ isTradable, isPaused }: MarketRow) => isTradable && !isPaused;
  const hasStatus = filters.status !== null || !rows.every(isOpen);
  const named = (values: readonly string[]) => values.map((value) => [value, value] as const);
  return (
    <div className={css["filters"]}>
      <Choice
        label="Collection"
        anyLabel="All markets"
        value={filters.collection}
        options={COLLECTIONS}
        onChange={(collection) => onChange({ collection, sort: null })}
      />
      <Choice
        label="State"
        value={filters.state}
        options={named(states)}
        onChange={(state) => onChange({ state })}
      />
      {hasStatus ? (
        <Choice
          label="Status"
          value={filters.status}
          options={[
            ["tradable", "Open to trade"],
            ["paused", "Paused"],
          ]}
          onChange={(status) => onChange({ status: status as Filters["status"] })}
        />
      ) : null}
      <Choice
        label="Tag"
        value={filters.tag}
        options={named(tags)}
        onChange={(tag) => onChange({ tag })}
      />
      <Choice
        label={`${CHANGE_NAMES[filters.window]} change`}
        anyLabel={`${CHANGE_NAMES[filters.window]} change: any`}
        value={filters.direction}
        options={[
          ["up", "▲ Rising"],
          ["down", "▼ Falling"],
        ]}
        onChange={(direction) => onChange({ direction: direction as Filters["direction"] })}
      />
      <span className={css["phoneOnly"]}>
        <Choice
          label="Sort"
          anyLabel="Most active"
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
    </div>
  );
}

/** Beside the search, where it moves no filter when it comes. */
export function ClearFilters({ filters, onChange }: Pick<FilterBarProps, "filters" | "onChange">) {
  if (!isFiltering(filters)) return null;
  const clear = () => onChange({ ...NO_FILTERS, window: filters.window, sort: filters.sort });
  return (
    <Button size="small" look="ghost" onClick={clear}>
      Clear
    </Button>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** The option without a choice; else it is "State: any". */
  readonly anyLabel?: string;
  readonly value: string | null;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string | null) => void;
}

/** One of few values, or any of them. */
function Choice({ label, anyLabel, value, options, onChange }: ChoiceProps) {
  const isKnown = value === null || options.some(([known]) => known === value);
  const unknown = isKnown ? [] : [{ value, label: value }];
  return (
    <Select
      label={label}
      hideLabel
      size="small"
      options={[
        { value: "", label: anyLabel ?? `${label}: any` },
        ...unknown,
        ...options.map(([known, name]) => ({ value: known, label: name })),
      ]}
      value={value ?? ""}
      onChange={(chosen) => onChange(chosen === "" ? null : chosen)}
    />
  );
}
