import type { Device } from "./device";

export interface WalletGuide {
  readonly name: string;
  readonly site: string;
  /** The site's name as the link says it. */
  readonly host: string;
  readonly what: string;
  readonly worksOn: readonly Device[];
}

/** The wallets that are offered here, and where each is to be had. */
export const WALLET_GUIDES: readonly WalletGuide[] = [
  {
    name: "Phantom",
    site: "https://phantom.com/download",
    host: "phantom.com",
    what: "Browser extension, and an app with a browser of its own on phones.",
    worksOn: ["desktop", "android", "iphone"],
  },
  {
    name: "Solflare",
    site: "https://solflare.com/download",
    host: "solflare.com",
    what: "Browser extension, web wallet, and an app with a browser of its own on phones.",
    worksOn: ["desktop", "android", "iphone"],
  },
  {
    name: "Ledger",
    site: "https://www.ledger.com",
    host: "ledger.com",
    what: "Hardware device by USB, in Chrome or Edge; open its Solana app first.",
    worksOn: ["desktop"],
  },
  {
    name: "Mobile Wallet Adapter",
    site: "https://solanamobile.com/wallets",
    host: "solanamobile.com",
    what: "Any wallet app on an Android phone that speaks the mobile wallet protocol.",
    worksOn: ["android"],
  },
  {
    name: "MetaMask",
    site: "https://metamask.io/download",
    host: "metamask.io",
    what: "Browser extension; it signs for Solana through a module that it asks you to add.",
    worksOn: ["desktop"],
  },
];

export const DEVICE_NAMES: Readonly<Record<Device, string>> = {
  desktop: "Computer",
  android: "Android",
  iphone: "iPhone and iPad",
};

/** What to do to have a wallet, by device, in the order in which it is done. */
export const STEPS: Readonly<Record<Device, readonly string[]>> = {
  desktop: [
    "Install one of the extensions from its own site, in the browser that you use here.",
    "Create a wallet in it, and write down the recovery phrase on paper.",
    "Reload this page, press “Connect wallet” and choose it; it is marked “Detected”.",
    "Confirm the connection in the wallet's own window, then sign the sign-in message.",
  ],
  android: [
    "Install a wallet app from the store and create a wallet in it.",
    "Use Chrome or another browser of the phone itself, not a browser inside another app.",
    "Press “Connect wallet”, choose “Mobile Wallet Adapter” and let the browser open the app.",
    "If the browser asks whether this site may reach apps on this device, allow it: the page and the app talk directly, encrypted, without leaving the phone.",
  ],
  iphone: [
    "Install Phantom or Solflare from the App Store and create a wallet in it.",
    "Open this page in the browser inside that app. Other browsers cannot reach wallet apps on this device.",
    "Press “Connect wallet” and choose the app's own wallet.",
  ],
};

/** What the server's environment means for a wallet. */
export function networkWords(env: string): string {
  if (env === "local") {
    return "This server runs a chain of its own with play money. Wallets sign for it, but show none of it: balances and transfers are on this page only.";
  }
  if (env === "mainnet") return "This server runs on Solana's main network, with real money.";
  return "This server is for trying things out. Choose the test network in your wallet; what you hold here is worth nothing.";
}
