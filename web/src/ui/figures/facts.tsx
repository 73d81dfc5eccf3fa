import type { ReactNode } from "react";
import css from "./facts.module.css";

interface FactsProps {
  /** Lines with room between them for a panel, dense ones, or dense ones without a margin. */
  readonly look?: "panel" | "dense" | "bare";
  /** Pairs beside each other. */
  readonly columns?: 1 | 2;
  /** Greys the values: they may be old. */
  readonly isStale?: boolean;
  readonly children: ReactNode;
}

/** Label and value, one pair a line. */
export function Facts({ look = "panel", columns = 1, isStale = false, children }: FactsProps) {
  return (
    <dl className={css["facts"]} data-look={look} data-columns={columns} data-stale={isStale}>
      {children}
    </dl>
  );
}

interface FactLineProps {
  readonly label: ReactNode;
  readonly tone?: "total" | "liquidation" | "received" | undefined;
  readonly children: ReactNode;
}

export function FactLine({ label, tone, children }: FactLineProps) {
  return (
    <div className={css["fact"]} data-tone={tone}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
