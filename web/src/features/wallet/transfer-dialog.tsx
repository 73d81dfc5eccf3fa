import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Droplets } from "lucide-react";
import { toast } from "sonner";
import { ApiError } from "@/lib/api";
import { statusQuery, userKey } from "@/lib/queries";
import type { TransferDialogProps } from "@/lib/wallet-seam";
import { Button } from "@/ui/button";
import { Sheet } from "@/ui/sheet";
import { CreateAccountForm } from "./create-account-form";
import { DepositForm } from "./deposit-form";
import { useFocusReturn } from "./use-focus-return";
import { useWalletSession } from "./use-wallet-session";
import { requestFaucet } from "./wallet-api";
import { WithdrawForm } from "./withdraw-form";

/** Deposits into a margin account; without one it creates the account with its first deposit. */
export function DepositDialog({ open, onOpenChange, marginAccountId }: TransferDialogProps) {
  const { address } = useWalletSession();
  const title = marginAccountId === null ? "Create a margin account" : "Deposit";
  const close = () => onOpenChange(false);
  useFocusReturn(open && address !== null);
  return (
    <Sheet title={title} open={open && address !== null} onOpenChange={onOpenChange} from="center">
      {address === null ? null : marginAccountId === null ? (
        <CreateAccountForm address={address} onDone={close} />
      ) : (
        <DepositForm address={address} marginAccountId={marginAccountId} onDone={close} />
      )}
    </Sheet>
  );
}

export function WithdrawDialog({ open, onOpenChange, marginAccountId }: TransferDialogProps) {
  const { address } = useWalletSession();
  const isOpen = open && address !== null && marginAccountId !== null;
  useFocusReturn(isOpen);
  return (
    <Sheet title="Withdraw" open={isOpen} onOpenChange={onOpenChange} from="center">
      {address !== null && marginAccountId !== null && (
        <WithdrawForm
          address={address}
          marginAccountId={marginAccountId}
          onDone={() => onOpenChange(false)}
        />
      )}
    </Sheet>
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
