import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@/api/http";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Bar, Prose } from "@/ui/page/page";
import { Panel } from "@/ui/page/panel";
import { WalletGate } from "@/ui/wallet/wallet-gate";
import css from "./status.module.css";
import { type Finding, verify } from "./verify";

/** Verifies in the browser that a wallet's balances are in the root on the chain. */
export function ProofPanel() {
  const isBurner = useWallet((state) => state.session.isBurner);
  return (
    <Panel title="Verify my balance">
      <WalletGate what="The check of your balance" why="Each wallet checks its own balance.">
        {(address) => <Check key={address} address={address} isBurner={isBurner} />}
      </WalletGate>
    </Panel>
  );
}

const MARKS = { good: "✓", bad: "✗", unknown: "?" } as const;

function Check({ address, isBurner }: { readonly address: string; readonly isBurner: boolean }) {
  const check = useMutation({ mutationFn: () => verify(address) });
  return (
    <>
      <Prose>
        <p>
          Your browser hashes your balances up to the state root and compares it with the root on
          the chain. Uses this exchange's node; run the script to use your own.
        </p>
      </Prose>
      <Bar>
        <Button look="accent" disabled={check.isPending} onClick={() => check.mutate()}>
          {check.isPending ? "Checking…" : "Check now"}
        </Button>
      </Bar>
      <div role="status">
        {check.error ? (
          <Prose>
            <p>
              Not checked:{" "}
              {check.error instanceof ApiError
                ? check.error.humanText
                : "an answer could not be read."}
            </p>
          </Prose>
        ) : null}
        {check.data ? <Findings findings={check.data} /> : null}
      </div>
      <Prose>
        <p>
          Script: <code>tools/check_solvency.py</code> in the source, plain Python.
          {isBurner ? " Burner wallets count like any other." : null}
        </p>
      </Prose>
    </>
  );
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <ol className={css["findings"]} aria-label="What was checked">
      {findings.map(({ verdict, title, text, steps }) => (
        <li key={title} data-verdict={verdict}>
          <span className={css["mark"]} aria-hidden="true">
            {MARKS[verdict]}
          </span>
          <div>
            <strong>{title}</strong>
            <span className="visually-hidden"> {verdict}</span>
            <p className={css["line"]}>{text}</p>
            {steps.length === 0 ? null : (
              <details>
                <summary>{steps.length === 1 ? "1 step" : `${steps.length} steps`}</summary>
                <ol>
                  {steps.map((step) => (
                    <li key={step.node} className={css["hash"]}>
                      {step.text}
                      <br />→ {step.node}
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
