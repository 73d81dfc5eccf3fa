import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Bar, Page } from "@/ui/page/page";
import { Empty, Failure, Loading, StaleNote } from "@/ui/page/panel";
import { Tabs } from "@/ui/page/tabs";
import { Term } from "@/ui/term";
import { WalletGate } from "@/ui/wallet/wallet-gate";
import { type ContestKind, contestsQuery, countsQuery } from "./api";
import { ContestCard } from "./contest-card";
import css from "./contests.module.css";

const KINDS: readonly { readonly id: ContestKind; readonly label: string }[] = [
  { id: "live", label: "Live" },
  { id: "upcoming", label: "Upcoming" },
  { id: "finished", label: "Finished" },
  { id: "joined", label: "Joined" },
];
const NOTHING: Readonly<Record<ContestKind, string>> = {
  live: "No live contests",
  upcoming: "No upcoming contests",
  finished: "No finished contests",
  joined: "You have not joined a contest",
};
/** Contests shown at once; more on demand. */
const SHOWN_STEP = 12;

export function ContestsPage() {
  const address = useWallet((state) => state.session.address);
  const [kind, setKind] = useState<ContestKind>("live");
  const { data: counts } = useQuery(countsQuery(address));
  return (
    <Page
      title="Contests"
      lead={
        <>
          A <Term id="contest">contest</Term> ranks you by return on your own capital. Joining is
          free; you can still lose what you trade with.
        </>
      }
    >
      <Tabs
        label="Contests"
        value={kind}
        onChange={(id) => setKind(id as ContestKind)}
        tabs={KINDS.map(({ id, label }) => ({
          id,
          label: (
            <>
              {label}
              {counts && (id !== "joined" || address !== null) ? (
                <span className={`figures ${css["count"]}`}>{counts[id]}</span>
              ) : null}
            </>
          ),
          content:
            id !== "joined" ? (
              <ContestList kind={id} address={address} />
            ) : (
              <WalletGate what="Your contests" isPlural why="Connect the wallet you joined with.">
                {(mine) => <ContestList kind={id} address={mine} />}
              </WalletGate>
            ),
        }))}
      />
    </Page>
  );
}

interface ListProps {
  readonly kind: ContestKind;
  readonly address: string | null;
}

function ContestList({ kind, address }: ListProps) {
  const [shown, setShown] = useState(SHOWN_STEP);
  const query = useQuery(contestsQuery(kind, address));
  const failure = useQueryFailure(query);
  const { data, isError, refetch } = query;
  if (failure) return <Failure what="Contests" error={failure} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="contests" lines={6} />;
  if (data.length === 0) return <Empty title={NOTHING[kind]} />;
  return (
    <>
      <StaleNote isStale={isError} />
      <ul className={css["cards"]}>
        {data.slice(0, shown).map((contest) => (
          <ContestCard key={contest.id} contest={contest} />
        ))}
      </ul>
      {data.length > shown ? (
        <Bar>
          <Button onClick={() => setShown(shown + SHOWN_STEP)}>
            Show more ({data.length - shown})
          </Button>
        </Bar>
      ) : null}
    </>
  );
}
