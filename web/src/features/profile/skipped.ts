import { create } from "zustand";

const storageKey = (address: string) => `onboarding_skipped_${address}`;

/** Wallets that said "not now" since the page was loaded; storage remembers the others. */
export const useSkipped = create<{ readonly addresses: readonly string[] }>()(() => ({
  addresses: [],
}));

export function wasSkipped(address: string): boolean {
  try {
    return localStorage.getItem(storageKey(address)) !== null;
  } catch {
    return false;
  }
}

export function skip(address: string): void {
  try {
    localStorage.setItem(storageKey(address), "1");
  } catch {
    // Asked again after the next page load.
  }
  useSkipped.setState(({ addresses }) => ({ addresses: [...new Set([...addresses, address])] }));
}
