import css from "./chart.module.css";

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly title?: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** One of a few, as a row of buttons. */
export function Choice<Id extends string>({ label, options, value, onChange }: ChoiceProps<Id>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a toolbar row
    <div className={css["group"]} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.id}
          type="button"
          title={option.title}
          aria-pressed={option.id === value}
          onClick={() => onChange(option.id)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
