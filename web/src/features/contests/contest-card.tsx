import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useEngineNow } from "@/api/live";
import { DASH, formatDay } from "@/domain/format";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Amount, Rate } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { RankedWallet } from "@/ui/tables/ranking";
import { placeQuery, topQuery } from "./api";
import css from "./contests.module.css";
import {
  awaitsFinal,
  type Clock,
  type Contest,
  contestClock,
  METRICS,
  ordinal,
  startingRank,
} from "./model/contest";
import { useJoinContest } from "./use-join-contest";

/** From when to when, by day. */
export function datesOf({ startsAt, endsAt }: Pick<Contest, "startsAt" | "endsAt">): string {
  return `${formatDay(startsAt)} to ${formatDay(endsAt)}`;
}

/** A contest in short: its prize, its podium and a way to join; its name leads to its page. */
export function ContestCard({ contest }: { readonly contest: Contest }) {
  const clock = contestClock(contest, useEngineNow());
  const top = contest.prizes[0];
  return (
    <li className={css["card"]}>
      <div className={css["cardHead"]}>
        <h2>
          <Link to="/contests/$contest" params={{ contest: contest.id }} className={css["cover"]}>
            {contest.name}
          </Link>
        </h2>
        <Marks contest={contest} />
      </div>
      <p className={css["description"]}>{contest.description}</p>
      <dl className={css["cardFacts"]}>
        <div>
          <dt>{clock.label}</dt>
          <dd>
            <ClockValue clock={clock} />
          </dd>
        </div>
        <div>
          <dt>First prize</dt>
          <dd>{top ? <Amount value={top.amount} kind="CollateralE6" unit={top.token} /> : DASH}</dd>
        </div>
        <div>
          <dt>Ranked by</dt>
          <dd>{METRICS[contest.metric]}</dd>
        </div>
        <div>
          <dt>Participants</dt>
          <dd className="figures">{contest.participants}</dd>
        </div>
      </dl>
      {contest.status === "upcoming" ? null : <Podium contest={contest} />}
      <div className={css["cardFoot"]}>
        <YourRank contest={contest} />
        <span className={css["dates"]}>
          {"text" in clock ? `Since ${formatDay(contest.startsAt)}` : datesOf(contest)}
        </span>
      </div>
    </li>
  );
}

const PODIUM = 3;

/** The first three of the ranking. */
function Podium({ contest }: { readonly contest: Contest }) {
  const address = useWallet((state) => state.session.address);
  const { data } = useQuery(topQuery(contest.id));
  if (contest.participants === 0) return null;
  return (
    <ol className={css["podium"]} aria-label="Leaders">
      {(data?.rows ?? []).slice(0, PODIUM).map((row) => (
        <li key={row.user}>
          <span className="figures">{row.rank}</span>
          <RankedWallet row={row} address={address} />
          {contest.metric === "percentChange" ? (
            <Rate value={row.percent} trend />
          ) : (
            <Amount value={row.gain} kind="CollateralE6" unit="USD" trend />
          )}
        </li>
      ))}
    </ol>
  );
}

/** The reader's rank, or the rank to begin with and a button to join. */
function YourRank({ contest }: { readonly contest: Contest }) {
  const { session } = useWallet();
  const { address, signedIn } = session;
  const top = useQuery({ ...topQuery(contest.id), enabled: contest.status === "live" }).data;
  if (address !== null && contest.isJoined) return <Rank contest={contest} address={address} />;
  if (contest.status === "finished") return null;
  const rank = top ? startingRank(top.rows, top.total, contest.metric) : null;
  return (
    <>
      {address === null || !signedIn ? (
        <Button
          size="small"
          onClick={address === null ? session.openConnectDialog : () => void session.signIn()}
        >
          {address === null ? "Connect wallet to join" : "Sign in to join"}
        </Button>
      ) : (
        <Join contest={contest} address={address} />
      )}
      {rank === null ? null : <span className="quiet">You would start {ordinal(rank)}</span>}
    </>
  );
}

function Rank({ contest, address }: { readonly contest: Contest; readonly address: string }) {
  const { data } = useQuery({
    ...placeQuery(contest.id, address),
    enabled: contest.status !== "upcoming",
  });
  if (!data || data.rank === null) return null;
  return (
    <strong>
      You are {ordinal(data.rank)} of {contest.participants}
    </strong>
  );
}

function Join({ contest, address }: { readonly contest: Contest; readonly address: string }) {
  const { join, problem } = useJoinContest(contest.id, address);
  return (
    <>
      <Button
        size="small"
        look="accent"
        disabled={join.isPending}
        onClick={() => join.mutate()}
        aria-label={`Join ${contest.name}`}
      >
        {join.isPending ? "Joining…" : "Join"}
      </Button>
      {problem === null ? null : <span role="alert">{problem}</span>}
    </>
  );
}

const STATUS_TEXT: Readonly<Record<Contest["status"], string>> = {
  live: "Live",
  upcoming: "Upcoming",
  finished: "Final",
};

/** The contest's state, and whether the reader has joined. */
export function Marks({ contest }: { readonly contest: Contest }) {
  return (
    <span className={css["marks"]}>
      {contest.isJoined ? (
        <span className={css["joined"]}>
          <Check size={14} aria-hidden="true" /> Joined
        </span>
      ) : null}
      <span className={css["status"]} data-status={contest.status}>
        {awaitsFinal(contest) ? "Finalizing" : STATUS_TEXT[contest.status]}
      </span>
    </span>
  );
}

export function ClockValue({ clock }: { readonly clock: Clock }) {
  if ("text" in clock) return clock.text;
  if ("untilS" in clock) return <Countdown untilS={clock.untilS} />;
  return <span className="figures">{formatDay(clock.atS)}</span>;
}
