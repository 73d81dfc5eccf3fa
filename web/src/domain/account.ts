/** The margin account that the ticket, the positions and the dialogs work on. */
import { useQuery } from "@tanstack/react-query";
import { create } from "zustand";
import { marginAccountsQuery } from "@/api/queries";
import { useQueryFailure } from "@/api/query-failure";
import { useWallet } from "@/state/wallet-store";
import type { MarginAccount } from "./model";

interface SelectionState {
  readonly selectedId: number | null;
  select(id: number): void;
}

export const useAccountSelection = create<SelectionState>()((set) => ({
  selectedId: null,
  select: (selectedId) => set({ selectedId }),
}));

/** The chosen account, else the one with the lowest id, else null. */
function chooseAccount(
  accounts: readonly MarginAccount[],
  selectedId: number | null,
): MarginAccount | null {
  const byId = [...accounts].sort((a, b) => a.id - b.id);
  return byId.find((account) => account.id === selectedId) ?? byId[0] ?? null;
}

export interface TradingAccount {
  readonly address: string | null;
  readonly account: MarginAccount | null;
  readonly accounts: readonly MarginAccount[];
  /** Whether the accounts have been read: no account before that does not mean there is none. */
  readonly isKnown: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly isStale: boolean;
  retry(): void;
}

/**
 * Opens the deposit into the account in use, or into a first one; null until it is known which: an
 * account that has not been read yet would be taken for none, and another one opened.
 */
export function useDeposit(): (() => void) | null {
  const { account, isKnown } = useTradingAccount();
  const openDialog = useWallet((state) => state.openDialog);
  if (!isKnown) return null;
  return () => openDialog({ kind: "deposit", marginAccountId: account?.id ?? null });
}

export function useTradingAccount(): TradingAccount {
  const address = useWallet((state) => state.session.address);
  const selectedId = useAccountSelection((state) => state.selectedId);
  const query = useQuery({
    ...marginAccountsQuery(address ?? ""),
    enabled: address !== null,
  });
  const failure = useQueryFailure(query);
  const accounts = address === null ? [] : (query.data ?? []);
  return {
    address,
    accounts,
    account: chooseAccount(accounts, selectedId),
    isKnown: address !== null && query.data !== undefined,
    isLoading: address !== null && query.isPending && failure === null,
    error: failure,
    isStale: query.isError && query.data !== undefined,
    retry: () => void query.refetch(),
  };
}
