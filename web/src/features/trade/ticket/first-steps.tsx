import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { balancesQuery } from "@/api/queries";
import { useTradingAccount } from "@/domain/account";
import css from "./ticket.module.css";

/** What leads to a first trade: the checklist of a wallet that has no account yet. */
export function FirstSteps({ hint }: { readonly hint: string }) {
  const { address, account, isLoading } = useTradingAccount();
  const { data: balances } = useQuery({
    ...balancesQuery(address ?? ""),
    enabled: address !== null && account === null,
  });
  if (account !== null) {
    return <p className={css["hint"]}>{hint}</p>;
  }
  if (isLoading) return null;
  const hasMoney = (balances?.collateral ?? 0n) > 0n;
  const steps = [
    { label: "Connect a wallet", isDone: address !== null },
    { label: "Get test money", isDone: hasMoney },
    { label: "Deposit", isDone: false },
    { label: "Place your first trade", isDone: false },
  ];
  return (
    <div className={css["start"]}>
      <a href="/onboarding">How it works</a>
      <ol className={css["steps"]} aria-label="First steps">
        {steps.map(({ label, isDone }) => (
          <li key={label} data-done={isDone}>
            {label}
            {isDone ? (
              <>
                <Check size={14} aria-hidden="true" />
                <span className="visually-hidden">done</span>
              </>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}
