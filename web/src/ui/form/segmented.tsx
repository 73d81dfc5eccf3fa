import { RadioGroup } from "radix-ui";
import type { ReactNode } from "react";
import css from "./segmented.module.css";

export interface SegmentOption<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  /** Tooltip, for a label that is an abbreviation. */
  readonly title?: string;
}

interface SegmentedProps<T extends string> {
  /** Accessible name of the group; not shown. */
  readonly label: string;
  readonly options: readonly SegmentOption<T>[];
  /** Null while no option is selected. */
  readonly value: T | null;
  readonly onChange: (value: T) => void;
  readonly size?: "small" | "normal";
  readonly isDisabled?: boolean;
  readonly className?: string | undefined;
}

/** Selects one of 2 to 6 visible options; a radio group, so arrow keys move the selection. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, options, value, onChange, size = "normal", isDisabled = false, className } = props;
  return (
    <RadioGroup.Root
      className={["scroll-x", css["group"], css[size], className].filter(Boolean).join(" ")}
      aria-label={label}
      orientation="horizontal"
      value={value}
      disabled={isDisabled}
      onValueChange={(next) => onChange(next as T)}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          title={option.title}
          data-option={option.value}
          className={css["option"]}
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
