import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { statusQuery } from "@/api/queries";
import { DOCS_URL } from "../pages";
import { DataAge } from "./freshness";
import css from "./shell.module.css";
import { showDialog } from "./shell-dialogs";

/** A line below every page: how fresh it is, what can be lost, and where to read on. */
export function Footer() {
  const { data: status } = useQuery(statusQuery);
  // On a phone the trade page keeps its two buttons at the bottom of the screen.
  const isUnderBar = useLocation({ select: ({ pathname }) => pathname.startsWith("/trade/") });
  return (
    <footer className={css["footer"]} data-under-bar={isUnderBar}>
      <DataAge />
      <p className={css["risk"]}>
        Leverage can lose all you deposit. Prices move slowly, losses with leverage do not.
      </p>
      <nav className={css["footLinks"]} aria-label="Footer">
        <Link to="/status">Status</Link>
        <a href={DOCS_URL}>Docs</a>
        <button type="button" onClick={() => showDialog("keys")}>
          Keys
        </button>
        <span className="figures">{status ? `v${status.version} ${status.env}` : ""}</span>
      </nav>
    </footer>
  );
}
