import { Segmented } from "@/ui/form/segmented";
import type { Window } from "./api-detail";

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

/** One of few options. */
export function Picker<T extends string>({ label, options, value, onChange }: PickerProps<T>) {
  return (
    <Segmented
      label={label}
      size="small"
      options={options.map(([option, name]) => ({ value: option, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}

interface WindowPickerProps extends Omit<PickerProps<Window>, "options"> {
  readonly windows: readonly Window[];
}

/** The time range. */
export function WindowPicker({ windows, ...picker }: WindowPickerProps) {
  return <Picker options={windows.map((window) => [window, NAMES[window]] as const)} {...picker} />;
}
