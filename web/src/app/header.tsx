import { Link } from "@tanstack/react-router";
import { Monitor, Moon, Sun } from "lucide-react";
import { type ThemeChoice, useTheme } from "@/lib/theme";
import { WalletSlot } from "@/ui/wallet-slot";
import { DataAge } from "./data-age";
import css from "./shell.module.css";

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
      <nav className={css["nav"]} aria-label="Main">
        <Link to="/" className={css["navLink"]} activeOptions={{ exact: true }}>
          Markets
        </Link>
        <Link to="/portfolio" className={css["navLink"]}>
          Portfolio
        </Link>
      </nav>
      <DataAge />
      <ThemeSwitch />
      <WalletSlot name="connect" />
    </header>
  );
}

const NEXT: Readonly<Record<ThemeChoice, ThemeChoice>> = {
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
      className={css["theme"]}
      onClick={() => choose(NEXT[choice])}
      aria-label={`Theme: ${choice}. Change to ${NEXT[choice]}`}
      title={`Theme: ${choice}`}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
}
