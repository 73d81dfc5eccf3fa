import type { ReactNode } from "react";
import css from "./predictions.module.css";

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: T; readonly label: ReactNode }[];
  readonly value: T;
  readonly onChange: (id: T) => void;
  readonly isDisabled?: boolean;
}

/** A choice of one among few, all of them visible. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, options, value, onChange, isDisabled } = props;
  return (
    <fieldset className={css["segments"]} disabled={isDisabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.id}
          type="button"
          aria-pressed={option.id === value}
          data-option={option.id}
          onClick={() => onChange(option.id)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
