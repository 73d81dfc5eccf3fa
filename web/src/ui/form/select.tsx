import { ChevronDown } from "lucide-react";
import { useId } from "react";
import css from "./select.module.css";

interface SelectProps<T extends string> {
  readonly label: string;
  /** Keeps the label for screen readers only. */
  readonly hideLabel?: boolean;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** Small is for toolbars, normal for forms with the label above. */
  readonly size?: "small" | "normal";
  readonly isDisabled?: boolean | undefined;
}

/** The browser's own list of options in the look of the app, for more options than Segmented fits. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, hideLabel = false, options, value, onChange, size = "normal", isDisabled } = props;
  const id = useId();
  return (
    <div className={`${css["field"]} ${css[size]}`}>
      <label htmlFor={id} className={hideLabel ? "visually-hidden" : undefined}>
        {label}
      </label>
      <div className={css["control"]}>
        <select
          id={id}
          className={css["select"]}
          value={value}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value as T)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={14} aria-hidden="true" />
      </div>
    </div>
  );
}
