import { Sheet } from "@/ui/page/sheet";
import { useWalletSession } from "../session/use-wallet-session";
import { useDialogAddress } from "../use-dialog-address";
import { useFocusReturn } from "../use-focus-return";
import { EnableForm } from "./enable-form";
import { StatusView } from "./status-view";
import { useOneClickStatus } from "./use-one-click-status";

interface OneClickDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Turns one-click trading on and off for this browser. */
export function OneClickDialog({ open, onOpenChange }: OneClickDialogProps) {
  const { address } = useWalletSession();
  const held = useDialogAddress(open, address);
  const status = useOneClickStatus();
  const isOpen = open && held !== null;
  useFocusReturn(isOpen);
  const close = () => onOpenChange(false);
  return (
    <Sheet title="One-click trading" open={isOpen} onOpenChange={onOpenChange} from="center">
      {held === null ? null : status.kind === "on" ? (
        <StatusView key={held} address={held} status={status} onDone={close} />
      ) : (
        <EnableForm key={held} address={held} status={status} onDone={close} />
      )}
    </Sheet>
  );
}
