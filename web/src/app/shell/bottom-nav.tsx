import { Link, useLocation } from "@tanstack/react-router";
import { ChartLine, ChartPie, CircleQuestionMark, Ellipsis, Map as MapIcon } from "lucide-react";
import { BOTTOM, isWithin } from "../pages";
import css from "./shell.module.css";
import { showDialog } from "./shell-dialogs";

const ICONS = [MapIcon, ChartLine, ChartPie, CircleQuestionMark] as const;

/** The phone's main navigation, at the lower edge of the screen. */
export function BottomNav() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const isElsewhere = !BOTTOM.some(({ to }) => isWithin(pathname, to));
  return (
    <nav className={css["bottomNav"]} aria-label="Main, phone">
      {BOTTOM.map(({ to, label }, at) => {
        const Icon = ICONS[at] ?? Ellipsis;
        return (
          <Link key={to} to={to} aria-current={isWithin(pathname, to) ? "page" : undefined}>
            <Icon size={20} aria-hidden="true" />
            {label}
          </Link>
        );
      })}
      <button
        type="button"
        aria-haspopup="dialog"
        data-here={isElsewhere}
        onClick={() => showDialog("menu")}
      >
        <Ellipsis size={20} aria-hidden="true" />
        More
      </button>
    </nav>
  );
}
