import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { ApiError } from "@/api/http";
import { userKey } from "@/api/queries";
import { formatDateTime } from "@/domain/format";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { FactLine, Facts } from "@/ui/facts";
import form from "@/ui/form.module.css";
import { Prose } from "@/ui/page";
import { Panel } from "@/ui/panel";
import { participate, participationQuery } from "./api";
import css from "./points.module.css";

/** Points begin when one takes part, never before: said before anything else. */
export function ParticipationPanel() {
  const { session, isReady } = useWallet();
  return (
    <Panel title="Taking part">
      <Prose>
        <p>Points begin when you take part; what you held before does not count. It is free.</p>
        {session.address === null ? (
          <Button look="accent" disabled={!isReady} onClick={session.openConnectDialog}>
            Connect a wallet to take part
          </Button>
        ) : !session.signedIn ? (
          <Button look="accent" onClick={() => void session.signIn()}>
            Sign in to take part
          </Button>
        ) : null}
      </Prose>
      {session.address === null ? null : (
        <Facts key={session.address}>
          <Programme
            label="The running season"
            address={session.address}
            isPerpetual={false}
            maySend={session.signedIn}
          />
          <Programme
            label="Perpetual programme"
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
              ? "taking part"
              : `since ${formatDateTime(data.participatedAt)}`}
          </span>
        ) : maySend ? (
          <Button
            size="small"
            look={isPerpetual ? "plain" : "accent"}
            disabled={data === undefined || join.isPending}
            onClick={() => join.mutate()}
          >
            {join.isPending ? "Just a moment…" : "Take part"}
          </Button>
        ) : (
          <span className="quiet">{data ? "not taking part" : "–"}</span>
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
