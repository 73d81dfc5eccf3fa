import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "@/api/http";
import { checkAmount } from "@/domain/amount-field";
import { engineClock } from "@/domain/clock";
import { formatDuration, formatPercent } from "@/domain/format";
import { checkTip } from "@/domain/keeper-tip";
import { toWire } from "@/domain/parse";
import { useCommand } from "@/state/use-command";
import { useDebounced } from "@/state/use-debounced";
import { Amount } from "@/ui/amount";
import { FactLine, Facts } from "@/ui/facts";
import { Available, FormFoot, TextField } from "@/ui/form";
import css from "@/ui/form.module.css";
import { type LpDeposit, poolQuery, removeQuoteQuery } from "./api";
import type { Pool } from "./model/pool";

const QUOTE_DELAY_MS = 250;

interface RemoveFormProps {
  readonly address: string;
  readonly deposit: LpDeposit;
  readonly onDone: () => void;
}

/** Redeems shares of one deposit: the quote, the delay, and the keeper's tip. */
export function RemoveForm({ address, deposit, onDone }: RemoveFormProps) {
  const [text, setText] = useState("");
  const [tipText, setTipText] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const { data: pool } = useQuery(poolQuery);
  const command = useCommand(address);
  const shares = checkAmount(text, {
    kind: "TokenE6",
    unit: "shares",
    max: deposit.maxRemovable,
    maxIs: "What can leave now:",
  });
  const [isSent, setIsSent] = useState(false);
  // Once the command is on its way the shares of the question may be gone.
  const quote = useRemoveQuote(address, deposit.id, isSent ? null : shares.value);
  const tip = checkTip(
    tipText,
    quote.isCurrent ? quote.amount : null,
    pool?.maxKeeperTipRate ?? null,
  );
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value);
    command.clear();
  };
  async function remove(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsChecked(true);
    if (shares.value === null || tip.value === null) return;
    const body = {
      lpPositionId: deposit.id,
      shares: toWire(shares.value),
      keeperTip: toWire(tip.value),
    };
    setIsSent(true);
    const outcome = await command.run("remove-liquidity", body, "Remove liquidity");
    if (outcome.status === "applied") onDone();
    else setIsSent(false);
  }
  return (
    <form className={css["form"]} onSubmit={(event) => void remove(event)} noValidate>
      <TextField
        label="Shares"
        takesFocus
        unit="shares"
        value={text}
        onChange={typed(setText)}
        error={isChecked ? shares.error : null}
        isDisabled={command.isBusy}
        hint={
          <Available
            label="Can leave now"
            amount={deposit.maxRemovable}
            kind="TokenE6"
            unit="shares"
            onMax={typed(setText)}
            isDisabled={command.isBusy}
          />
        }
      />
      <div style={{ opacity: quote.amount === null || quote.isCurrent ? 1 : 0.6 }}>
        <Facts>
          <FactLine label="You are paid">
            <Amount value={quote.amount} kind="CollateralE6" unit="USD" />
          </FactLine>
          <FactLine label="at a share price of">
            <Amount value={quote.sharePrice} kind="PriceE8" unit="USD" digits={6} />
          </FactLine>
          <FactLine label="Points a day given up">
            <Amount value={quote.pointsPerDay} kind="PointsE6" />
          </FactLine>
        </Facts>
      </div>
      <details className={css["advanced"]} open={isChecked && tip.error !== null}>
        <summary>Keeper tip</summary>
        <TextField
          label="Tip (optional)"
          unit="USD"
          value={tipText}
          onChange={typed(setTipText)}
          error={isChecked ? tip.error : null}
          isDisabled={command.isBusy}
          hint={<TipWords pool={pool} />}
        />
      </details>
      <DelayWords pool={pool} />
      <FormFoot
        action="Remove liquidity"
        isBusy={command.isBusy}
        progress={command.progress}
        problem={command.problem ?? quote.problem}
      />
    </form>
  );
}

function useRemoveQuote(address: string, id: number, raw: bigint | null) {
  const asked = useDebounced(raw === null ? null : toWire(raw), QUOTE_DELAY_MS);
  const isAsked = asked !== null && raw !== null;
  const { data, error, isPlaceholderData } = useQuery({
    ...removeQuoteQuery(address, id, asked ?? "0"),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const quote = isAsked && !error ? data : null;
  const isCurrent = isAsked && asked === toWire(raw) && !isPlaceholderData;
  const said = error instanceof ApiError ? error.humanText : "The exchange gave no quote.";
  return {
    /** False for the quote of what was typed before. */
    isCurrent,
    amount: quote?.amount ?? null,
    sharePrice: quote?.sharePrice ?? null,
    pointsPerDay: quote?.pointsPerDay ?? null,
    problem: isAsked && error ? said : null,
  };
}

function TipWords({ pool }: { readonly pool: Pool | undefined }) {
  return (
    <p className={css["hint"]}>
      After the wait anyone may process your request; the tip, taken from the amount, goes to the
      wallet that does{pool ? ` (at most ${formatPercent(pool.maxKeeperTipRate)} of it)` : ""}. The
      exchange’s own keeper processes every request, also without a tip. Process it yourself, and
      you keep the tip.
    </p>
  );
}

function DelayWords({ pool }: { readonly pool: Pool | undefined }) {
  if (!pool) return null;
  const { rate } = engineClock;
  const delay = formatDuration(pool.settlementDelayS);
  return (
    <p className={css["hint"]}>
      The shares end now, at this price. The money is paid to your wallet after {delay}
      {rate > 1
        ? ` of index time, about ${formatDuration(pool.settlementDelayS / rate)} from now`
        : ""}
      ; until then it earns nothing, carries no risk, and the removal can not be undone.
    </p>
  );
}
