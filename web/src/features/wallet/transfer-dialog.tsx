import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Droplets } from "lucide-react";
import { ApiError } from "@/api/http";
import { statusQuery, userKey } from "@/api/queries";
import { toast } from "@/state/toast";
import type { TransferDialogProps } from "@/state/wallet-api.types";
import { Button } from "@/ui/button";
import formCss from "@/ui/form.module.css";
import { Sheet } from "@/ui/sheet";
import { CreateAccountForm } from "./create-account-form";
import { DepositForm } from "./deposit-form";
import { useWalletSession } from "./session/use-wallet-session";
import { useDialogAddress } from "./use-dialog-address";
import { useFocusReturn } from "./use-focus-return";
import { requestFaucet } from "./wallet-api";
import { WithdrawForm } from "./withdraw-form";

/** Deposits into a margin account; without one it creates the account with its first deposit. */
export function DepositDialog({ open, onOpenChange, marginAccountId }: TransferDialogProps) {
  const { address } = useWalletSession();
  const held = useDialogAddress(open, address);
  const title = marginAccountId === null ? "Create a margin account" : "Deposit";
  const close = () => onOpenChange(false);
  useFocusReturn(open && held !== null);
  return (
    <Sheet title={title} open={open && held !== null} onOpenChange={onOpenChange} from="center">
      {address === null && <WalletGone />}
      {held === null ? null : marginAccountId === null ? (
        <CreateAccountForm key={held} address={held} onDone={close} />
      ) : (
        <DepositForm key={held} address={held} marginAccountId={marginAccountId} onDone={close} />
      )}
    </Sheet>
  );
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

/** The wallet went away under an open form; the form waits for it. */
function WalletGone() {
  const { openConnectDialog } = useWalletSession();
  return (
    <div className={formCss["form"]} role="status">
      <p>The wallet has disconnected. What you typed is kept.</p>
      <Button onClick={openConnectDialog}>Connect it again</Button>
    </div>
  );
}

/** Test money for the connected wallet; stands only where the server is a local one. */
export function FaucetButton() {
  const { address } = useWalletSession();
  const { data: env } = useQuery({ ...statusQuery, select: (status) => status.env });
  const queryClient = useQueryClient();
  const faucet = useMutation({
    mutationFn: requestFaucet,
    onSuccess: async (_drop, user) => {
      toast.success("Test money is on its way: 2 SOL, 10,000 USD and 10,000 ACRE");
      await queryClient.invalidateQueries({ queryKey: userKey(user) });
    },
    onError: (error) => {
      const reason = error instanceof ApiError ? error.humanText : "The server did not answer.";
      toast.error("No test money this time", { description: reason });
    },
  });
  if (address === null || env !== "local") return null;
  return (
    <Button onClick={() => faucet.mutate(address)} disabled={faucet.isPending}>
      <Droplets size={16} aria-hidden="true" />
      {faucet.isPending ? "Sending test money…" : "Get test money"}
    </Button>
  );
}
