import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { statusQuery } from "@/api/queries";
import { DOCS_URL } from "../pages";
import { DataAge } from "./freshness";
import { DataCredit } from "./replay-line";
import css from "./shell.module.css";
import { showDialog } from "./shell-dialogs";

/** The chart library's license asks for this link and notice. */
const CHARTS_URL = "https://www.tradingview.com/";
const CHARTS_NOTICE = "TradingView Lightweight Charts™, Copyright (c) 2026 TradingView, Inc.";

/** Below every page: the connection, the risk, the credits and further links. */
export function Footer() {
  const { data: status } = useQuery(statusQuery);
  // On a phone the trade page keeps its two buttons at the bottom of the screen.
  const isUnderBar = useLocation({ select: ({ pathname }) => pathname.startsWith("/trade/") });
  return (
    <footer className={css["footer"]} data-under-bar={isUnderBar}>
      <DataAge />
      <p className={css["risk"]}>With leverage you can lose everything you deposit.</p>
      <nav className={css["footLinks"]} aria-label="Footer">
        <DataCredit />
        <a href={CHARTS_URL} title={CHARTS_NOTICE} target="_blank" rel="noreferrer">
          Charts: TradingView
        </a>
        <Link to="/learn">Learn</Link>
        <Link to="/status">Status</Link>
        <a href={DOCS_URL}>Docs</a>
        <button type="button" onClick={() => showDialog("keys")}>
          Shortcuts
        </button>
        <span className="figures">{status ? `v${status.version} ${status.env}` : ""}</span>
      </nav>
    </footer>
  );
}
