import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/http";
import { balancesQuery } from "@/api/queries";
import { checkAmount } from "@/domain/amount-field";
import { formatDateTime, formatDay, formatDuration } from "@/domain/format";
import { toWire } from "@/domain/parse";
import { useCommand } from "@/state/use-command";
import { useDebounced } from "@/state/use-debounced";
import { Button } from "@/ui/button";
import { Amount } from "@/ui/figures/amount";
import { Countdown } from "@/ui/figures/countdown";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Available, FormFoot, TextField } from "@/ui/form/form";
import css from "@/ui/form/form.module.css";
import { Sheet } from "@/ui/page/sheet";
import { WalletSlot } from "@/ui/wallet/wallet-slot";
import { addQuoteQuery, poolQuery } from "./api";

const QUOTE_DELAY_MS = 250;

/** A deposit into the pool, with the shares for it now; confirmed before it is locked. */
export function AddForm({ address }: { readonly address: string }) {
  const [text, setText] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
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
  function ask(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (amount.value !== null && !isPaused) setIsConfirming(true);
  }
  async function add(): Promise<void> {
    setIsConfirming(false);
    if (amount.value === null) return;
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
      onSubmit={ask}
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
        <p className={css["problem"]}>The exchange is {pool.status}. Deposits are paused.</p>
      ) : null}
      <FormFoot
        action="Add liquidity"
        isBusy={command.isBusy}
        progress={command.progress}
        problem={command.problem}
      />
      <Sheet
        title="Confirm deposit"
        from="center"
        open={isConfirming}
        onOpenChange={setIsConfirming}
      >
        <Confirmation
          address={address}
          raw={amount.value}
          onConfirm={() => void add()}
          onCancel={() => setIsConfirming(false)}
        />
      </Sheet>
    </form>
  );
}

function useAddQuote(address: string, raw: bigint | null) {
  const asked = useDebounced(raw === null ? null : toWire(raw), QUOTE_DELAY_MS);
  const { data, error, isPlaceholderData } = useQuery({
    ...addQuoteQuery(address, asked ?? "0"),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  });
  return {
    quote: asked === null || raw === null ? undefined : data,
    // The quote of an earlier amount is shown as such.
    isCurrent: !isPlaceholderData && raw !== null && asked === toWire(raw),
    error: asked === null ? null : error,
  };
}

interface ConfirmationProps {
  readonly address: string;
  readonly raw: ReturnType<typeof checkAmount<"CollateralE6">>["value"];
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The lock and the risk, before the wallet signs. */
function Confirmation({ address, raw, onConfirm, onCancel }: ConfirmationProps) {
  const { quote, isCurrent } = useAddQuote(address, raw);
  const { data: pool } = useQuery(poolQuery);
  const lock =
    quote && isCurrent
      ? `until ${formatDay(quote.maturity)}`
      : pool
        ? `for ${formatDuration(pool.minLpDurationS)}`
        : "for some days";
  return (
    <div className={css["form"]}>
      <p>
        You deposit <Amount value={raw} kind="CollateralE6" unit="USD" />. Locked {lock}; you cannot
        withdraw before.
      </p>
      <p className={css["hint"]}>
        You earn fees and traders' losses, and pay their gains. You can lose money.
      </p>
      <div className={css["foot"]}>
        <Button look="accent" size="large" onClick={onConfirm}>
          Lock {lock}
        </Button>
        <Button size="large" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function Quote({ address, raw }: { readonly address: string; readonly raw: bigint | null }) {
  const { quote, isCurrent, error } = useAddQuote(address, raw);
  if (error) return <p className={css["problem"]}>{said(error)}</p>;
  return (
    <div style={{ opacity: quote === undefined || isCurrent ? 1 : 0.6 }}>
      <Facts>
        <FactLine label="Shares">
          <Amount value={quote?.shares} kind="TokenE6" />
        </FactLine>
        <FactLine label="Locked until">
          {quote ? (
            <span title={formatDateTime(quote.maturity)}>
              {formatDay(quote.maturity)}, in <Countdown untilS={quote.maturity} />
            </span>
          ) : (
            <span className="quiet">–</span>
          )}
        </FactLine>
        <FactLine label="Points per day">
          <Amount value={quote?.pointsPerDay} kind="PointsE6" />
        </FactLine>
      </Facts>
    </div>
  );
}

function said(error: unknown): string {
  return error instanceof ApiError ? error.humanText : "No quote available. Try again.";
}
