import { Check, ChevronDown, Copy, LogIn, LogOut, Wallet } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { shortAddress } from "@/domain/format";
import { toast } from "@/state/toast";
import { Button } from "@/ui/button";
import css from "./connect-button.module.css";
import { useWalletSession } from "./session/use-wallet-session";
import { preloadRuntime } from "./wallet-provider";
import { type ConnectedWallet, useWalletState, type WalletStatus } from "./wallet-state";

const WAITING: Partial<Record<WalletStatus, string>> = {
  loading: "Loading wallet…",
  connecting: "Connecting…",
};

/** Opens the wallet dialog, or shows the connected wallet and what can be done with it. */
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

async function copyAddress(address: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(address);
    return true;
  } catch {
    toast.error("The browser did not allow copying.");
    return false;
  }
}

function WalletMenu({ wallet }: { readonly wallet: ConnectedWallet }) {
  const { signedIn, signIn, disconnect, openConnectDialog } = useWalletSession();
  const [isCopied, setCopied] = useState(false);
  return (
    <DropdownMenu.Root onOpenChange={() => setCopied(false)}>
      <DropdownMenu.Trigger asChild>
        <Button aria-label={`Wallet ${shortAddress(wallet.address)}`} title={wallet.address}>
          <img className={css["icon"]} src={wallet.icon} alt="" width={18} height={18} />
          <span className="figures">{shortAddress(wallet.address)}</span>
          <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css["menu"]} align="end" sideOffset={6}>
          <DropdownMenu.Label className={css["label"]}>
            <span className={css["name"]}>{wallet.name}</span>
            <span>{signedIn ? "Signed in" : "Connected, not signed in"}</span>
          </DropdownMenu.Label>
          <DropdownMenu.Separator className={css["separator"]} />
          {!signedIn && (
            <DropdownMenu.Item className={css["item"]} onSelect={() => void signIn()}>
              <LogIn size={16} aria-hidden="true" /> Sign in
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item
            className={css["item"]}
            onSelect={(event) => {
              event.preventDefault();
              void copyAddress(wallet.address).then(setCopied);
            }}
          >
            {isCopied ? (
              <Check size={16} aria-hidden="true" />
            ) : (
              <Copy size={16} aria-hidden="true" />
            )}
            {isCopied ? "Copied" : "Copy address"}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={css["item"]} onSelect={openConnectDialog}>
            <Wallet size={16} aria-hidden="true" /> Change wallet
          </DropdownMenu.Item>
          <DropdownMenu.Item className={css["item"]} onSelect={() => void disconnect()}>
            <LogOut size={16} aria-hidden="true" /> Disconnect
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
