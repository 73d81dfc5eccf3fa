import type { ReactNode } from "react";
import css from "./stat.module.css";

/** A row of the figures that matter most; `label` names it for screen readers. */
export function Stats({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <dl className={css["stats"]} aria-label={label}>
      {children}
    </dl>
  );
}

interface StatProps {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  /** Large is for the one figure that a page is about. */
  readonly size?: "normal" | "large";
}

export function Stat({ label, value, note, size = "normal" }: StatProps) {
  return (
    <div className={css["stat"]} data-size={size}>
      <dt>{label}</dt>
      <dd>
        {value}
        {note ? <div className={css["note"]}>{note}</div> : null}
      </dd>
    </div>
  );
}
