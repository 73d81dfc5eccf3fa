import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Page } from "@/ui/page";
import { SignInGate } from "@/ui/wallet-gate";
import { AboutYou, type AboutYouProps } from "./about-you";
import { onboardingQuery } from "./api";
import { NO_ANSWERS } from "./model/onboard";
import { INTRO } from "./onboarding-steps";
import css from "./profile.module.css";
import { skip } from "./skipped";

const LAST = INTRO.length;

/** Five short steps; none has to be taken. */
export function OnboardingPage() {
  const [at, setAt] = useState(0);
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const address = useWallet((state) => state.session.address);
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMoved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading
  useEffect(() => {
    if (hasMoved.current) heading.current?.focus();
    hasMoved.current = true;
  }, [at]);
  const leave = () => {
    if (address !== null) skip(address);
    void navigate({ to: "/" });
  };
  const intro = INTRO[at];
  const title = intro?.title ?? "About you";
  return (
    <Page title="Welcome" actions={<Button onClick={leave}>Skip</Button>}>
      <div style={{ background: "var(--surface-1)" }}>
        <ol className={css["steps"]} aria-label={`Step ${at + 1} of ${LAST + 1}`}>
          {[...INTRO.map((step) => step.title), "About you"].map((name) => (
            <li key={name} aria-current={name === title ? "step" : undefined}>
              <span className="visually-hidden">{name}</span>
            </li>
          ))}
        </ol>
        <section className={css["step"]} aria-label={title}>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {intro?.text}
        </section>
        {intro === undefined ? (
          <SignInGate what="This last step" why="What you say here is kept with your wallet.">
            {(owner) => (
              <LastStep key={owner} address={owner} answers={answers} onChange={setAnswers} />
            )}
          </SignInGate>
        ) : null}
        <div className={css["moves"]}>
          <Button size="large" disabled={at === 0} onClick={() => setAt(at - 1)}>
            Back
          </Button>
          {at < LAST ? (
            <Button look="accent" size="large" onClick={() => setAt(at + 1)}>
              Next
            </Button>
          ) : null}
        </div>
      </div>
    </Page>
  );
}

function LastStep(props: AboutYouProps) {
  const { data } = useQuery(onboardingQuery(props.address));
  if (data?.isOnboarded !== true) return <AboutYou {...props} />;
  return (
    <div className={css["step"]} role="status">
      <p>
        Done, on every device. What you chose can be changed in your{" "}
        <Link to="/profile">profile</Link>. <Link to="/">See the markets</Link>
      </p>
    </div>
  );
}
