import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import css from "./empty.module.css";

interface NotFoundProps {
  /** What was not found, as in "Market"; without it a page. */
  readonly what?: string;
  /** Without it a link to the markets. */
  readonly action?: ReactNode;
}

/** The whole content of a page whose address names nothing. */
export function NotFound({ what = "Page", action }: NotFoundProps) {
  return (
    <main className={css["page"]}>
      <title>{`${what} not found · Acre`}</title>
      <div className={css["empty"]}>
        <h1 className={css["title"]}>{what} not found</h1>
        <p className={css["text"]}>Nothing exists at this address. Check it for typos.</p>
        <div className={css["action"]}>{action ?? <Link to="/">See all markets</Link>}</div>
      </div>
    </main>
  );
}
