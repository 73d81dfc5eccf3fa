import type { ReactNode } from "react";
import { useTokenState } from "@/api/auth/token-state";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import css from "@/ui/page/page.module.css";
import { Empty } from "@/ui/page/panel";

interface GateProps {
  /** What needs the wallet, for example "Your portfolio". */
  readonly what: string;
  /** Whether `what` is several things. */
  readonly isPlural?: boolean;
  /** What is shown here once it is there. */
  readonly why: ReactNode;
  readonly children: (address: string) => ReactNode;
}

/** Content of one wallet; without one, the way to connect it. */
export function WalletGate({ what, isPlural = false, why, children }: GateProps) {
  const { session, isReady } = useWallet();
  if (session.address !== null) return children(session.address);
  return (
    <div className={css["gate"]}>
      <Empty title={`${what} ${isPlural ? "need" : "needs"} a wallet`}>{why}</Empty>
      <Button look="accent" size="large" disabled={!isReady} onClick={session.openConnectDialog}>
        Connect a wallet
      </Button>
    </div>
  );
}

/** Content that the server shows to its owner only: needs a wallet and a session. */
export function SignInGate({ what, isPlural = false, why, children }: GateProps) {
  const session = useWallet((state) => state.session);
  const endedFor = useTokenState((state) => state.endedFor);
  return (
    <WalletGate what={what} isPlural={isPlural} why={why}>
      {(address) =>
        session.signedIn ? (
          children(address)
        ) : (
          <div className={css["gate"]}>
            <Empty title={`${what} ${isPlural ? "need" : "needs"} your signature`}>
              {endedFor === address
                ? "This browser was signed out: its session was ended elsewhere, or has run out. "
                : null}
              Sign a message with your wallet to show that it is yours. It costs nothing and moves
              nothing.
            </Empty>
            <Button look="accent" size="large" onClick={() => void session.signIn()}>
              Sign in
            </Button>
          </div>
        )
      }
    </WalletGate>
  );
}
