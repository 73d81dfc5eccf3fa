import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { summariesQuery } from "@/api/queries";
import { TextField } from "@/ui/form/form";
import { INTERESTS_MAX, toggleInterest } from "./model/rules";
import css from "./profile.module.css";

const SHOWN_MAX = 60;

interface InterestsFieldProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Categories and markets to choose from; only what the server knows can be chosen. */
export function InterestsField({ chosen, onChange }: InterestsFieldProps) {
  const { data } = useQuery(summariesQuery);
  const [text, setText] = useState("");
  const id = useId();
  const names = new Map<string, string>();
  for (const { category } of data ?? []) names.set(category, `All: ${category}`);
  for (const { symbol, name } of data ?? []) names.set(symbol, name);
  for (const known of chosen) if (!names.has(known)) names.set(known, known);
  const wanted = text.trim().toLowerCase();
  const shown = [...names].filter(
    ([key, name]) => chosen.includes(key) || `${key} ${name}`.toLowerCase().includes(wanted),
  );
  const isFull = chosen.length >= INTERESTS_MAX;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid
    <div role="group" aria-labelledby={id} className={css["form"]} style={{ padding: 0 }}>
      <div className={css["legend"]} id={id}>
        <span>Interests</span>
        <span className="figures quiet">
          {chosen.length} of {INTERESTS_MAX}
        </span>
      </div>
      <TextField
        label="Search markets"
        value={text}
        onChange={setText}
        error={isFull ? `Maximum ${INTERESTS_MAX}. Remove one first.` : null}
        isDisabled={false}
      />
      <div className={css["chips"]}>
        {shown.slice(0, SHOWN_MAX).map(([key, name]) => (
          <button
            key={key}
            type="button"
            aria-pressed={chosen.includes(key)}
            disabled={isFull && !chosen.includes(key)}
            onClick={() => onChange(toggleInterest(chosen, key))}
          >
            {name}
          </button>
        ))}
        {shown.length === 0 ? <p className="quiet">No market matches “{text.trim()}”.</p> : null}
      </div>
    </div>
  );
}
