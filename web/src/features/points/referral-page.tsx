import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { ApiError } from "@/api/http";
import { useQueryFailure } from "@/api/query-failure";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Cell, Page, Prose, Row } from "@/ui/page/page";
import { Failure, Loading, Panel } from "@/ui/page/panel";
import { codeQuery, participationQuery, referralsQuery } from "./api";
import { checkNewCode, sameCode } from "./model/referral-code";
import { keepCode } from "./pending-code";
import css from "./points.module.css";
import { UseCodeForm } from "./use-code-form";

/** The page of a shared link: whether the code exists, what it does, and the steps to use it. */
export function ReferralPage() {
  const code = useParams({ strict: false }).code ?? "";
  const checked = checkNewCode(code);
  return (
    <Page
      title="You were invited"
      lead="Acre is an exchange for home-price indexes. Use this referral code to earn more points."
    >
      <Row>
        <Cell span={7}>
          <Panel title="Code">
            {checked.code === null ? (
              <Unknown reason={checked.error} />
            ) : (
              <Checked code={checked.code} />
            )}
          </Panel>
        </Cell>
        <Cell span={5}>
          <Panel title="What it does">
            <Prose>
              <ul>
                <li>You earn 5% more points from then on.</li>
                <li>Its owner gets 10% of your base points. Nothing is taken from you.</li>
                <li>It moves no money and gives no rights over your wallet.</li>
                <li>You can use one code, one time, within 7 days of joining.</li>
                <li>Points have no cash value. You can lose what you trade with.</li>
              </ul>
            </Prose>
          </Panel>
        </Cell>
      </Row>
    </Page>
  );
}

function Unknown({ reason }: { readonly reason: string }) {
  return (
    <Prose>
      <p role="alert">
        This link has no valid code. {reason} Ask for the link again, or{" "}
        <Link to="/">continue without it</Link>.
      </p>
    </Prose>
  );
}

/** Asks first whether the code exists; when that is not known its use decides. */
function Checked({ code }: { readonly code: string }) {
  const { data, error, isPending } = useQuery(codeQuery(code));
  const isUnknown = error instanceof ApiError && error.code === "REFERRAL_CODE_NOT_FOUND";
  useEffect(() => {
    if (!isPending && !isUnknown) keepCode(code);
  }, [code, isPending, isUnknown]);
  if (isPending) return <Loading label="the code" lines={4} />;
  if (isUnknown) return <Unknown reason={`“${code}” does not exist.`} />;
  return <Steps code={data ?? code} isKnown={data !== undefined} />;
}

interface StepsProps {
  /** As its owner typed it, where that is known. */
  readonly code: string;
  readonly isKnown: boolean;
}

function Steps({ code, isKnown }: StepsProps) {
  const { session, isReady } = useWallet();
  return (
    <Prose>
      <p className={css["code"]}>{code}</p>
      {isKnown ? (
        <p className={css["since"]}>
          <Check size={14} aria-hidden="true" /> This code exists.
        </p>
      ) : null}
      <ol className={css["steps"]}>
        <Step title="Connect wallet" isDone={session.address !== null}>
          <Button look="accent" disabled={!isReady} onClick={session.openConnectDialog}>
            Connect wallet
          </Button>
        </Step>
        <Step title="Sign in" isDone={session.signedIn} isWaiting={session.address === null}>
          <Button look="accent" onClick={() => void session.signIn()}>
            Sign in
          </Button>
        </Step>
        <li>
          <strong>Use the code</strong>
          {session.address !== null && session.signedIn ? (
            <UseStep key={session.address} address={session.address} code={code} />
          ) : null}
        </li>
      </ol>
    </Prose>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly isWaiting?: boolean;
  readonly children: ReactNode;
}

function Step({ title, isDone, isWaiting = false, children }: StepProps) {
  return (
    <li>
      <strong>{title}</strong>
      {isDone ? (
        <span className={css["since"]}>
          <Check size={14} aria-hidden="true" /> done
        </span>
      ) : isWaiting ? null : (
        children
      )}
    </li>
  );
}

/** The last step; one that was done before is reported, not repeated. */
function UseStep({ address, code }: { readonly address: string; readonly code: string }) {
  const query = useQuery(referralsQuery(address));
  const failure = useQueryFailure(query);
  const [usedNow, setUsedNow] = useState<string | null>(null);
  if (failure) {
    return <Failure what="Your referrals" error={failure} onRetry={() => void query.refetch()} />;
  }
  const { data } = query;
  if (!data) return <Loading label="your referrals" lines={2} />;
  const used = usedNow ?? data.referredByCode;
  if (used !== null) {
    const isThis = sameCode(used, code);
    return (
      <>
        <p role="status">
          {isThis ? (
            <>
              <strong>{used}</strong> is used. You earn 5% more points.
            </>
          ) : (
            <>
              This wallet already used <strong>{used}</strong>. A wallet can use one code.
            </>
          )}
        </p>
        <NextStep address={address} />
      </>
    );
  }
  if (data.code !== null && sameCode(data.code, code)) {
    return <p role="status">This is your own code. Share the link of this page.</p>;
  }
  return (
    <UseCodeForm
      key={code}
      address={address}
      ownCode={data.code}
      initial={code}
      onUsed={({ referredByCode }) => {
        keepCode(null);
        setUsedNow(referredByCode);
      }}
    />
  );
}

function NextStep({ address }: { readonly address: string }) {
  const { data } = useQuery(participationQuery(address, false));
  if (data === undefined) return null;
  return (
    <p>
      {data.isParticipating ? (
        <>
          <Link to="/points">See your points</Link>.
        </>
      ) : (
        <>
          Points count from when you join: <Link to="/points">join</Link>.
        </>
      )}
    </p>
  );
}
