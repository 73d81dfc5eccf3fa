import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { plainAmount } from "@/domain/amount-field";
import { engineClock } from "@/domain/clock";
import { checkTip } from "@/domain/keeper-tip";
import { toWire } from "@/domain/parse";
import { useCommand } from "@/state/use-command";
import { FormFoot, TextField } from "@/ui/form/form";
import css from "@/ui/form/form.module.css";
import { arrivalWords } from "./model/arrival";
import { checkWithdrawal } from "./model/transfer-form";
import { Presets } from "./presets";
import { maxWithdrawableQuery, withdrawRulesQuery } from "./wallet-api";

/** Dollars. */
const WITHDRAWALS = [100n, 1_000n, 5_000n];

interface WithdrawFormProps {
  readonly address: string;
  readonly marginAccountId: number;
  readonly onDone: () => void;
}

export function WithdrawForm({ address, marginAccountId, onDone }: WithdrawFormProps) {
  const [text, setText] = useState("");
  const [tipText, setTipText] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const command = useCommand(address);
  const max = useQuery(maxWithdrawableQuery(address, marginAccountId)).data ?? null;
  const rules = useQuery(withdrawRulesQuery).data ?? null;
  const amount = checkWithdrawal(text, max, rules?.minAmount ?? null);
  const tip = checkTip(tipText, amount.value, rules?.maxTipRate ?? null);
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value);
    command.clear();
  };
  async function withdraw(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsChecked(true);
    if (amount.value === null || tip.value === null) return;
    const body = {
      marginAccountId,
      margin: toWire(amount.value),
      ...(tip.value > 0n && { keeperTip: toWire(tip.value) }),
    };
    const shown = plainAmount(amount.value, "CollateralE6", "USD");
    const outcome = await command.run("withdraw-margin", body, `Withdraw ${shown}`);
    if (outcome.status === "applied") onDone();
  }
  return (
    <form className={css["form"]} onSubmit={(event) => void withdraw(event)} noValidate>
      <TextField
        label="Amount"
        takesFocus
        unit="USD"
        value={text}
        onChange={typed(setText)}
        error={isChecked ? amount.error : null}
        isDisabled={command.isBusy}
        hint={
          <Presets
            label="Available"
            max={max}
            amounts={WITHDRAWALS}
            onChoose={typed(setText)}
            isDisabled={command.isBusy}
          />
        }
      />
      <details className={css["advanced"]} open={isChecked && tip.error !== null}>
        <summary>Advanced</summary>
        <TextField
          label="Keeper tip (optional)"
          unit="USD"
          value={tipText}
          onChange={typed(setTipText)}
          error={isChecked ? tip.error : null}
          isDisabled={command.isBusy}
          hint={
            <p className={css["hint"]}>
              Paid from the amount to the keeper that settles your withdrawal.
            </p>
          }
        />
      </details>
      {rules !== null && <Arrival delayS={rules.delayS} />}
      <FormFoot
        action="Withdraw"
        isBusy={command.isBusy}
        progress={command.progress}
        problem={command.problem}
      />
    </form>
  );
}

/** When the money arrives, by the clock on the wall. */
function Arrival({ delayS }: { readonly delayS: number }) {
  return (
    <p className={css["hint"]}>Arrives in your wallet {arrivalWords(delayS / engineClock.rate)}.</p>
  );
}
