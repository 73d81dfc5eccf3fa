import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/http";
import { confirmRisks, onboardingKey, onboardingQuery } from "@/state/onboarding";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { CheckField } from "@/ui/form/form";
import css from "./start.module.css";

/** What comes after the cards: connect, confirm the risks once, trade. */
export function RiskConfirmation() {
  const { session, isReady } = useWallet();
  if (session.address === null) {
    return (
      <div className={css["end"]}>
        <Button
          look="accent"
          size="large"
          disabled={!isReady}
          aria-label="Connect wallet to start"
          onClick={session.openConnectDialog}
        >
          Connect wallet
        </Button>
        <Link to="/">Browse markets first</Link>
      </div>
    );
  }
  if (!session.signedIn) {
    return (
      <div className={css["end"]}>
        <Link to="/trade">Start trading</Link>
      </div>
    );
  }
  return <Confirmation key={session.address} address={session.address} />;
}

function Confirmation({ address }: { readonly address: string }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(onboardingQuery(address));
  const [isChecked, setIsChecked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!data) return <div className={css["end"]} />;
  if (data.isOnboarded) {
    return (
      <div className={css["end"]} role="status">
        <p>Risks confirmed.</p>
        <Link to="/trade">Start trading</Link>
      </div>
    );
  }
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChecked) return setProblem("Please confirm that you have read the risks.");
    setProblem(null);
    setIsBusy(true);
    try {
      queryClient.setQueryData(onboardingKey(address), await confirmRisks(address));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.humanText : "Could not save. Try again.");
      setIsBusy(false);
    }
  };
  return (
    <form
      className={css["end"]}
      aria-label="Risks"
      onSubmit={(event) => void send(event)}
      noValidate
    >
      <CheckField
        label="I understand that I can lose everything I deposit."
        isChecked={isChecked}
        onChange={setIsChecked}
        isDisabled={isBusy}
      />
      <Button type="submit" look="accent" size="large" disabled={isBusy}>
        {isBusy ? "Saving…" : "Confirm"}
      </Button>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </form>
  );
}
