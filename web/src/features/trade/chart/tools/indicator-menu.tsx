import { Activity } from "lucide-react";
import { Menu } from "./menu";
import css from "./tools.module.css";
import { AVERAGES } from "./use-added";

interface IndicatorMenuProps {
  readonly chosen: readonly string[];
  readonly onChosen: (chosen: readonly string[]) => void;
}

const INDICATORS = [
  ...AVERAGES.map((days) => ({ id: `average:${days}`, label: `${days}-day moving average` })),
  { id: "trend", label: "Trend line of the range in view" },
];

export function IndicatorMenu({ chosen, onChosen }: IndicatorMenuProps) {
  const toggle = (id: string) =>
    onChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <Menu
      label="Indicators"
      icon={<Activity size={15} aria-hidden="true" />}
      isOn={INDICATORS.some(({ id }) => chosen.includes(id))}
    >
      {() => (
        <>
          <p className={css["title"]}>Indicators</p>
          {INDICATORS.map(({ id, label }) => (
            <label key={id} className={css["check"]}>
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
              {label}
            </label>
          ))}
        </>
      )}
    </Menu>
  );
}
