import type { Dispatch } from "react";
import { engineClock } from "@/domain/clock";
import { formatDuration } from "@/domain/format";
import { Button } from "@/ui/button";
import { CheckField, SelectField, TextField } from "@/ui/form";
import form from "@/ui/form.module.css";
import {
  coverable,
  type Force,
  type FormChange,
  type FormErrors,
  type FormFacts,
  type OrderForm,
  type Prevention,
  readWhole,
} from "../model/order-form";
import css from "../predictions.module.css";
import { whole } from "../question-parts";
import { Segments } from "../segments";

const FORCES: readonly { readonly value: Force; readonly label: string }[] = [
  { value: "gtc", label: "Until it is cancelled" },
  { value: "gtd", label: "For some hours" },
  { value: "ioc", label: "At once, cancel the rest" },
  { value: "fok", label: "All at once or not at all" },
];
const PREVENTIONS: readonly { readonly value: Prevention; readonly label: string }[] = [
  { value: "cancelResting", label: "Cancel my older order" },
  { value: "cancelIncoming", label: "Cancel the new order" },
  { value: "both", label: "Take the overlap from both" },
];

interface TicketFieldsProps {
  readonly values: OrderForm;
  readonly errors: FormErrors;
  readonly held: FormFacts["held"];
  readonly isDisabled: boolean;
  readonly dispatch: Dispatch<FormChange>;
}

export function TicketFields({ values, errors, held, isDisabled, dispatch }: TicketFieldsProps) {
  const set = (change: Partial<OrderForm>) => dispatch({ kind: "set", values: change });
  const { action, side, type } = values;
  const isMarket = type === "market";
  const worst = action === "buy" ? "Price at most" : "Price at least";
  return (
    <>
      <div className={css["pair"]}>
        <Segments
          label="Buy or sell"
          options={[
            { id: "buy", label: "Buy" },
            { id: "sell", label: "Sell" },
          ]}
          value={action}
          onChange={(id) => set({ action: id })}
          isDisabled={isDisabled}
        />
        <Segments
          label="Contract"
          options={[
            { id: "yes", label: "YES" },
            { id: "no", label: "NO" },
          ]}
          value={side}
          onChange={(id) => set({ side: id })}
          isDisabled={isDisabled}
        />
        <Segments
          label="Kind of order"
          options={[
            { id: "limit", label: "Limit" },
            { id: "market", label: "Market" },
          ]}
          value={type}
          onChange={(id) => set({ type: id })}
          isDisabled={isDisabled}
        />
      </div>
      <div className={css["pair"]}>
        <TextField
          label={isMarket ? worst : "Price"}
          value={values.price}
          onChange={(price) => set({ price })}
          error={errors.price}
          isDisabled={isDisabled}
          unit={isMarket ? "optional" : "of 100"}
        />
        <TextField
          label="Contracts"
          value={values.contracts}
          onChange={(contracts) => set({ contracts })}
          error={errors.contracts}
          isDisabled={isDisabled}
          unit={side.toUpperCase()}
          hint={
            <SellAll count={coverable(values, held)} values={values} set={set} isOff={isDisabled} />
          }
        />
      </div>
      {isMarket ? null : <Lifetime values={values} errors={errors} set={set} isOff={isDisabled} />}
      <details className={form["advanced"]}>
        <summary>Advanced</summary>
        <SelectField
          label="When it would meet my own order"
          value={values.prevention}
          onChange={(value) => set({ prevention: value as Prevention })}
          options={PREVENTIONS}
          isDisabled={isDisabled}
        />
      </details>
    </>
  );
}

interface PartProps {
  readonly values: OrderForm;
  readonly set: (change: Partial<OrderForm>) => void;
  readonly isOff: boolean;
}

/** Takes all contracts that are held when they are sold. */
function SellAll({ count, values, set, isOff }: PartProps & { readonly count: number }) {
  if (values.action !== "sell" || count === 0) return null;
  return (
    <div className={form["available"]}>
      <span>You hold {whole(count)}</span>
      <Button size="small" disabled={isOff} onClick={() => set({ contracts: String(count) })}>
        All
      </Button>
    </div>
  );
}

function Lifetime({ values, errors, set, isOff }: PartProps & { readonly errors: FormErrors }) {
  const canRest = values.force === "gtc" || values.force === "gtd";
  const hours = readWhole(values.hours, 1, 100_000, "Hours").value;
  return (
    <>
      <SelectField
        label="How long"
        value={values.force}
        onChange={(value) => set({ force: value as Force })}
        options={FORCES}
        isDisabled={isOff}
      />
      {values.force === "gtd" ? (
        <TextField
          label="Hours of index time"
          value={values.hours}
          onChange={(text) => set({ hours: text })}
          error={errors.hours}
          isDisabled={isOff}
          unit="hours"
          hint={
            hours === null || engineClock.rate === 1 ? null : (
              <p className={form["hint"]}>
                That is {formatDuration((hours * 3600) / engineClock.rate)} here: index time runs{" "}
                {whole(engineClock.rate)} times as fast.
              </p>
            )
          }
        />
      ) : null}
      {canRest ? (
        <CheckField
          label="Post-only: refuse it if it would trade at once"
          isChecked={values.isPostOnly}
          onChange={(isPostOnly) => set({ isPostOnly })}
          isDisabled={isOff}
        />
      ) : null}
    </>
  );
}
