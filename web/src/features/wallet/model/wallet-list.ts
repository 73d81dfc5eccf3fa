/** Which wallets the dialog shows first, and what it says above them (API 10). */

export interface ListedWallet {
  readonly name: string;
  readonly icon: string;
  readonly isInstalled: boolean;
}

export interface WalletList {
  readonly installed: readonly ListedWallet[];
  readonly others: readonly ListedWallet[];
}

export const TITLE_CONNECT = "Connect a wallet on Solana to continue";
export const TITLE_NEED = "You'll need a wallet on Solana to continue";

/** Installed ones first; within each part the order of registration stays. */
export function splitWallets(wallets: readonly ListedWallet[]): WalletList {
  const named = new Map(wallets.map((wallet) => [wallet.name, wallet]));
  const unique = [...named.values()];
  return {
    installed: unique.filter((wallet) => wallet.isInstalled),
    others: unique.filter((wallet) => !wallet.isInstalled),
  };
}

export function dialogTitle(list: WalletList): string {
  return list.installed.length > 0 ? TITLE_CONNECT : TITLE_NEED;
}

export function toggleLabel(list: WalletList, isOpen: boolean): string {
  if (list.installed.length > 0) return isOpen ? "Less options" : "More options";
  return isOpen ? "Hide options" : "Already have a wallet? View options";
}
