import { useQuery } from "@tanstack/react-query";
import { formatAmount } from "@/lib/format";
import { toWire } from "@/lib/parse";
import { balancesQuery } from "@/lib/queries";
import { checkDeposit } from "./model/transfer-form";
import css from "./transfer-dialog.module.css";
import { Available, TextField, TransferFoot } from "./transfer-parts";
import { onSubmit, useTransfer } from "./use-transfer";

interface DepositFormProps {
  readonly address: string;
  readonly marginAccountId: number;
  readonly onDone: () => void;
}

export function DepositForm({ address, marginAccountId, onDone }: DepositFormProps) {
  const { form, dispatch, isBusy, progress, submit } = useTransfer(address, onDone);
  const balance = useQuery(balancesQuery(address)).data?.collateral ?? null;
  const { raw, error } = checkDeposit(form.amount, balance);
  const typed = (text: string) => dispatch({ kind: "typed", field: "amount", text });
  async function deposit(): Promise<void> {
    dispatch({ kind: "checked" });
    if (raw === null) return;
    const label = `Deposit ${formatAmount(raw, "CollateralE6")} USD`;
    await submit("deposit-margin", { marginAccountId, margin: toWire(raw) }, label);
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
      <TransferFoot action="Deposit" isBusy={isBusy} progress={progress} problem={form.problem} />
    </form>
  );
}
