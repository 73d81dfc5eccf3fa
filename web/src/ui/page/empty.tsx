import type { ReactNode } from "react";
import css from "./empty.module.css";

interface EmptyProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** A button or link to what fills the place. */
  readonly action?: ReactNode;
}

/** What a list, table or panel shows without content. */
export function Empty({ title, text, action }: EmptyProps) {
  return (
    <div className={css["empty"]}>
      <p className={css["title"]}>{title}</p>
      {text ? <div className={css["text"]}>{text}</div> : null}
      {action ? <div className={css["action"]}>{action}</div> : null}
    </div>
  );
}
