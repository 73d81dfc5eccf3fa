import type { ReactNode } from "react";
import css from "./learn.module.css";

interface PartProps {
  readonly id: string;
  readonly title: string;
  /** An example or a table of figures beside the text. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the page with its anchor. */
export function Part({ id, title, aside, children }: PartProps) {
  return (
    <section id={id} className={css["section"]} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div className={css["text"]}>{children}</div>
      {aside ? <div className={css["aside"]}>{aside}</div> : null}
    </section>
  );
}
