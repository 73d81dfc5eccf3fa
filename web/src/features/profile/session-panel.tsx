import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { logout } from "@/api/auth/session-api";
import { forgetTokens } from "@/api/auth/tokens";
import { ApiError } from "@/api/http";
import { useQueryFailure } from "@/api/query-failure";
import { readerLocale } from "@/domain/reader/locale";
import type { OwnSession, SessionList } from "@/generated/api";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Bar, Prose } from "@/ui/page/page";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { endSession, sessionsKey, sessionsQuery } from "./api";
import { inOrder, methodWords } from "./model/sessions";
import css from "./profile.module.css";
import { SignOutSheet } from "./sign-out-sheet";

/** Wall-clock times of sessions, in the reader's zone. */
function localTime(atS: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(readerLocale(), options).format(atS * 1000);
}
const localDay = (atS: number) => localTime(atS, { dateStyle: "medium" });
const localDateTime = (atS: number) => localTime(atS, { dateStyle: "medium", timeStyle: "short" });

/** The wallet's sessions, wherever they were opened, and the ways to end them. */
export function SessionPanel({ address }: { readonly address: string }) {
  const wallet = useWallet((state) => state.session);
  const [isAsking, setIsAsking] = useState(false);
  const [said, setSaid] = useState("");
  const ask = (isOpen: boolean) => {
    setIsAsking(isOpen);
    if (isOpen) setSaid("");
  };
  return (
    <Panel title="Sessions">
      <Sessions address={address} />
      <Prose>
        <p>
          Sessions end 30 days after sign-in. You can have up to 20; the oldest is signed out first.
          Device names and addresses are not stored.
        </p>
        <p role="status" className={css["said"]}>
          {said}
        </p>
      </Prose>
      <Bar>
        <Button onClick={() => ask(true)}>Sign out everywhere…</Button>
        <Button look="ghost" onClick={() => void wallet.disconnect()}>
          Disconnect wallet
        </Button>
      </Bar>
      <SignOutSheet address={address} isOpen={isAsking} onOpenChange={ask} onDone={setSaid} />
    </Panel>
  );
}

function Sessions({ address }: { readonly address: string }) {
  const query = useQuery(sessionsQuery(address));
  const failure = useQueryFailure(query);
  if (failure) {
    return <Failure what="Your sessions" error={failure} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Loading label="your sessions" />;
  const { sessions } = query.data;
  const isAlone = sessions.every(({ isCurrent }) => isCurrent);
  return (
    <>
      <ul className={css["sessions"]} aria-label="Your sessions">
        {inOrder(sessions).map((session) => (
          <SessionRow key={session.id} address={address} session={session} />
        ))}
      </ul>
      {isAlone ? <p className={css["alone"]}>No other sessions.</p> : null}
    </>
  );
}

interface SessionRowProps {
  readonly address: string;
  readonly session: OwnSession;
}

function SessionRow({ address, session }: SessionRowProps) {
  const { createdAt, lastUsedAt, expiresAt, method, isCurrent } = session;
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const since = localDateTime(createdAt);
  const end = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      if (isCurrent) return await signOutHere(address);
      await endSession(address, session.id);
      queryClient.setQueryData<SessionList>(sessionsKey(address), (known) =>
        known ? { sessions: known.sessions.filter(({ id }) => id !== session.id) } : known,
      );
    } catch (error) {
      const text = error instanceof ApiError ? error.humanText : "Something unexpected happened.";
      setProblem(`Could not sign out. ${text}`);
      setIsBusy(false);
    }
  };
  return (
    <li className={css["session"]}>
      <div>
        <strong>{isCurrent ? "This browser" : "Another browser or device"}</strong>
        <p>
          Signed in on <span className="figures">{since}</span> {methodWords(method)}
        </p>
        <p className="quiet">
          Last renewed{" "}
          <span className="figures">{lastUsedAt === null ? "–" : localDateTime(lastUsedAt)}</span> ·
          ends <span className="figures">{localDay(expiresAt)}</span>
        </p>
        {problem === null ? null : <p role="alert">{problem}</p>}
      </div>
      <Button
        size="small"
        disabled={isBusy}
        aria-label={isCurrent ? undefined : `Sign out the session of ${since}`}
        onClick={() => void end()}
      >
        {isCurrent ? "Sign out this browser" : "Sign out"}
      </Button>
    </li>
  );
}

/** By the cookie, which ends the session also when the access token has expired. */
async function signOutHere(address: string): Promise<void> {
  await logout(address);
  forgetTokens(address);
}
