import { Button } from "@/ui/button";
import type { Window } from "./api-detail";
import css from "./market-page.module.css";

const NAMES: Readonly<Record<Window, string>> = {
  "1m": "1M",
  "3m": "3M",
  "6m": "6M",
  "1y": "1Y",
  "3y": "3Y",
  "5y": "5Y",
  all: "All",
};

interface PickerProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [T, string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** One of few, as switches in a line. */
export function Picker<T extends string>({ label, options, value, onChange }: PickerProps<T>) {
  return (
    <fieldset className={css["windows"]}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(([option, name]) => (
        <Button
          key={option}
          size="small"
          look={value === option ? "plain" : "ghost"}
          aria-pressed={value === option}
          onClick={() => onChange(option)}
        >
          {name}
        </Button>
      ))}
    </fieldset>
  );
}

interface WindowPickerProps extends Omit<PickerProps<Window>, "options"> {
  readonly windows: readonly Window[];
}

/** How far back is shown. */
export function WindowPicker({ windows, ...picker }: WindowPickerProps) {
  return <Picker options={windows.map((window) => [window, NAMES[window]] as const)} {...picker} />;
}
