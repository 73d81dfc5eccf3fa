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
    what: "Browser extension; on phones, an app with its own browser.",
    worksOn: ["desktop", "android", "iphone"],
  },
  {
    name: "Solflare",
    site: "https://solflare.com/download",
    host: "solflare.com",
    what: "Browser extension or web wallet; on phones, an app with its own browser.",
    worksOn: ["desktop", "android", "iphone"],
  },
  {
    name: "Ledger",
    site: "https://www.ledger.com",
    host: "ledger.com",
    what: "Hardware device via USB in Chrome or Edge. Open its Solana app first.",
    worksOn: ["desktop"],
  },
  {
    name: "Mobile Wallet Adapter",
    site: "https://solanamobile.com/wallets",
    host: "solanamobile.com",
    what: "Any Android wallet app that supports Mobile Wallet Adapter.",
    worksOn: ["android"],
  },
  {
    name: "MetaMask",
    site: "https://metamask.io/download",
    host: "metamask.io",
    what: "Browser extension; it asks you to add a module for Solana.",
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
    "Install one of the extensions from its own site in this browser.",
    "Create a wallet in it, and write down the recovery phrase on paper.",
    "Reload this page, press “Connect wallet” and choose it; it is marked “Detected”.",
    "Confirm the connection in the wallet's own window, then sign the sign-in message.",
  ],
  android: [
    "Install a wallet app from the store and create a wallet in it.",
    "Use Chrome or another browser of the phone itself, not a browser inside another app.",
    "Press “Connect wallet”, choose “Mobile Wallet Adapter” and let the browser open the app.",
    "If the browser asks to reach apps on this device, allow it. The connection is encrypted and stays on the phone.",
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
    return "This server runs its own network with play money. Wallets can sign, but they do not show balances of this network.";
  }
  if (env === "mainnet") return "This server runs on Solana's main network, with real money.";
  return "This is a test server. Choose the test network in your wallet. Tokens have no value.";
}
