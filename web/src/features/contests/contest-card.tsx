import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useEngineNow } from "@/api/live";
import { DASH, formatDay } from "@/domain/format";
import { Amount } from "@/ui/amount";
import { Countdown } from "@/ui/countdown";
import css from "./contests.module.css";
import { awaitsFinal, type Contest, contestClock, METRICS } from "./model/contest";

/** A contest in short; the whole card leads to its page. */
export function ContestCard({ contest }: { readonly contest: Contest }) {
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
        <ContestClock contest={contest} />
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
      <p className={css["dates"]}>
        {formatDay(contest.startsAt)} to {formatDay(contest.endsAt)} (index time)
      </p>
    </li>
  );
}

const STATUS_TEXT: Readonly<Record<Contest["status"], string>> = {
  live: "Live",
  upcoming: "Upcoming",
  finished: "Final",
};

/** Where the contest stands, and whether the reader is in it. */
export function Marks({ contest }: { readonly contest: Contest }) {
  return (
    <span className={css["marks"]}>
      {contest.isJoined ? (
        <span className={css["joined"]}>
          <Check size={14} aria-hidden="true" /> Joined
        </span>
      ) : null}
      <span className={css["status"]} data-status={contest.status}>
        {awaitsFinal(contest) ? "Being counted" : STATUS_TEXT[contest.status]}
      </span>
    </span>
  );
}

/** Until when, as a pair of label and value. */
function ContestClock({ contest }: { readonly contest: Contest }) {
  const clock = contestClock(contest, useEngineNow());
  return (
    <div>
      <dt>{clock.label}</dt>
      <dd>
        {"untilS" in clock ? (
          <Countdown untilS={clock.untilS} />
        ) : (
          <span className="figures">{formatDay(clock.atS)}</span>
        )}
      </dd>
    </div>
  );
}
