import { useQuery } from "@tanstack/react-query";
import { plainAmount } from "@/lib/amount-field";
import { engineClock } from "@/lib/clock";
import { formatDuration } from "@/lib/format";
import { checkTip } from "@/lib/keeper-tip";
import { toWire } from "@/lib/parse";
import { Available, FormFoot, TextField } from "@/ui/form";
import css from "@/ui/form.module.css";
import { checkWithdrawal } from "./model/transfer-form";
import { onSubmit, useTransfer } from "./use-transfer";
import { maxWithdrawableQuery, withdrawRulesQuery } from "./wallet-api";

interface WithdrawFormProps {
  readonly address: string;
  readonly marginAccountId: number;
  readonly onDone: () => void;
}

export function WithdrawForm({ address, marginAccountId, onDone }: WithdrawFormProps) {
  const { form, dispatch, isBusy, progress, submit } = useTransfer(address, onDone);
  const max = useQuery(maxWithdrawableQuery(address, marginAccountId)).data ?? null;
  const rules = useQuery(withdrawRulesQuery).data ?? null;
  const amount = checkWithdrawal(form.amount, max, rules?.minAmount ?? null);
  const tip = checkTip(form.tip, amount.value, rules?.maxTipRate ?? null);
  const typed = (text: string) => dispatch({ kind: "typed", field: "amount", text });
  async function withdraw(): Promise<void> {
    dispatch({ kind: "checked" });
    if (amount.value === null || tip.value === null) return;
    const body = {
      marginAccountId,
      margin: toWire(amount.value),
      ...(tip.value > 0n && { keeperTip: toWire(tip.value) }),
    };
    const shown = plainAmount(amount.value, "CollateralE6", "USD");
    await submit("withdraw-margin", body, `Withdraw ${shown}`);
  }
  return (
    <form className={css["form"]} onSubmit={onSubmit(withdraw)} noValidate>
      <TextField
        label="Amount"
        takesFocus
        unit="USD"
        value={form.amount}
        onChange={typed}
        error={form.isChecked ? amount.error : null}
        isDisabled={isBusy}
        hint={<Available label="Can be withdrawn" amount={max} onMax={typed} isDisabled={isBusy} />}
      />
      <details className={css["advanced"]} open={form.isChecked && tip.error !== null}>
        <summary>Advanced</summary>
        <TextField
          label="Keeper tip (optional)"
          unit="USD"
          value={form.tip}
          onChange={(text) => dispatch({ kind: "typed", field: "tip", text })}
          error={form.isChecked ? tip.error : null}
          isDisabled={isBusy}
          hint={<p className={css["hint"]}>Paid out of the amount to whoever settles it first.</p>}
        />
      </details>
      {rules !== null && <Delay delayS={rules.delayS} />}
      <FormFoot action="Withdraw" isBusy={isBusy} progress={progress} problem={form.problem} />
    </form>
  );
}

/** When the money arrives, in index time and, where the replay runs faster, in real time. */
function Delay({ delayS }: { readonly delayS: number }) {
  const { rate } = engineClock;
  return (
    <p className={css["hint"]}>
      Paid to your wallet after a settlement delay of {formatDuration(delayS)}
      {rate > 1 && ` of index time, about ${formatDuration(delayS / rate)} from now`}.
    </p>
  );
}
