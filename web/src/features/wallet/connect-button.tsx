import { Wallet } from "lucide-react";
import { Button } from "@/ui/button";
import { WalletMenu } from "./menu/wallet-menu";
import { preloadRuntime } from "./wallet-provider";
import { useWalletState, type WalletStatus } from "./wallet-state";

const WAITING: Partial<Record<WalletStatus, string>> = {
  loading: "Loading wallet…",
  connecting: "Connecting…",
};

/** Opens the wallet dialog, or the menu of the connected wallet. */
export function ConnectButton() {
  const status = useWalletState((state) => state.status);
  const wallet = useWalletState((state) => state.wallet);
  const openDialog = useWalletState((state) => state.openDialog);
  if (wallet !== null) return <WalletMenu wallet={wallet} />;
  return (
    <Button
      look="accent"
      onClick={openDialog}
      onPointerEnter={preloadRuntime}
      onFocus={preloadRuntime}
      aria-haspopup="dialog"
    >
      <Wallet size={16} aria-hidden="true" />
      {WAITING[status] ?? "Connect wallet"}
    </Button>
  );
}
