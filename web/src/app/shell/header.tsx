import { Link } from "@tanstack/react-router";
import { Bell, Menu, Monitor, Moon, Search, Sun } from "lucide-react";
import { type ThemeChoice, useTheme } from "@/state/theme";
import { useNotices } from "@/state/toast";
import { WalletSlot } from "@/ui/wallet/wallet-slot";
import { HealthNote } from "./freshness";
import { Nav } from "./nav";
import { ReplayLine } from "./replay-line";
import css from "./shell.module.css";
import { showDialog } from "./shell-dialogs";

export function Header() {
  return (
    <header className={css["header"]}>
      <Link to="/" className={css["brand"]} aria-label="Acre, markets">
        <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true">
          <path
            d="M4 25 12.5 7l5.4 11 3.2-5.6L28 25"
            fill="none"
            stroke="var(--accent)"
            strokeWidth="3"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
          <circle cx="12.5" cy="7" r="3" fill="var(--up)" />
        </svg>
        <span className={css["brandName"]}>Acre</span>
      </Link>
      <Nav />
      <ReplayLine />
      <HealthNote />
      <button
        type="button"
        className={css["tool"]}
        onClick={() => showDialog("palette")}
        aria-label="Search and commands"
        aria-keyshortcuts="Control+K Meta+K /"
        title="Search and commands (/)"
      >
        <Search size={16} aria-hidden="true" />
      </button>
      <ActivityButton />
      <ThemeSwitch />
      <button
        type="button"
        className={`${css["tool"]} ${css["tablet"]}`}
        onClick={() => showDialog("menu")}
        aria-label="Menu"
        aria-haspopup="dialog"
      >
        <Menu size={18} aria-hidden="true" />
      </button>
      <WalletSlot name="connect" />
    </header>
  );
}

function ActivityButton() {
  const unread = useNotices((state) => state.unread.length);
  return (
    <button
      type="button"
      className={css["tool"]}
      onClick={() => showDialog("activity")}
      aria-label={unread === 0 ? "Activity" : `Activity, ${unread} new`}
      aria-haspopup="dialog"
      title="Activity (n)"
    >
      <Bell size={16} aria-hidden="true" />
      {unread === 0 ? null : (
        <span className={css["count"]} aria-hidden="true">
          {unread}
        </span>
      )}
    </button>
  );
}

export const NEXT_THEME: Readonly<Record<ThemeChoice, ThemeChoice>> = {
  system: "dark",
  dark: "light",
  light: "system",
};

const ICONS = { system: Monitor, dark: Moon, light: Sun } as const;

function ThemeSwitch() {
  const choice = useTheme((state) => state.choice);
  const choose = useTheme((state) => state.choose);
  const Icon = ICONS[choice];
  return (
    <button
      type="button"
      className={`${css["tool"]} ${css["wide"]}`}
      onClick={() => choose(NEXT_THEME[choice])}
      aria-label={`Theme: ${choice}. Change to ${NEXT_THEME[choice]}`}
      title={`Theme: ${choice}`}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
}
