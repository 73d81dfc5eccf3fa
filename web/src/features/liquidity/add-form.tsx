import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/http";
import { balancesQuery } from "@/api/queries";
import { checkAmount } from "@/domain/amount-field";
import { formatDateTime } from "@/domain/format";
import { toWire } from "@/domain/parse";
import { useCommand } from "@/state/use-command";
import { useDebounced } from "@/state/use-debounced";
import { Amount } from "@/ui/amount";
import { Countdown } from "@/ui/countdown";
import { FactLine, Facts } from "@/ui/facts";
import { Available, FormFoot, TextField } from "@/ui/form";
import css from "@/ui/form.module.css";
import { WalletSlot } from "@/ui/wallet-slot";
import { addQuoteQuery, poolQuery } from "./api";

const QUOTE_DELAY_MS = 250;

/** A deposit into the pool, with the shares that the exchange would give for it now. */
export function AddForm({ address }: { readonly address: string }) {
  const [text, setText] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const { data: pool } = useQuery(poolQuery);
  const balance = useQuery(balancesQuery(address)).data?.collateral ?? null;
  const command = useCommand(address);
  const amount = checkAmount(text, {
    kind: "CollateralE6",
    unit: "USD",
    min: pool?.minLiquidity ?? null,
    max: balance,
    maxIs: "Your wallet holds",
  });
  const isPaused = pool !== undefined && pool.status !== "active";
  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsChecked(true);
    if (amount.value === null || isPaused) return;
    const body = { liquidity: toWire(amount.value) };
    const outcome = await command.run("add-liquidity", body, "Add liquidity");
    if (outcome.status !== "applied") return;
    setText("");
    setIsChecked(false);
  }
  return (
    <form
      className={css["form"]}
      style={{ paddingTop: 16 }}
      aria-label="Add liquidity"
      onSubmit={(event) => void add(event)}
      noValidate
    >
      <TextField
        label="Amount"
        unit="USD"
        value={text}
        onChange={(value) => {
          setText(value);
          command.clear();
        }}
        error={isChecked ? amount.error : null}
        isDisabled={command.isBusy}
        hint={
          <Available
            label="In your wallet"
            amount={balance}
            onMax={setText}
            isDisabled={command.isBusy}
          />
        }
      />
      {balance === 0n ? <WalletSlot name="faucet" /> : null}
      <Quote address={address} raw={amount.value} />
      {isPaused ? (
        <p className={css["problem"]}>The exchange is {pool.status}: nothing can be added now.</p>
      ) : null}
      <FormFoot
        action="Add liquidity"
        isBusy={command.isBusy}
        progress={command.progress}
        problem={command.problem}
      />
    </form>
  );
}

function Quote({ address, raw }: { readonly address: string; readonly raw: bigint | null }) {
  const asked = useDebounced(raw === null ? null : toWire(raw), QUOTE_DELAY_MS);
  const { data, error, isPlaceholderData } = useQuery({
    ...addQuoteQuery(address, asked ?? "0"),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  const quote = asked === null || raw === null ? undefined : data;
  // The quote of what was typed before is shown as such.
  const isCurrent = !isPlaceholderData && raw !== null && asked === toWire(raw);
  if (asked !== null && error) {
    return <p className={css["problem"]}>{said(error)}</p>;
  }
  return (
    <div style={{ opacity: quote === undefined || isCurrent ? 1 : 0.6 }}>
      <Facts>
        <FactLine label="Shares">
          <Amount value={quote?.shares} kind="TokenE6" />
        </FactLine>
        <FactLine label="Stays until">
          {quote ? (
            <span title={formatDateTime(quote.maturity)}>
              {formatDateTime(quote.maturity)}
              <br />
              <Countdown untilS={quote.maturity} />
            </span>
          ) : (
            <span className="quiet">–</span>
          )}
        </FactLine>
        <FactLine label="Points a day, once you take part">
          <Amount value={quote?.pointsPerDay} kind="PointsE6" />
        </FactLine>
      </Facts>
    </div>
  );
}

function said(error: unknown): string {
  return error instanceof ApiError ? error.humanText : "The exchange gave no quote.";
}
