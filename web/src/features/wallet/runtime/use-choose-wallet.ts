import {
  type WalletName,
  WalletNotReadyError,
  WalletReadyState,
} from "@solana/wallet-adapter-base";
import { useWallet } from "@solana/wallet-adapter-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useWalletState } from "../wallet-state";
import { reportConnectionError } from "./connection-errors";

/** The choice stays visible for a moment before the dialog closes (API 10). */
export const CLOSE_DELAY_MS = 150;

/**
 * Selecting stores the name, and the library connects a wallet that is ready. One that is not ready
 * stays selected, so that it connects on the first visit after it was installed.
 */
export function useChooseWallet(): { choose: (name: string) => void; chosen: string | null } {
  const { select, connect, wallet, wallets, connected } = useWallet();
  const [chosen, setChosen] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const choose = useCallback(
    (name: string) => {
      const target = wallets.find(({ adapter }) => adapter.name === name);
      if (target === undefined) return;
      const isReady =
        target.readyState === WalletReadyState.Installed ||
        target.readyState === WalletReadyState.Loadable;
      useWalletState.getState().markChosen();
      setChosen(name);
      select(name as WalletName);
      if (!isReady) reportConnectionError(new WalletNotReadyError(), target.adapter);
      else if (wallet?.adapter === target.adapter && !connected) void connect().catch(() => null);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        useWalletState.getState().closeDialog();
        setChosen(null);
      }, CLOSE_DELAY_MS);
    },
    [connect, connected, select, wallet, wallets],
  );

  return { choose, chosen };
}
