import { type Dispatch, useId } from "react";
import { engineClock } from "@/domain/clock";
import { formatDuration } from "@/domain/format";
import { Button } from "@/ui/button";
import { CheckField, TextField } from "@/ui/form/form";
import form from "@/ui/form/form.module.css";
import { Segmented } from "@/ui/form/segmented";
import { Select } from "@/ui/form/select";
import { allPoints, type FormErrors, type FormFacts } from "../model/check-order";
import {
  type Force,
  type FormChange,
  type OrderForm,
  type Prevention,
  readWhole,
} from "../model/order-form";
import type { Prices } from "../model/question";
import { whole } from "../question-parts";
import css from "./ticket.module.css";

const FORCES: readonly { readonly value: Force; readonly label: string }[] = [
  { value: "gtc", label: "Good till canceled" },
  { value: "gtd", label: "After some hours" },
  { value: "ioc", label: "Immediate or cancel" },
  { value: "fok", label: "Fill or kill" },
];
const PREVENTIONS: readonly { readonly value: Prevention; readonly label: string }[] = [
  { value: "cancelResting", label: "Cancel my older order" },
  { value: "cancelIncoming", label: "Cancel the new order" },
  { value: "both", label: "Reduce both orders" },
];
const CHIPS = ["50", "100", "500"];

interface TicketFieldsProps {
  readonly values: OrderForm;
  readonly errors: FormErrors;
  readonly facts: FormFacts;
  /** What a contract costs its buyer, or brings its seller. */
  readonly prices: Prices;
  readonly isDisabled: boolean;
  readonly dispatch: Dispatch<FormChange>;
}

export function TicketFields(props: TicketFieldsProps) {
  const { values, errors, facts, prices, isDisabled, dispatch } = props;
  const set = (change: Partial<OrderForm>) => dispatch({ kind: "set", values: change });
  const part = { values, errors, facts, set, isOff: isDisabled };
  const isLimit = values.type === "limit";
  return (
    <>
      <div className={css["kinds"]}>
        <Segmented
          label="Buy or sell"
          options={[
            { value: "buy", label: "Buy" },
            { value: "sell", label: "Sell" },
          ]}
          value={values.action}
          onChange={(action) => set({ action })}
          isDisabled={isDisabled}
        />
        <Segmented
          label="Order type"
          options={[
            { value: "market", label: "Market" },
            { value: "limit", label: "Limit" },
          ]}
          value={values.type}
          onChange={(type) => set({ type })}
          isDisabled={isDisabled}
        />
      </div>
      <Outcomes {...part} prices={prices} />
      {isLimit ? <LimitFields {...part} /> : null}
      {!isLimit && values.action === "buy" ? <PointsField {...part} /> : null}
      {isLimit || values.action === "sell" ? <ContractsField {...part} /> : null}
      {isLimit ? <LimitTerms {...part} /> : null}
    </>
  );
}

interface PartProps {
  readonly values: OrderForm;
  readonly errors: FormErrors;
  readonly facts: FormFacts;
  readonly set: (change: Partial<OrderForm>) => void;
  readonly isOff: boolean;
}

/** Both outcomes with the price of a contract now. */
function Outcomes({ values, prices, set, isOff }: PartProps & { readonly prices: Prices }) {
  const name = useId();
  return (
    <fieldset className={css["outcomes"]} disabled={isOff}>
      <legend className="visually-hidden">Outcome</legend>
      {(["yes", "no"] as const).map((side) => (
        <label key={side} data-side={side}>
          <input
            type="radio"
            name={name}
            checked={values.side === side}
            onChange={() => set({ side })}
          />
          {side.toUpperCase()} <span className="figures">{prices[side] ?? "–"}</span>
        </label>
      ))}
    </fieldset>
  );
}

function PointsField({ values, errors, facts, set, isOff }: PartProps) {
  const all = allPoints(facts);
  return (
    <div>
      <TextField
        label="Amount"
        value={values.points}
        onChange={(points) => set({ points })}
        error={errors.points}
        isDisabled={isOff}
        unit="points"
      />
      <div className={css["chips"]}>
        {CHIPS.map((points) => (
          <Button key={points} size="small" disabled={isOff} onClick={() => set({ points })}>
            {points}
          </Button>
        ))}
        <Button size="small" disabled={isOff || all === ""} onClick={() => set({ points: all })}>
          Max
        </Button>
      </div>
    </div>
  );
}

function ContractsField({ values, errors, facts, set, isOff }: PartProps) {
  const held = facts.held[values.side];
  return (
    <TextField
      label="Contracts"
      value={values.contracts}
      onChange={(contracts) => set({ contracts })}
      error={errors.contracts}
      isDisabled={isOff}
      unit={values.side.toUpperCase()}
      hint={
        values.action === "sell" && held > 0 ? (
          <div className={form["available"]}>
            <span>You hold {whole(held)}</span>
            <Button size="small" disabled={isOff} onClick={() => set({ contracts: String(held) })}>
              All
            </Button>
          </div>
        ) : null
      }
    />
  );
}

function LimitFields({ values, errors, set, isOff }: PartProps) {
  return (
    <TextField
      label="Price"
      value={values.price}
      onChange={(price) => set({ price })}
      error={errors.price}
      isDisabled={isOff}
      unit="of 100"
    />
  );
}

function LimitTerms({ values, errors, set, isOff }: PartProps) {
  const canRest = values.force === "gtc" || values.force === "gtd";
  return (
    <details className={form["advanced"]}>
      <summary>Order options</summary>
      <div className={css["terms"]}>
        <Select
          label="Expires"
          value={values.force}
          onChange={(value) => set({ force: value as Force })}
          options={FORCES}
          isDisabled={isOff}
        />
        {values.force === "gtd" ? (
          <TextField
            label="Hours"
            value={values.hours}
            onChange={(hours) => set({ hours })}
            error={errors.hours}
            isDisabled={isOff}
            unit="hours"
            hint={<RealTime hours={values.hours} />}
          />
        ) : null}
        {canRest ? (
          <CheckField
            label="Post only"
            isChecked={values.isPostOnly}
            onChange={(isPostOnly) => set({ isPostOnly })}
            isDisabled={isOff}
          />
        ) : null}
        <Select
          label="Self-trade prevention"
          value={values.prevention}
          onChange={(value) => set({ prevention: value as Prevention })}
          options={PREVENTIONS}
          isDisabled={isOff}
        />
      </div>
    </details>
  );
}

/** How long the hours of index time take where it runs faster. */
function RealTime({ hours: text }: { readonly hours: string }) {
  const hours = readWhole(text, 1, 100_000, "Hours").value;
  if (hours === null || engineClock.rate === 1) return null;
  const wait = formatDuration((hours * 3600) / engineClock.rate);
  return <p className={form["hint"]}>{wait} of real time.</p>;
}
