import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { marginAccountsQuery } from "@/api/queries";
import type { TransferDialogProps } from "@/state/wallet-api.types";
import { Button } from "@/ui/button";
import formCss from "@/ui/form/form.module.css";
import { Sheet } from "@/ui/page/sheet";
import { DepositForm, type DepositTarget } from "./deposit-form";
import { useWalletSession } from "./session/use-wallet-session";
import { useDialogAddress } from "./use-dialog-address";
import { useFocusReturn } from "./use-focus-return";
import { WithdrawForm } from "./withdraw-form";

/** Deposits into a margin account; without one the deposit creates it. */
export function DepositDialog({ open, onOpenChange, marginAccountId }: TransferDialogProps) {
  const { address } = useWalletSession();
  const held = useDialogAddress(open, address);
  const isOpen = open && held !== null;
  const target = useDepositTarget(held, isOpen, marginAccountId);
  useFocusReturn(isOpen);
  return (
    <Sheet
      title={target === "new" ? "New account" : "Deposit"}
      open={isOpen}
      onOpenChange={onOpenChange}
      from="center"
    >
      {address === null && <WalletGone />}
      {held === null ? null : (
        <DepositForm key={held} address={held} target={target} onDone={() => onOpenChange(false)} />
      )}
    </Sheet>
  );
}

/**
 * A wallet without accounts does not choose one: its first deposit creates it. An open dialog keeps
 * its target, also when that account appears before the dialog has closed.
 */
function useDepositTarget(
  held: string | null,
  isOpen: boolean,
  marginAccountId: number | null,
): DepositTarget {
  const [kept, setKept] = useState<"first" | "new" | null>(null);
  const { data } = useQuery({
    ...marginAccountsQuery(held ?? ""),
    enabled: isOpen && marginAccountId === null,
    refetchInterval: false,
  });
  const known = data === undefined ? null : data.length > 0 ? "new" : "first";
  const wanted = isOpen ? (kept ?? known) : null;
  if (wanted !== kept) setKept(wanted);
  return marginAccountId === null ? (wanted ?? "first") : { marginAccountId };
}

export function WithdrawDialog({ open, onOpenChange, marginAccountId }: TransferDialogProps) {
  const { address } = useWalletSession();
  const held = useDialogAddress(open, address);
  const isOpen = open && held !== null && marginAccountId !== null;
  useFocusReturn(isOpen);
  return (
    <Sheet title="Withdraw" open={isOpen} onOpenChange={onOpenChange} from="center">
      {address === null && <WalletGone />}
      {held !== null && marginAccountId !== null && (
        <WithdrawForm
          key={held}
          address={held}
          marginAccountId={marginAccountId}
          onDone={() => onOpenChange(false)}
        />
      )}
    </Sheet>
  );
}

/** The wallet disconnected under an open form, which keeps its values. */
function WalletGone() {
  const { openConnectDialog } = useWalletSession();
  return (
    <div className={formCss["form"]} role="status">
      <p>The wallet disconnected. Your entries are kept.</p>
      <Button onClick={openConnectDialog}>Reconnect</Button>
    </div>
  );
}
