import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { balancesQuery } from "@/api/queries";
import { plainAmount } from "@/domain/amount-field";
import { toWire } from "@/domain/parse";
import { useCommand } from "@/state/use-command";
import { Available, FormFoot, TextField } from "@/ui/form";
import css from "@/ui/form.module.css";
import { checkDeposit } from "./model/transfer-form";

interface DepositFormProps {
  readonly address: string;
  readonly marginAccountId: number;
  readonly onDone: () => void;
}

export function DepositForm({ address, marginAccountId, onDone }: DepositFormProps) {
  const [text, setText] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const command = useCommand(address);
  const balance = useQuery(balancesQuery(address)).data?.collateral ?? null;
  const { value, error } = checkDeposit(text, balance);
  const typed = (value: string) => {
    setText(value);
    command.clear();
  };
  async function deposit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsChecked(true);
    if (value === null) return;
    const label = `Deposit ${plainAmount(value, "CollateralE6", "USD")}`;
    const body = { marginAccountId, margin: toWire(value) };
    const outcome = await command.run("deposit-margin", body, label);
    if (outcome.status === "applied") onDone();
  }
  return (
    <form className={css["form"]} onSubmit={(event) => void deposit(event)} noValidate>
      <TextField
        label="Amount"
        takesFocus
        unit="USD"
        value={text}
        onChange={typed}
        error={isChecked ? error : null}
        isDisabled={command.isBusy}
        hint={
          <Available
            label="In your wallet"
            amount={balance}
            onMax={typed}
            isDisabled={command.isBusy}
          />
        }
      />
      <FormFoot
        action="Deposit"
        isBusy={command.isBusy}
        progress={command.progress}
        problem={command.problem}
      />
    </form>
  );
}
