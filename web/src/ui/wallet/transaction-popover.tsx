import { useQuery } from "@tanstack/react-query";
import { Popover } from "radix-ui";
import { ApiError } from "@/api/http";
import { transactionQuery } from "@/api/queries";
import { describeTransaction } from "@/api/transaction";
import { DASH, formatRaw } from "@/domain/format";
import { Button } from "@/ui/button";
import css from "./signature.module.css";

interface TransactionPopoverProps {
  readonly signature: string;
  readonly label: string;
}

/** A button that opens what the chain node knows about a transaction. */
export function TransactionPopover({ signature, label }: TransactionPopoverProps) {
  return (
    <Popover.Root>
      <Popover.Trigger className={css["trigger"]} title={signature}>
        <span className="visually-hidden">Transaction </span>
        {label}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={css["popover"]} align="end" collisionPadding={12}>
          <h3 className={css["title"]}>Transaction</h3>
          <p className={css["full"]}>{signature}</p>
          <TransactionFacts signature={signature} />
          <Button size="small" onClick={() => void navigator.clipboard?.writeText(signature)}>
            Copy signature
          </Button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function TransactionFacts({ signature }: { readonly signature: string }) {
  const { data, isPending, error } = useQuery(transactionQuery(signature));
  if (isPending) return <p className="quiet">Asking the Solana node…</p>;
  if (error) {
    return (
      <p role="alert">
        {error instanceof ApiError ? error.humanText : "The Solana node did not respond."}
      </p>
    );
  }
  const facts = describeTransaction(data);
  if (!facts) return <p className="quiet">The Solana node does not know this transaction.</p>;
  return (
    <dl className={css["facts"]}>
      <dt>Slot</dt>
      <dd className="figures">{facts.slot}</dd>
      <dt>Result</dt>
      <dd>{facts.hasFailed ? "failed" : "succeeded"}</dd>
      <dt>Network fee</dt>
      <dd className="figures">
        {facts.feeLamports === null
          ? DASH
          : `${formatRaw(facts.feeLamports, 9, { digits: 6 })} SOL`}
      </dd>
      {facts.memo === null ? null : (
        <>
          <dt>Command</dt>
          <dd className={css["memo"]}>{facts.memo}</dd>
        </>
      )}
    </dl>
  );
}
