import { useQuery } from "@tanstack/react-query";
import { engineClock } from "@/lib/clock";
import { formatAmount, formatDuration } from "@/lib/format";
import { toWire } from "@/lib/parse";
import { checkTip, checkWithdrawal } from "./model/transfer-form";
import css from "./transfer-dialog.module.css";
import { Available, TextField, TransferFoot } from "./transfer-parts";
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
  const tip = checkTip(form.tip, amount.raw, rules?.maxTipRate ?? null);
  const typed = (text: string) => dispatch({ kind: "typed", field: "amount", text });
  async function withdraw(): Promise<void> {
    dispatch({ kind: "checked" });
    if (amount.raw === null || tip.error !== null) return;
    const body = {
      marginAccountId,
      margin: toWire(amount.raw),
      ...(tip.raw !== null && { keeperTip: toWire(tip.raw) }),
    };
    await submit(
      "withdraw-margin",
      body,
      `Withdraw ${formatAmount(amount.raw, "CollateralE6")} USD`,
    );
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
      <TransferFoot action="Withdraw" isBusy={isBusy} progress={progress} problem={form.problem} />
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
