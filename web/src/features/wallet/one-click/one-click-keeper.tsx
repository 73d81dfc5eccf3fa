import { useEffect, useRef } from "react";
import { useOneClick } from "@/api/one-click";
import { useTradingAccount } from "@/domain/account";
import { toast } from "@/state/toast";
import { useWalletState } from "../wallet-state";
import { dropKey, loadKey } from "./browser-key";
import { refreshKey } from "./key-state";
import { useOneClickStatus } from "./use-one-click-status";

/** Tells the order builders whether the browser key may trade, and cleans up once it may not. */
export function OneClickKeeper() {
  const { address } = useTradingAccount();
  const status = useOneClickStatus();
  useEffect(() => {
    if (address !== null) void refreshKey(address);
  }, [address]);
  const key = status.kind === "on" ? status.key : null;
  const terms = status.kind === "on" ? status.terms : null;
  useEffect(() => {
    const active =
      address === null || key === null
        ? null
        : {
            owner: address,
            key,
            expiresAt: terms?.expiresAt ?? null,
            markets: terms?.markets ?? [],
          };
    useOneClick.setState({ active });
  }, [address, key, terms]);
  const before = useRef<{ readonly owner: string; readonly kind: string } | null>(null);
  const { kind } = status;
  useEffect(() => {
    const wasOn = before.current?.owner === address && before.current?.kind === "on";
    before.current = address === null ? null : { owner: address, kind };
    if (address === null || !wasOn || (kind !== "off" && kind !== "elsewhere")) return;
    toast.info("One-click trading is off. Your wallet signs each order.");
    void endKey(address);
  }, [address, kind]);
  return null;
}

/** Sends the SOL of a key that may not trade any more back to its wallet, and forgets the key. */
export async function endKey(owner: string): Promise<void> {
  const key = await loadKey(owner);
  const { wallet, bridge } = useWalletState.getState();
  if (key === null || bridge === null || wallet?.address !== owner) return;
  // A failed transfer leaves 0.01 SOL at most; the key must go in any case.
  await bridge.sweepKey(key).catch(() => false);
  await dropKey(owner);
  await refreshKey(owner);
}
