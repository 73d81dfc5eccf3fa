import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { logout } from "@/api/auth/session-api";
import { forgetTokens } from "@/api/auth/tokens";
import { ApiError } from "@/api/http";
import { useQueryFailure } from "@/api/query-failure";
import type { OwnSession, SessionList } from "@/generated/api";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Bar, Prose } from "@/ui/page";
import { Failure, Loading, Panel } from "@/ui/panel";
import { endSession, sessionsKey, sessionsQuery } from "./api";
import { inOrder, methodWords } from "./model/sessions";
import css from "./profile.module.css";
import { SignOutSheet } from "./sign-out-sheet";

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });

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
          A session in use renews itself about every quarter of an hour and ends 30 days after its
          sign-in. Nothing of a device is kept, neither its address nor its name: the times are how
          you tell your sessions apart. The 21st ends the oldest.
        </p>
        <p role="status" className={css["said"]}>
          {said}
        </p>
      </Prose>
      <Bar>
        <Button onClick={() => ask(true)}>Sign out everywhere…</Button>
        <Button look="ghost" onClick={() => void wallet.disconnect()}>
          Disconnect the wallet
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
      <ul aria-label="Your sessions">
        {inOrder(sessions).map((session) => (
          <SessionRow key={session.id} address={address} session={session} />
        ))}
      </ul>
      {isAlone ? <p className={css["alone"]}>You are signed in nowhere else.</p> : null}
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
  const since = time.format(createdAt * 1000);
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
      setProblem(`The session was not ended. ${text}`);
      setIsBusy(false);
    }
  };
  return (
    <li className={css["session"]}>
      <div>
        <strong>{isCurrent ? "This browser" : "Another browser or device"}</strong>
        <p>
          Signed in <span className="figures">{since}</span> {methodWords(method)}
        </p>
        <p className="quiet">
          Last renewed{" "}
          <span className="figures">
            {lastUsedAt === null ? "–" : time.format(lastUsedAt * 1000)}
          </span>{" "}
          · ends <span className="figures">{day.format(expiresAt * 1000)}</span>
        </p>
        {problem === null ? null : <p role="alert">{problem}</p>}
      </div>
      <Button
        size="small"
        disabled={isBusy}
        aria-label={isCurrent ? undefined : `Sign out the session of ${since}`}
        onClick={() => void end()}
      >
        {isCurrent ? "Sign out here" : "Sign out"}
      </Button>
    </li>
  );
}

/** By the cookie, which ends the session also when the access token has expired. */
async function signOutHere(address: string): Promise<void> {
  await logout(address);
  forgetTokens(address);
}
