import { BURNER_WALLET_NAME } from "../model/burner";
import type { ListedWallet } from "../model/wallet-list";
import css from "./wallet-dialog.module.css";

const BURNER_NOTE = "Play money. The key stays in this browser.";

interface WalletRowProps {
  readonly wallet: ListedWallet;
  readonly isChosen: boolean;
  readonly onChoose: (name: string) => void;
}

export function WalletRow({ wallet, isChosen, onChoose }: WalletRowProps) {
  return (
    <li>
      <button
        type="button"
        className={css["row"]}
        data-chosen={isChosen}
        onClick={() => onChoose(wallet.name)}
      >
        <img className={css["icon"]} src={wallet.icon} alt="" width={28} height={28} />
        <span className={css["names"]}>
          <span className={css["name"]}>{wallet.name}</span>
          {wallet.name === BURNER_WALLET_NAME && <span className={css["note"]}>{BURNER_NOTE}</span>}
        </span>
        {wallet.isInstalled && <span className={css["detected"]}>Detected</span>}
      </button>
    </li>
  );
}
