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
import { Amount } from "@/ui/figures/amount";
import { FactLine, Facts } from "@/ui/figures/facts";
import { Available, FormFoot, TextField } from "@/ui/form/form";
import css from "@/ui/form/form.module.css";
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
    maxIs: "Withdrawable:",
  });
  const [isSent, setIsSent] = useState(false);
  // Once the command is sent, the shares may be gone.
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
            label="Withdrawable"
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
          <FactLine label="You receive">
            <Amount value={quote.amount} kind="CollateralE6" unit="USD" />
          </FactLine>
          <FactLine label="Share price">
            <Amount value={quote.sharePrice} kind="SharePriceE8" unit="USD" digits={6} />
          </FactLine>
          <FactLine label="Points per day lost">
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
  const said = error instanceof ApiError ? error.humanText : "No quote available. Try again.";
  return {
    /** False for the quote of an earlier amount. */
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
      Optional. The tip goes to the wallet that processes your withdrawal
      {pool ? ` (at most ${formatPercent(pool.maxKeeperTipRate)})` : ""}. The exchange’s keeper
      processes withdrawals without a tip too.
    </p>
  );
}

function DelayWords({ pool }: { readonly pool: Pool | undefined }) {
  if (!pool) return null;
  const wait = formatDuration(pool.settlementDelayS / engineClock.rate);
  return (
    <p className={css["hint"]}>
      Shares are redeemed now, at this price. Arrives in your wallet in about {wait}; until then it
      earns nothing. Cannot be undone.
    </p>
  );
}
