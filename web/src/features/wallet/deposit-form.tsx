import { useQuery } from "@tanstack/react-query";
import { plainAmount } from "@/lib/amount-field";
import { toWire } from "@/lib/parse";
import { balancesQuery } from "@/lib/queries";
import { Available, FormFoot, TextField } from "@/ui/form";
import css from "@/ui/form.module.css";
import { checkDeposit } from "./model/transfer-form";
import { onSubmit, useTransfer } from "./use-transfer";

interface DepositFormProps {
  readonly address: string;
  readonly marginAccountId: number;
  readonly onDone: () => void;
}

export function DepositForm({ address, marginAccountId, onDone }: DepositFormProps) {
  const { form, dispatch, isBusy, progress, submit } = useTransfer(address, onDone);
  const balance = useQuery(balancesQuery(address)).data?.collateral ?? null;
  const { value, error } = checkDeposit(form.amount, balance);
  const typed = (text: string) => dispatch({ kind: "typed", field: "amount", text });
  async function deposit(): Promise<void> {
    dispatch({ kind: "checked" });
    if (value === null) return;
    const label = `Deposit ${plainAmount(value, "CollateralE6", "USD")}`;
    await submit("deposit-margin", { marginAccountId, margin: toWire(value) }, label);
  }
  return (
    <form className={css["form"]} onSubmit={onSubmit(deposit)} noValidate>
      <TextField
        label="Amount"
        takesFocus
        unit="USD"
        value={form.amount}
        onChange={typed}
        error={form.isChecked ? error : null}
        isDisabled={isBusy}
        hint={
          <Available label="In your wallet" amount={balance} onMax={typed} isDisabled={isBusy} />
        }
      />
      <FormFoot action="Deposit" isBusy={isBusy} progress={progress} problem={form.problem} />
    </form>
  );
}
