import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useQueryFailure } from "@/api/query-failure";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Cell, Page, Prose, Row } from "@/ui/page";
import { Failure, Loading, Panel } from "@/ui/panel";
import { participationQuery, referralsQuery } from "./api";
import { checkNewCode, sameCode } from "./model/referral-code";
import { keepCode } from "./pending-code";
import css from "./points.module.css";
import { UseCodeForm } from "./use-code-form";

/** The page of a shared link: what the code does, and the steps to use it. Nothing is automatic. */
export function ReferralPage() {
  const code = useParams({ strict: false }).code ?? "";
  const checked = checkNewCode(code);
  useEffect(() => {
    if (checked.code !== null) keepCode(checked.code);
  }, [checked.code]);
  return (
    <Page
      title="You were invited"
      lead="Acre is an exchange for city house-price indexes. You have been given a referral code; you decide whether to use it."
    >
      <Row>
        <Cell span={7}>
          <Panel title="The code">
            {checked.error !== null ? (
              <Prose>
                <p role="alert">
                  This link carries no code that can exist. {checked.error} Ask for the link again,
                  or continue without it: <Link to="/">markets</Link>.
                </p>
              </Prose>
            ) : (
              <Steps code={checked.code} />
            )}
          </Panel>
        </Cell>
        <Cell span={5}>
          <Panel title="What it does">
            <Prose>
              <ul>
                <li>Your points grow by a boost of 0.05 from then on, as long as a season runs.</li>
                <li>Who gave it to you gets 10% of your base points. Nothing is taken from you.</li>
                <li>It moves no money and grants no rights over your wallet.</li>
                <li>It is used once and for ever, in the first 7 days of taking part.</li>
                <li>Points are no money, and trading can lose all you put in.</li>
              </ul>
            </Prose>
          </Panel>
        </Cell>
      </Row>
    </Page>
  );
}

function Steps({ code }: { readonly code: string }) {
  const { session, isReady } = useWallet();
  return (
    <Prose>
      <p className={css["code"]}>{code}</p>
      <p>The code stays here while you connect and sign in.</p>
      <ol className={css["steps"]}>
        <Step title="Connect a wallet" isDone={session.address !== null}>
          <Button look="accent" disabled={!isReady} onClick={session.openConnectDialog}>
            Connect a wallet
          </Button>
        </Step>
        <Step
          title="Sign in, so that we know it is yours"
          isDone={session.signedIn}
          isWaiting={session.address === null}
        >
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

/** The last step: an already completed step is reported, not repeated. */
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
              <strong>{used}</strong> is used: your points have the boost of 0.05.
            </>
          ) : (
            <>
              This wallet has used <strong>{used}</strong> already. A wallet uses one code, for
              ever; {code} changes nothing.
            </>
          )}
        </p>
        <NextStep address={address} />
      </>
    );
  }
  if (data.code !== null && sameCode(data.code, code)) {
    return (
      <p role="status">
        This is your own code; only others can use it. Send them the link of this page.
      </p>
    );
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
          You take part already. <Link to="/points">See your points</Link>.
        </>
      ) : (
        <>
          Points begin when you take part: <Link to="/points">take part</Link>.
        </>
      )}
    </p>
  );
}
