import { WalletReadyState } from "@solana/wallet-adapter-base";
import { useWallet } from "@solana/wallet-adapter-react";
import { ChevronDown } from "lucide-react";
import { Collapsible } from "radix-ui";
import { useMemo, useState } from "react";
import { Sheet } from "@/ui/page/sheet";
import {
  dialogTitle,
  type ListedWallet,
  splitWallets,
  toggleLabel,
  type WalletList,
} from "../model/wallet-list";
import { useFocusReturn } from "../use-focus-return";
import { useWalletState } from "../wallet-state";
import { useChooseWallet } from "./use-choose-wallet";
import css from "./wallet-dialog.module.css";
import { WalletRow } from "./wallet-row";

function useWalletList(): WalletList {
  const { wallets } = useWallet();
  return useMemo(
    () =>
      splitWallets(
        wallets.map(({ adapter, readyState }) => ({
          name: adapter.name,
          icon: adapter.icon,
          isInstalled: readyState === WalletReadyState.Installed,
        })),
      ),
    [wallets],
  );
}

/** The wallet chooser, as the API 10 describes it. */
export function WalletDialog() {
  const isOpen = useWalletState((state) => state.isDialogOpen);
  const closeDialog = useWalletState((state) => state.closeDialog);
  const list = useWalletList();
  const { choose, chosen } = useChooseWallet();
  useFocusReturn(isOpen);
  return (
    <Sheet
      title={dialogTitle(list)}
      open={isOpen}
      onOpenChange={(open) => !open && closeDialog()}
      from="center"
    >
      <div className={css["chooser"]}>
        {list.installed.length > 0 ? (
          <Rows wallets={list.installed} chosen={chosen} onChoose={choose} label="Installed" />
        ) : (
          <p className={css["lead"]}>
            A wallet keeps your keys and signs your trades. Install one in this browser, then reload
            this page.
          </p>
        )}
        {list.others.length > 0 && <OtherWallets list={list} chosen={chosen} onChoose={choose} />}
      </div>
    </Sheet>
  );
}

interface OtherWalletsProps {
  readonly list: WalletList;
  readonly chosen: string | null;
  readonly onChoose: (name: string) => void;
}

function OtherWallets({ list, chosen, onChoose }: OtherWalletsProps) {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <Collapsible.Root className={css["more"]} open={isExpanded} onOpenChange={setExpanded}>
      <Collapsible.Content className={css["others"]}>
        <Rows wallets={list.others} chosen={chosen} onChoose={onChoose} label="Other wallets" />
      </Collapsible.Content>
      <Collapsible.Trigger className={css["toggle"]}>
        {toggleLabel(list, isExpanded)}
        <ChevronDown size={16} aria-hidden="true" />
      </Collapsible.Trigger>
    </Collapsible.Root>
  );
}

interface RowsProps {
  readonly wallets: readonly ListedWallet[];
  readonly chosen: string | null;
  readonly onChoose: (name: string) => void;
  readonly label: string;
}

function Rows({ wallets, chosen, onChoose, label }: RowsProps) {
  return (
    <ul className={css["list"]} aria-label={label}>
      {wallets.map((wallet) => (
        <WalletRow
          key={wallet.name}
          wallet={wallet}
          isChosen={chosen === wallet.name}
          onChoose={onChoose}
        />
      ))}
    </ul>
  );
}
