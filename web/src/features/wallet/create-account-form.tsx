import { useQuery } from "@tanstack/react-query";
import { toWire } from "@/lib/parse";
import { balancesQuery } from "@/lib/queries";
import { Available, FormFoot, TextField } from "@/ui/form";
import css from "@/ui/form.module.css";
import { checkFirstDeposit, checkName } from "./model/transfer-form";
import { onSubmit, useTransfer } from "./use-transfer";

interface CreateAccountFormProps {
  readonly address: string;
  readonly onDone: () => void;
}

/** A margin account is created with its first deposit in one command. */
export function CreateAccountForm({ address, onDone }: CreateAccountFormProps) {
  const { form, dispatch, isBusy, progress, submit } = useTransfer(address, onDone);
  const balance = useQuery(balancesQuery(address)).data?.collateral ?? null;
  const { value, error } = checkFirstDeposit(form.amount, balance);
  const nameError = checkName(form.name);
  const name = form.name.trim();
  const typed = (text: string) => dispatch({ kind: "typed", field: "amount", text });
  async function create(): Promise<void> {
    dispatch({ kind: "checked" });
    if (error !== null || nameError !== null) return;
    const body = {
      ...(value !== null && { margin: toWire(value) }),
      ...(name !== "" && { name }),
    };
    await submit("create-margin-account", body, "Create margin account");
  }
  return (
    <form className={css["form"]} onSubmit={onSubmit(create)} noValidate>
      <p className={css["lead"]}>
        A margin account holds the collateral behind your positions. What happens in one account
        never touches another.
      </p>
      <TextField
        label="Name (optional)"
        takesFocus
        value={form.name}
        onChange={(text) => dispatch({ kind: "typed", field: "name", text })}
        error={form.isChecked ? nameError : null}
        isDisabled={isBusy}
      />
      <TextField
        label="First deposit (optional)"
        unit="USD"
        value={form.amount}
        onChange={typed}
        error={form.isChecked ? error : null}
        isDisabled={isBusy}
        hint={
          <Available label="In your wallet" amount={balance} onMax={typed} isDisabled={isBusy} />
        }
      />
      <FormFoot
        action={value === null ? "Create account" : "Create account and deposit"}
        isBusy={isBusy}
        progress={progress}
        problem={form.problem}
      />
    </form>
  );
}
