import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@/api/http";
import { useWallet } from "@/state/wallet-store";
import { Button } from "@/ui/button";
import { Bar, Prose } from "@/ui/page";
import { Panel } from "@/ui/panel";
import { WalletGate } from "@/ui/wallet-gate";
import css from "./status.module.css";
import { type Finding, verify } from "./verify";

/** Checks in the browser that a wallet's claims are counted in the root on the chain. */
export function ProofPanel() {
  const isBurner = useWallet((state) => state.session.isBurner);
  return (
    <Panel title="Am I counted?">
      <WalletGate
        what="The check of your claims"
        why="Each wallet checks its own; the addresses and amounts are public anyhow."
      >
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
          Your browser takes the lines that say what you are owed, hashes them with SHA-256 up to
          the state root, and compares that with the published root on the chain. Nothing is taken
          on trust but the node that is asked: here it is the exchange's own.
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
          To ask a node of your own, run <code>tools/check_solvency.py</code> of the source: 180
          lines of plain Python.{" "}
          {isBurner ? "A burner wallet's claims count like any other's. " : null}
          If every user checks, no liability can be left out.
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
