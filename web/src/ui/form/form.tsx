import { type ReactNode, useEffect, useId, useRef } from "react";
import type { Raw } from "@/domain/amounts";
import { formatExact } from "@/domain/format";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import css from "./form.module.css";

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | null;
  readonly isDisabled: boolean;
  readonly unit?: string;
  readonly hint?: ReactNode;
  /** The first field of a dialog: the person came to fill it, not to close the dialog. */
  readonly takesFocus?: boolean;
}

/** A labeled field with its error below it, announced to screen readers. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error, isDisabled, unit, hint, takesFocus = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <div className={css["field"]}>
      <label htmlFor={id}>{label}</label>
      <div className={css["control"]} data-invalid={error !== null}>
        <input
          id={id}
          ref={input}
          className={unit === undefined ? undefined : "figures"}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          disabled={isDisabled}
          inputMode={unit === undefined ? "text" : "decimal"}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
        />
        {unit !== undefined && <span className={css["unit"]}>{unit}</span>}
      </div>
      {hint}
      {error !== null && (
        <p id={`${id}-error`} className={css["error"]} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

const CENT_E6 = 10_000n;

interface AvailableProps<K extends "CollateralE6" | "TokenE6"> {
  readonly label: string;
  readonly amount: Raw<K> | null | undefined;
  /** Without it collateral, in USD. */
  readonly kind?: K;
  readonly unit?: string;
  readonly onMax: (text: string) => void;
  readonly isDisabled: boolean;
}

/** What there is, with a button that takes all of it. */
export function Available<K extends "CollateralE6" | "TokenE6" = "CollateralE6">({
  label,
  amount,
  kind = "CollateralE6" as K,
  unit = "USD",
  onMax,
  isDisabled,
}: AvailableProps<K>) {
  const isKnown = amount !== null && amount !== undefined;
  // Rounded to cents it could name more than there is.
  const digits = isKnown && amount % CENT_E6 !== 0n ? 6 : 2;
  return (
    <div className={css["available"]}>
      <span>
        {label} <Amount value={amount} kind={kind} unit={unit} digits={digits} />
      </span>
      <Button
        size="small"
        disabled={isDisabled || !isKnown || amount === 0n}
        onClick={() => isKnown && onMax(formatExact(amount, kind))}
      >
        Max
      </Button>
    </div>
  );
}

interface FormFootProps {
  readonly action: string;
  readonly isBusy: boolean;
  readonly progress: string;
  readonly problem: string | null;
}

/** The submit button, what is happening, and what went wrong. */
export function FormFoot({ action, isBusy, progress, problem }: FormFootProps) {
  return (
    <div className={css["foot"]}>
      {problem !== null && (
        <p className={css["problem"]} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" look="accent" size="large" disabled={isBusy}>
        {isBusy ? progress : action}
      </Button>
      <p className="visually-hidden" aria-live="polite">
        {progress}
      </p>
    </div>
  );
}

interface CheckFieldProps {
  readonly label: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isDisabled?: boolean;
}

export function CheckField({ label, isChecked, onChange, isDisabled }: CheckFieldProps) {
  return (
    <label className={css["check"]}>
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
