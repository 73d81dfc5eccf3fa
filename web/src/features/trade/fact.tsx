import type { ReactNode } from "react";
import css from "./market.module.css";

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly isTotal?: boolean;
}

/** A label and its figure in a list of facts. */
export function Fact({ label, children, isTotal = false }: FactProps) {
  return (
    <div className={css["fact"]} data-total={isTotal}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
