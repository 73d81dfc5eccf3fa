import { type CSSProperties, useId } from "react";
import css from "./start.module.css";

interface SliderProps {
  readonly label: string;
  /** The value as text, beside the label and for screen readers. */
  readonly text: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly onChange: (value: number) => void;
}

/** A labeled range with its value. */
export function Slider({ label, text, value, min, max, step = 1, onChange }: SliderProps) {
  const id = useId();
  const filled = ((value - min) / (max - min)) * 100;
  return (
    <div className={css["slider"]}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id} className="figures">
        {text}
      </output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        style={{ "--filled": `${filled}%` } as CSSProperties}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
}
