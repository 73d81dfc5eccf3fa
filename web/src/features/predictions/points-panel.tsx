import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import { Bar, Figure, Figures } from "@/ui/page/page";
import { Failure, Panel } from "@/ui/page/panel";
import { Term } from "@/ui/term";
import { pointsQuery } from "./api";
import { WriteNote } from "./orders/write-note";
import css from "./predictions.module.css";
import { type Joining, useJoin } from "./use-join";

const GRANT = "You get 10,000 points once. Points have no cash value.";

interface PointsPanelProps {
  /** Shows only points; the way to them is somewhere else on the page. */
  readonly isBare?: boolean;
}

/** The wallet's points, or the next step to get some. */
export function PointsPanel({ isBare = false }: PointsPanelProps) {
  const { session, isReady } = useWallet();
  if (isBare && !session.signedIn) return null;
  if (session.address === null) {
    return (
      <Step
        text={`Trade predictions with play points. ${GRANT}`}
        action="Connect wallet"
        isDisabled={!isReady}
        onAct={session.openConnectDialog}
      />
    );
  }
  if (!session.signedIn) {
    return (
      <Step
        text="Sign in with your wallet to see your points. It is free and moves no funds."
        action="Sign in"
        onAct={() => void session.signIn()}
      />
    );
  }
  return <OwnPoints address={session.address} isBare={isBare} />;
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

function OwnPoints({ address, isBare }: { readonly address: string; readonly isBare: boolean }) {
  const points = useQuery(pointsQuery(address));
  const failure = useQueryFailure(points);
  const joining = useJoin(address);
  if (failure) {
    return <Failure what="Your points" error={failure} onRetry={() => void points.refetch()} />;
  }
  if (joining.isNeeded) return isBare ? null : <Join joining={joining} />;
  return (
    <Figures label="Your points">
      <Figure
        label="Available points"
        note={
          <>
            Free <Term id="refill">refill</Term> to 1,000 once a day
          </>
        }
      >
        <Amount value={points.data?.available} kind="PointsE6" />
      </Figure>
      <Figure label="In orders and contracts" note="Reserved points and the cost of contracts">
        <Amount value={points.data?.open} kind="PointsE6" />
      </Figure>
      <Figure label="Realized P&L" note="After fees">
        <Amount value={points.data?.realizedPnl} kind="PointsE6" trend />
      </Figure>
      <Figure label="Unrealized P&L" note="At the last traded price">
        <Amount value={points.data?.unrealizedPnl} kind="PointsE6" trend />
      </Figure>
    </Figures>
  );
}

function Join({ joining }: { readonly joining: Joining }) {
  const { writer, join } = joining;
  return (
    <Step
      text={`Join the points program to trade predictions. ${GRANT}`}
      action={writer.isBusy ? "Joining…" : "Join"}
      isDisabled={writer.isBusy}
      onAct={() => void join()}
    >
      <WriteNote writer={writer} what="Joining" />
    </Step>
  );
}
