import { Link } from "@tanstack/react-router";
import {
  Check,
  ChevronDown,
  Copy,
  LogIn,
  LogOut,
  MonitorSmartphone,
  User,
  Wallet,
  WalletCards,
  Zap,
} from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ReactNode, useState } from "react";
import { shortAddress } from "@/domain/format";
import { toast } from "@/state/toast";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { useOneClickStatus } from "../one-click/use-one-click-status";
import { useWalletSession } from "../session/use-wallet-session";
import type { ConnectedWallet } from "../wallet-state";
import { AccountHub } from "./account-hub";
import { ThemeChoices } from "./theme-choices";
import css from "./wallet-menu.module.css";

/** The connected wallet: balances and next step, then pages, settings and the wallet itself. */
export function WalletMenu({ wallet }: { readonly wallet: ConnectedWallet }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>
        <Button aria-label={`Wallet ${shortAddress(wallet.address)}`} title={wallet.address}>
          <img className={css["icon"]} src={wallet.icon} alt="" width={18} height={18} />
          <span className="figures">{shortAddress(wallet.address)}</span>
          <OneClickBadge />
          <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={css["menu"]}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // A dialog that an item has opened keeps the focus.
            if (useWallet.getState().dialog !== null) event.preventDefault();
          }}
        >
          <AccountHub address={wallet.address} />
          <Separator />
          <PageItem to="/profile" icon={<User size={16} aria-hidden="true" />}>
            Profile
          </PageItem>
          <PageItem to="/accounts" icon={<WalletCards size={16} aria-hidden="true" />}>
            Accounts
          </PageItem>
          <PageItem to="/profile" icon={<MonitorSmartphone size={16} aria-hidden="true" />}>
            Sessions
          </PageItem>
          <OneClickItem />
          <ThemeChoices />
          <Separator />
          <WalletItems wallet={wallet} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const ONE_CLICK = {
  noAccount: "Off",
  off: "Off",
  on: "On",
  expired: "Expired",
  elsewhere: "On in another browser",
} as const;

/** Orders of this browser are signed without a prompt. */
function OneClickBadge() {
  const { kind } = useOneClickStatus();
  if (kind !== "on") return null;
  return <Zap size={14} className={css["badge"]} role="img" aria-label="One-click trading is on" />;
}

function OneClickItem() {
  const { kind } = useOneClickStatus();
  const openDialog = useWallet((state) => state.openDialog);
  return (
    <DropdownMenu.Item className={css["item"]} onSelect={() => openDialog({ kind: "one-click" })}>
      <Zap size={16} aria-hidden="true" /> One-click trading
      <span className={css["state"]}>{ONE_CLICK[kind]}</span>
    </DropdownMenu.Item>
  );
}

const Separator = () => <DropdownMenu.Separator className={css["separator"]} />;

interface PageItemProps {
  readonly to: "/profile" | "/accounts";
  readonly icon: ReactNode;
  readonly children: string;
}

function PageItem({ to, icon, children }: PageItemProps) {
  return (
    <DropdownMenu.Item className={css["item"]} asChild>
      <Link to={to}>
        {icon} {children}
      </Link>
    </DropdownMenu.Item>
  );
}

function WalletItems({ wallet }: { readonly wallet: ConnectedWallet }) {
  const { signedIn, signIn, disconnect, openConnectDialog } = useWalletSession();
  return (
    <>
      <DropdownMenu.Label className={css["label"]}>
        <span className={css["name"]}>{wallet.name}</span>
        <span>{signedIn ? "Signed in" : "Connected, not signed in"}</span>
      </DropdownMenu.Label>
      {signedIn ? null : (
        <DropdownMenu.Item className={css["item"]} onSelect={() => void signIn()}>
          <LogIn size={16} aria-hidden="true" /> Sign in
        </DropdownMenu.Item>
      )}
      <CopyItem address={wallet.address} />
      <DropdownMenu.Item className={css["item"]} onSelect={openConnectDialog}>
        <Wallet size={16} aria-hidden="true" /> Change wallet
      </DropdownMenu.Item>
      <DropdownMenu.Item className={css["item"]} onSelect={() => void disconnect()}>
        <LogOut size={16} aria-hidden="true" /> Disconnect
      </DropdownMenu.Item>
    </>
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

function CopyItem({ address }: { readonly address: string }) {
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  return (
    <DropdownMenu.Item
      className={css["item"]}
      onSelect={(event) => {
        event.preventDefault();
        void copyAddress(address).then(setCopied);
      }}
    >
      <Icon size={16} aria-hidden="true" /> {isCopied ? "Copied" : "Copy address"}
    </DropdownMenu.Item>
  );
}
