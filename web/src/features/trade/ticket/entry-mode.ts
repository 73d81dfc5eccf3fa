import { useState } from "react";
import { useWallet } from "@/state/wallet-store";

/** How an order fills: at once, in the next call auction, or when a price is reached. */
export type EntryMode = "now" | "auction" | "limit" | "stop";

const KEY = "entry-mode";

/** Whether the wallet chose the next price update the last time, on this device. */
function stored(address: string): EntryMode {
  try {
    return localStorage.getItem(`${KEY}:${address}`) === "auction" ? "auction" : "now";
  } catch {
    return "now";
  }
}

function store(address: string, mode: EntryMode): void {
  try {
    localStorage.setItem(`${KEY}:${address}`, mode);
  } catch {
    // Not stored; it holds until the page is closed.
  }
}

/** Now or the next price update is kept by wallet; the others hold for the page. */
export function useEntryMode(): readonly [EntryMode, (mode: EntryMode) => void] {
  const address = useWallet((state) => state.session.address) ?? "";
  const [chosen, setChosen] = useState<{ address: string; mode: EntryMode } | null>(null);
  const choose = (mode: EntryMode) => {
    setChosen({ address, mode });
    if (mode === "now" || mode === "auction") store(address, mode);
  };
  return [chosen?.address === address ? chosen.mode : stored(address), choose];
}
