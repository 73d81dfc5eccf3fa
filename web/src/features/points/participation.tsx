import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { ApiError } from "@/api/http";
import { userKey } from "@/api/queries";
import { formatDateTime } from "@/domain/format";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { FactLine, Facts } from "@/ui/figures/facts";
import form from "@/ui/form/form.module.css";
import { Prose } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { participate, participationQuery } from "./api";
import css from "./points.module.css";

/** Joining both programs, and what it means. */
export function ParticipationPanel() {
  const { session, isReady } = useWallet();
  return (
    <Panel title="Join">
      <Prose>
        <p>
          Points count from when you join; earlier holdings do not. Joining is free and moves no
          funds.
        </p>
        <p>
          <strong>Season 3</strong> has an end and a final ranking. The <strong>perpetual</strong>{" "}
          program has no end and earns while no season runs. You can join both; one earns at a time.
        </p>
        {session.address === null ? (
          <Button look="accent" disabled={!isReady} onClick={session.openConnectDialog}>
            Connect wallet to join
          </Button>
        ) : !session.signedIn ? (
          <Button look="accent" onClick={() => void session.signIn()}>
            Sign in to join
          </Button>
        ) : null}
      </Prose>
      {session.address === null ? null : (
        <Facts key={session.address}>
          <Programme
            label="Season 3"
            address={session.address}
            isPerpetual={false}
            maySend={session.signedIn}
          />
          <Programme
            label="Perpetual program"
            address={session.address}
            isPerpetual
            maySend={session.signedIn}
          />
        </Facts>
      )}
    </Panel>
  );
}

interface ProgrammeProps {
  readonly label: string;
  readonly address: string;
  readonly isPerpetual: boolean;
  readonly maySend: boolean;
}

function Programme({ label, address, isPerpetual, maySend }: ProgrammeProps) {
  const client = useQueryClient();
  const { data } = useQuery(participationQuery(address, isPerpetual));
  const join = useMutation({
    mutationFn: () => participate(address, isPerpetual),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: userKey(address) }),
        client.invalidateQueries({ queryKey: ["points"] }),
      ]),
  });
  return (
    <>
      <FactLine label={label}>
        {data?.isParticipating ? (
          <span className={css["since"]}>
            <Check size={14} aria-hidden="true" />
            {data.participatedAt === null
              ? "joined"
              : `since ${formatDateTime(data.participatedAt)}`}
          </span>
        ) : maySend ? (
          <Button
            size="small"
            look={isPerpetual ? "plain" : "accent"}
            disabled={data === undefined || join.isPending}
            onClick={() => join.mutate()}
          >
            {join.isPending ? "Joining…" : "Join"}
          </Button>
        ) : (
          <span className="quiet">{data ? "not joined" : "–"}</span>
        )}
      </FactLine>
      {join.error ? (
        <p className={form["problem"]} role="alert">
          {join.error instanceof ApiError ? join.error.humanText : join.error.message}
        </p>
      ) : null}
    </>
  );
}
