import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useQueryFailure } from "@/api/query-failure";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Amount, Rate } from "@/ui/figures/amount";
import form from "@/ui/form/form.module.css";
import { Figure, Figures } from "@/ui/page/page";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { placeQuery } from "./api";
import css from "./contests.module.css";
import { type Contest, eligibilityGap } from "./model/contest";
import { useJoinContest } from "./use-join-contest";

/** The reader's own result, or a way to join. */
export function YourPlace({ contest }: { readonly contest: Contest }) {
  const { session } = useWallet();
  return (
    <Panel title="Your rank">
      {session.address !== null && contest.isJoined ? (
        <Joined contest={contest} address={session.address} />
      ) : (
        <JoinOffer contest={contest} />
      )}
    </Panel>
  );
}

function Joined({ contest, address }: { readonly contest: Contest; readonly address: string }) {
  const query = useQuery(placeQuery(contest.id, address));
  const failure = useQueryFailure(query);
  const { data, refetch } = query;
  if (failure) return <Failure what="Your rank" error={failure} onRetry={() => void refetch()} />;
  if (!data) return <Loading label="your rank" lines={2} />;
  const gap = contest.status === "live" ? eligibilityGap(data, contest.minCollateral) : null;
  return (
    <>
      <Figures label="Your result">
        <Figure label="Rank" note={`of ${contest.participants}`}>
          <span className="figures">{data.rank}</span>
        </Figure>
        <Figure label="Return">
          <Rate value={data.percent} trend />
        </Figure>
        <Figure label="Gain">
          <Amount value={data.gain} kind="CollateralE6" unit="USD" trend />
        </Figure>
        <Figure label="Margin collateral" note={gap}>
          <Amount value={data.collateral} kind="CollateralE6" unit="USD" />
        </Figure>
        <Figure
          label="Open interest"
          note={data.positions === 1 ? "1 open position" : `${data.positions} open positions`}
        >
          <Amount value={data.openInterest} kind="CollateralE6" unit="USD" />
        </Figure>
      </Figures>
      {contest.status === "finished" ? null : (
        <div className={css["place"]}>
          <p>
            {contest.status === "upcoming"
              ? "You are in. Your result counts from the start."
              : "A prize needs at least one trade during the contest."}{" "}
            <Link to="/trade">Trade</Link> or <Link to="/accounts">see your accounts</Link>.
          </p>
        </div>
      )}
    </>
  );
}

function JoinOffer({ contest }: { readonly contest: Contest }) {
  const { session, isReady } = useWallet();
  if (contest.status === "finished") {
    return (
      <div className={css["place"]}>
        <p>
          This contest is over. <Link to="/contests">See open contests</Link>.
        </p>
      </div>
    );
  }
  const why =
    contest.status === "upcoming"
      ? "Join now; results count from the start."
      : "Join until the end; your result counts from when you join.";
  if (session.address === null) {
    return (
      <div className={css["place"]}>
        <Button look="accent" disabled={!isReady} onClick={session.openConnectDialog}>
          Connect wallet to join
        </Button>
        <p>{why}</p>
      </div>
    );
  }
  if (!session.signedIn) {
    return (
      <div className={css["place"]}>
        <Button look="accent" onClick={() => void session.signIn()}>
          Sign in to join
        </Button>
        <p>{why} Signing in is free and moves no funds.</p>
      </div>
    );
  }
  return <JoinButton contest={contest} address={session.address} why={why} />;
}

interface JoinButtonProps {
  readonly contest: Contest;
  readonly address: string;
  readonly why: string;
}

function JoinButton({ contest, address, why }: JoinButtonProps) {
  const { join, problem } = useJoinContest(contest.id, address);
  return (
    <div className={css["place"]}>
      <Button look="accent" disabled={join.isPending} onClick={() => join.mutate()}>
        {join.isPending ? "Joining…" : "Join this contest"}
      </Button>
      <p>
        {why} Open a <Link to="/accounts">margin account</Link> to trade.
      </p>
      {problem === null ? null : (
        <p className={form["problem"]} role="alert">
          Not joined. {problem}
        </p>
      )}
    </div>
  );
}
