import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { useWallet } from "@/state/wallet-store";
import { Amount } from "@/ui/amount";
import { Button } from "@/ui/button";
import { Bar, Figure, Figures } from "@/ui/page";
import { Failure, Panel } from "@/ui/panel";
import { type Points, participationQuery, pointsQuery } from "./api";
import { useWrite } from "./orders/use-write";
import { WriteNote } from "./orders/write-note";
import css from "./predictions.module.css";

const GRANT =
  "Every participant gets 10,000 points once. Points have no cash value and cannot be transferred.";

/** The wallet's points, or the next step to have some. */
export function PointsPanel() {
  const { session, isReady } = useWallet();
  if (session.address === null) {
    return (
      <Step
        text={`Trade questions with play points. ${GRANT}`}
        action="Connect a wallet"
        isDisabled={!isReady}
        onAct={session.openConnectDialog}
      />
    );
  }
  if (!session.signedIn) {
    return (
      <Step
        text="Your points are shown to you alone: sign a message with your wallet. It costs nothing and moves nothing."
        action="Sign in"
        onAct={() => void session.signIn()}
      />
    );
  }
  return <OwnPoints address={session.address} />;
}

interface StepProps {
  readonly text: string;
  readonly action: string;
  readonly isDisabled?: boolean;
  readonly onAct: () => void;
  readonly children?: ReactNode;
}

function Step({ text, action, isDisabled, onAct, children }: StepProps) {
  return (
    <Panel title="Your points" hideTitle className={css["step"]}>
      <Bar>
        <p>{text}</p>
        <Button look="accent" disabled={isDisabled} onClick={onAct}>
          {action}
        </Button>
      </Bar>
      {children}
    </Panel>
  );
}

/** Points exist only for participants; every trader participates in some season. */
function needsToJoin(points: Points, isParticipating: boolean): boolean {
  const { available, open, realizedPnl } = points;
  return !isParticipating && available === 0n && open === 0n && realizedPnl === 0n;
}

function OwnPoints({ address }: { readonly address: string }) {
  const points = useQuery(pointsQuery(address));
  const participation = useQuery(participationQuery(address));
  const failure = useQueryFailure(points);
  if (failure) {
    return <Failure what="Your points" error={failure} onRetry={() => void points.refetch()} />;
  }
  if (points.data && participation.data !== undefined) {
    if (needsToJoin(points.data, participation.data)) return <Join address={address} />;
  }
  return (
    <Figures label="Your points">
      <Figure label="Available points" note="once a day an order tops you up to 1,000">
        <Amount value={points.data?.available} kind="PointsE6" />
      </Figure>
      <Figure label="In orders and contracts" note="reserved, and the cost of what you hold">
        <Amount value={points.data?.open} kind="PointsE6" />
      </Figure>
      <Figure label="Realised" note="gains and losses less fees">
        <Amount value={points.data?.realizedPnl} kind="PointsE6" trend />
      </Figure>
      <Figure label="Unrealised" note="contracts at the last traded price">
        <Amount value={points.data?.unrealizedPnl} kind="PointsE6" trend />
      </Figure>
    </Figures>
  );
}

function Join({ address }: { readonly address: string }) {
  const writer = useWrite(address);
  // Once the season is over, the programme without an end takes everybody.
  const join = async () => {
    const result = await writer.send("/ppps3/participants", {});
    if (result?.status !== "refused" || result.code !== "SEASON_CLOSED") return;
    const body = { user: address, isForPerpetualPoints: true };
    await writer.send("/perpetual-points/participate", body, "main");
  };
  return (
    <Step
      text={`Take part in the points programme to trade questions. ${GRANT}`}
      action={writer.isBusy ? "Joining…" : "Take part"}
      isDisabled={writer.isBusy}
      onAct={() => void join()}
    >
      <WriteNote writer={writer} what="Taking part" />
    </Step>
  );
}
