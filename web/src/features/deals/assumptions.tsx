import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatExact } from "@/domain/format";
import type { MarketSummary } from "@/domain/model";
import { areaUnit } from "@/domain/reader/area";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/form/form";
import form from "@/ui/form/form.module.css";
import { Segmented } from "@/ui/form/segmented";
import { Select } from "@/ui/form/select";
import { Panel } from "@/ui/page/panel";
import { dealQuery } from "./api";
import css from "./deal.module.css";
import {
  areaText,
  type CheckedDeal,
  DEFAULT_FIELDS,
  type DealFields,
  type DealQuery,
  fieldsOf,
  LONGEST,
  percentOf,
  RATE_NAMES,
  RATE_TEXT,
  type SizeKind,
  TIMEFRAME_TEXT,
  TIMEFRAMES,
  type Timeframe,
} from "./model/deal-fields";

interface AssumptionsProps {
  readonly markets: readonly MarketSummary[];
  readonly market: MarketSummary | null;
  readonly fields: DealFields;
  readonly errors: CheckedDeal["errors"];
  /** The last deal that was asked for: its answer names the defaults. */
  readonly asked: DealQuery | null;
  readonly onChange: (fields: DealFields) => void;
}

export function Assumptions({
  markets,
  market,
  fields,
  errors,
  asked,
  onChange,
}: AssumptionsProps) {
  const set = (part: Partial<DealFields>) => onChange({ ...fields, ...part });
  const most = market?.maxLeverageMultiple ?? null;
  const area = areaUnit(market?.metric ?? "sqft");
  const choices = markets.map(({ symbol, name }) => ({
    value: symbol.toUpperCase(),
    label: `${name} (${symbol})`,
  }));
  if (market === null) choices.unshift({ value: fields.market, label: fields.market });
  return (
    <Panel
      title="Assumptions"
      actions={
        <Button
          size="small"
          onClick={() => onChange({ ...fieldsOf(new URLSearchParams()), market: fields.market })}
        >
          Reset
        </Button>
      }
    >
      <form className={css["form"]} onSubmit={(event) => event.preventDefault()}>
        <Select
          label="Market"
          value={fields.market}
          onChange={(symbol) => set({ market: symbol })}
          options={choices}
        />
        <div className={css["pair"]}>
          <Select
            label="Holding time"
            value={fields.timeframe ?? LONGEST}
            onChange={(timeframe) => set({ timeframe: timeframe as Timeframe })}
            options={TIMEFRAMES.map((value) => ({ value, label: TIMEFRAME_TEXT[value] }))}
          />
          <div className={css["choice"]}>
            <span aria-hidden="true">Side on Acre</span>
            <Segmented
              label="Side on Acre"
              className={css["tall"]}
              value={fields.side}
              onChange={(side) => set({ side })}
              options={[
                { value: "long", label: "▲ Long" },
                { value: "short", label: "▼ Short" },
              ]}
            />
          </div>
        </div>
        <div className={css["pair"]}>
          <div className={css["choice"]}>
            <span aria-hidden="true">Size in</span>
            <Segmented
              label="Size in"
              className={css["tall"]}
              value={fields.sizeKind}
              onChange={(kind) => set(sizeOf(kind, fields))}
              options={[
                { value: "sqft", label: area },
                { value: "notional", label: "USD" },
              ]}
            />
          </div>
          <TextField
            label={fields.sizeKind === "sqft" ? "Living area" : "Home price"}
            value={fields.size}
            onChange={(size) => set({ size })}
            error={errors.size ?? null}
            isDisabled={false}
            unit={fields.sizeKind === "sqft" ? area : "USD"}
          />
        </div>
        <TextField
          label="Leverage"
          value={fields.leverage}
          onChange={(leverage) => set({ leverage })}
          error={errors.leverage ?? null}
          isDisabled={false}
          unit="×"
          hint={
            <p className={form["hint"]}>
              1 to {most === null ? "–" : formatExact(most, "RateE12")}. Also sets the down payment:
              33% at 3×, at least 20%.
            </p>
          }
        />
        <RateFields {...{ market, fields, errors, asked, onChange }} />
      </form>
    </Panel>
  );
}

/** A change of the kind starts at a plain size of the new one. */
function sizeOf(sizeKind: SizeKind, { sizeKind: before, size }: DealFields): Partial<DealFields> {
  if (sizeKind === before) return { size };
  return { sizeKind, size: sizeKind === "sqft" ? areaText(DEFAULT_FIELDS.size) : "250000" };
}

type RateFieldsProps = Omit<AssumptionsProps, "markets">;

/** Every rate of the model; an empty field is the default of the answer. */
function RateFields({ market, fields, errors, asked, onChange }: RateFieldsProps) {
  const [isOpenAtFirst] = useState(() => RATE_NAMES.some((name) => fields.rates[name] !== ""));
  const { data } = useQuery({
    ...dealQuery(market?.symbol ?? "", asked ?? {}),
    enabled: market !== null && asked !== null,
  });
  if (fields.side === "short") {
    return <p className={form["hint"]}>A short is compared with holding nothing.</p>;
  }
  const changed = RATE_NAMES.filter((name) => fields.rates[name].trim() !== "").length;
  return (
    <details className={form["advanced"]} open={isOpenAtFirst}>
      <summary>Assumptions for owning{changed === 0 ? "" : `, ${changed} changed`}</summary>
      <div className={css["rates"]}>
        {RATE_NAMES.map((name) => {
          const isChanged = fields.rates[name].trim() !== "";
          const shown = data?.rates[name];
          const setRate = (text: string) =>
            onChange({ ...fields, rates: { ...fields.rates, [name]: text } });
          return (
            <TextField
              key={name}
              label={RATE_TEXT[name]}
              value={fields.rates[name]}
              onChange={setRate}
              error={errors[name] ?? null}
              isDisabled={false}
              unit="%"
              hint={
                isChanged ? (
                  <Button size="small" look="ghost" onClick={() => setRate("")}>
                    Use default
                  </Button>
                ) : (
                  <p className={form["hint"]}>
                    Default {shown === undefined ? "–" : `${percentOf(shown)}%`}
                  </p>
                )
              }
            />
          );
        })}
      </div>
    </details>
  );
}
