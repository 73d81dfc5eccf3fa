/** Every page, once: for the header, the phone's bar and menu, the palette and the shortcuts. */

export interface PageEntry {
  readonly to: string;
  readonly label: string;
  /** What it is for, in a few words; also found by the palette. */
  readonly hint: string;
  /** The key after "g". */
  readonly key?: string;
}

export interface PageGroup {
  readonly label: string;
  readonly pages: readonly PageEntry[];
}

export const PRIMARY: readonly PageEntry[] = [
  { to: "/", label: "Markets", hint: "Home prices by city", key: "m" },
  { to: "/trade", label: "Trade", hint: "Your last market", key: "t" },
  {
    to: "/predictions",
    label: "Predictions",
    hint: "Questions on home prices, in points",
    key: "r",
  },
  { to: "/portfolio", label: "Portfolio", hint: "Positions, P&L, history", key: "p" },
  { to: "/accounts", label: "Accounts", hint: "Deposit, withdraw, margin", key: "a" },
];

/** The phone's bar at the lower edge; all other pages are behind its "More". */
export const BOTTOM: readonly Pick<PageEntry, "to" | "label">[] = [
  { to: "/", label: "Markets" },
  { to: "/trade", label: "Trade" },
  { to: "/portfolio", label: "Portfolio" },
  { to: "/predictions", label: "Predict" },
];

export const GROUPS: readonly PageGroup[] = [
  {
    label: "Earn",
    pages: [
      {
        to: "/liquidity",
        label: "Liquidity",
        hint: "Earn fees, take the other side of trades",
        key: "l",
      },
      { to: "/staking", label: "Staking", hint: "Stake ACRE to earn points", key: "s" },
    ],
  },
  {
    label: "Rewards",
    pages: [
      { to: "/contests", label: "Contests", hint: "Weekly trading contests", key: "c" },
      { to: "/points", label: "Points", hint: "Seasons, boosts, referrals", key: "o" },
    ],
  },
  {
    label: "More",
    pages: [
      { to: "/compare", label: "Compare markets", hint: "Indexes side by side, correlations" },
      {
        to: "/deal-analysis",
        label: "Deal analysis",
        hint: "Compare with buying a home",
        key: "d",
      },
      { to: "/backtest", label: "Backtest", hint: "Strategies on past prices" },
      { to: "/alerts", label: "Alerts", hint: "Prices, moves, margin, withdrawals" },
      { to: "/profile", label: "Profile", hint: "Settings and sessions", key: "u" },
      { to: "/learn", label: "Learn", hint: "Index, funding, fees, glossary", key: "e" },
      { to: "/onboarding", label: "How it works", hint: "Acre in 2 minutes" },
      { to: "/status", label: "Status", hint: "System health, proof of reserves", key: "h" },
      { to: "/wallets", label: "Wallets", hint: "Supported wallets" },
      { to: "/developers", label: "Developers", hint: "API, streams, node" },
    ],
  },
];

export const ALL_PAGES: readonly PageEntry[] = [
  ...PRIMARY,
  ...GROUPS.flatMap(({ pages }) => pages),
];

/** Outside the app: the documentation; where it is not built, the server leads to the page of its API. */
export const DOCS_URL = "/docs";

/** Whether an address belongs to a page; the page of a market belongs to the markets. */
export function isWithin(pathname: string, to: string): boolean {
  if (to === "/") return pathname === "/" || pathname.startsWith("/market/");
  return pathname === to || pathname.startsWith(`${to}/`);
}
