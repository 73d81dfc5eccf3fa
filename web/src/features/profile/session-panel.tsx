import { useState } from "react";
import { logout } from "@/lib/auth/session-api";
import { readToken } from "@/lib/auth/stored-tokens";
import { forgetTokens } from "@/lib/auth/tokens";
import { shortAddress } from "@/lib/format";
import { useWallet } from "@/lib/wallet-store";
import { Button } from "@/ui/button";
import { Bar, FactLine, Facts, Prose } from "@/ui/page";
import { Panel } from "@/ui/panel";

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

function expiry(kind: "access" | "refresh", address: string): string {
  const token = readToken(kind, address);
  return token === null ? "–" : time.format(token.expirationTime * 1000);
}

/** This device's session. The server keeps no list of the others that it would show. */
export function SessionPanel({ address }: { readonly address: string }) {
  const session = useWallet((state) => state.session);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const signOut = async () => {
    const refresh = readToken("refresh", address);
    setIsBusy(true);
    setProblem(null);
    try {
      if (refresh !== null) await logout(refresh.token);
      forgetTokens(address);
    } catch {
      setProblem("The server did not answer, so the session was kept. Try again.");
      setIsBusy(false);
    }
  };
  return (
    <Panel title="Session on this device">
      <Facts>
        <FactLine label="Wallet">
          <span className="figures" title={address}>
            {shortAddress(address)}
          </span>
        </FactLine>
        <FactLine label="Renews itself until">
          <span className="figures">{expiry("refresh", address)}</span>
        </FactLine>
        <FactLine label="This token ends">
          <span className="figures">{expiry("access", address)}</span>
        </FactLine>
      </Facts>
      <Prose>
        <p>
          A wallet can have 20 sessions; the 21st ends the oldest. The server shows no list of them,
          so one on another device is ended there, or by not being used.
        </p>
        {problem === null ? null : <p role="alert">{problem}</p>}
      </Prose>
      <Bar>
        <Button disabled={isBusy} onClick={() => void signOut()}>
          Sign out here
        </Button>
        <Button look="ghost" onClick={() => void session.disconnect()}>
          Disconnect the wallet
        </Button>
      </Bar>
    </Panel>
  );
}
