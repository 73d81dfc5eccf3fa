import { useOneClick } from "@/api/one-click";
import { delegateProblem } from "@/copy/one-click";
import { useTradingAccount } from "@/domain/account";
import { engineClock } from "@/domain/clock";
import type { Market, Side } from "@/domain/model";
import type { SendStage } from "@/state/wallet-api.types";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { WalletSlot } from "@/ui/wallet/wallet-slot";
import { useNeedsTestMoney } from "../account/use-needs-test-money";
import css from "./ticket.module.css";

const STAGE_TEXT: Readonly<Record<SendStage, string>> = {
  idle: "Checking the price…",
  building: "Preparing…",
  signing: "Sign in your wallet…",
  sending: "Sending…",
  confirming: "Confirming…",
  awaitingExchange: "Filling your order…",
};

interface TicketActionProps {
  readonly market: Market;
  readonly side: Side;
  readonly label: string;
  readonly isReady: boolean;
  /** True from the click on: the quote may have to be renewed before anything is built. */
  readonly isSending: boolean;
  /** Offers test money to an empty wallet; false where another part of the page does. */
  readonly hasFaucet: boolean;
}

/** The one next step: connect, deposit, or send the order. */
export function TicketAction(props: TicketActionProps) {
  const { market, side, label, isReady, isSending, hasFaucet } = props;
  const { address, account, isKnown, isLoading } = useTradingAccount();
  const { session, stage, openDialog, isReady: hasWallet } = useWallet();
  const active = useOneClick((state) => state.active);
  const needsMoney = useNeedsTestMoney();
  if (address === null) {
    return (
      <div className={css["action"]}>
        <Button
          look="accent"
          size="large"
          disabled={!hasWallet}
          aria-label="Connect wallet to trade"
          onClick={session.openConnectDialog}
        >
          Connect wallet
        </Button>
      </div>
    );
  }
  if (!account) {
    return (
      <div className={css["action"]}>
        {needsMoney && hasFaucet ? (
          <div className={css["faucet"]}>
            <WalletSlot name="faucet" />
          </div>
        ) : null}
        <Button
          look={needsMoney && hasFaucet ? "plain" : "accent"}
          size="large"
          disabled={!isKnown}
          onClick={() => openDialog({ kind: "deposit", marginAccountId: null })}
        >
          {isLoading ? "Loading your account…" : "Deposit to start trading"}
        </Button>
      </div>
    );
  }
  const isOneClick =
    active !== null &&
    active.owner === address &&
    delegateProblem(active, market.marketId, engineClock.now()) === null;
  const isBusy = isSending || stage !== "idle";
  return (
    <div className={css["action"]}>
      <Button
        type="submit"
        look={side === "long" ? "up" : "down"}
        size="large"
        disabled={!isReady || isBusy}
        title={isOneClick ? "One-click: no wallet prompt" : undefined}
      >
        {isOneClick && !isBusy ? (
          <span className={css["oneClick"]} aria-hidden="true">
            One-click
          </span>
        ) : null}
        {isBusy ? STAGE_TEXT[stage] : label}
      </Button>
    </div>
  );
}
