/** Every page that can be gone to, once: for the header, the phone's menu, the palette and the keys. */

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
  { to: "/", label: "Markets", hint: "Home prices of every city", key: "m" },
  { to: "/trade", label: "Trade", hint: "The market you traded last", key: "t" },
  { to: "/predictions", label: "Predictions", hint: "Questions, paid in points", key: "r" },
  { to: "/portfolio", label: "Portfolio", hint: "Positions, orders, history", key: "p" },
];

export const GROUPS: readonly PageGroup[] = [
  {
    label: "Earn",
    pages: [
      { to: "/liquidity", label: "Liquidity", hint: "Be the other side of trades", key: "l" },
      { to: "/staking", label: "Staking", hint: "Lock ACRE tokens", key: "s" },
    ],
  },
  {
    label: "Rewards",
    pages: [
      { to: "/contests", label: "Contests", hint: "Who trades best in a week", key: "c" },
      { to: "/points", label: "Points", hint: "Seasons, boosts, referrals", key: "o" },
    ],
  },
  {
    label: "More",
    pages: [
      { to: "/accounts", label: "Accounts", hint: "Margin accounts and money", key: "a" },
      { to: "/deal-analysis", label: "Deal analysis", hint: "Index or house?", key: "d" },
      { to: "/profile", label: "Profile", hint: "Settings and sessions", key: "u" },
      { to: "/learn", label: "Learn", hint: "Index, funding, fees, glossary", key: "e" },
      { to: "/onboarding", label: "How it works", hint: "Five short steps" },
      { to: "/status", label: "Status", hint: "Health, prices, proof of funds", key: "h" },
      { to: "/wallets", label: "Wallets", hint: "Which wallets work here" },
    ],
  },
];

export const ALL_PAGES: readonly PageEntry[] = [
  ...PRIMARY,
  ...GROUPS.flatMap(({ pages }) => pages),
];

/** Outside the app: the page that the server makes of its own description. */
export const DOCS_URL = "/express/v1/docs";

/** Whether an address belongs to a page; the page of a market belongs to the markets. */
export function isWithin(pathname: string, to: string): boolean {
  if (to === "/") return pathname === "/" || pathname.startsWith("/market/");
  return pathname === to || pathname.startsWith(`${to}/`);
}
