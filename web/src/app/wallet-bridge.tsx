import { useEffect } from "react";
import { createPortal } from "react-dom";
import { ConnectButton } from "@/features/wallet/connect-button";
import { FaucetButton } from "@/features/wallet/faucet";
import { OneClickDialog } from "@/features/wallet/one-click/one-click-dialog";
import { OneClickKeeper } from "@/features/wallet/one-click/one-click-keeper";
import { useSendCommand } from "@/features/wallet/send/use-send-command";
import { useWalletSession } from "@/features/wallet/session/use-wallet-session";
import { DepositDialog, WithdrawDialog } from "@/features/wallet/transfer-dialog";
import { WalletRoot } from "@/features/wallet/wallet-provider";
import { useWallet } from "@/state/wallet-store";
import { UserStream } from "./user-stream/user-stream";

/** Joins the wallet feature with the pages: state into the wallet store, buttons into slots. */
export function WalletBridge() {
  return (
    <WalletRoot>
      <SessionPublisher />
      <UserStream />
      <OneClickKeeper />
      <SlotFillers />
      <Dialogs />
    </WalletRoot>
  );
}

function SessionPublisher() {
  const session = useWalletSession();
  const { send, stage } = useSendCommand();
  useEffect(() => {
    useWallet.setState({ session, send, stage, isReady: true });
  }, [session, send, stage]);
  return null;
}

function SlotFillers() {
  const slots = useWallet((state) => state.slots);
  return (
    <>
      {slots.connect ? createPortal(<ConnectButton />, slots.connect) : null}
      {slots.faucet ? createPortal(<FaucetButton />, slots.faucet) : null}
    </>
  );
}

function Dialogs() {
  const dialog = useWallet((state) => state.dialog);
  const openDialog = useWallet((state) => state.openDialog);
  const onOpenChange = (open: boolean) => {
    if (!open) openDialog(null);
  };
  const marginAccountId = dialog && "marginAccountId" in dialog ? dialog.marginAccountId : null;
  return (
    <>
      <DepositDialog
        open={dialog?.kind === "deposit"}
        onOpenChange={onOpenChange}
        marginAccountId={marginAccountId}
      />
      <WithdrawDialog
        open={dialog?.kind === "withdraw"}
        onOpenChange={onOpenChange}
        marginAccountId={marginAccountId}
      />
      <OneClickDialog open={dialog?.kind === "one-click"} onOpenChange={onOpenChange} />
    </>
  );
}
