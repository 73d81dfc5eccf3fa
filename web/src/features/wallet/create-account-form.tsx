import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { balancesQuery } from "@/api/queries";
import { toWire } from "@/domain/parse";
import { useCommand } from "@/state/use-command";
import { Available, FormFoot, TextField } from "@/ui/form";
import css from "@/ui/form.module.css";
import { checkFirstDeposit, checkName } from "./model/transfer-form";

interface CreateAccountFormProps {
  readonly address: string;
  readonly onDone: () => void;
}

/** A margin account is created with its first deposit in one command. */
export function CreateAccountForm({ address, onDone }: CreateAccountFormProps) {
  const [text, setText] = useState("");
  const [nameText, setNameText] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const command = useCommand(address);
  const balance = useQuery(balancesQuery(address)).data?.collateral ?? null;
  const { value, error } = checkFirstDeposit(text, balance);
  const nameError = checkName(nameText);
  const name = nameText.trim();
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value);
    command.clear();
  };
  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsChecked(true);
    if (error !== null || nameError !== null) return;
    const body = {
      ...(value !== null && { margin: toWire(value) }),
      ...(name !== "" && { name }),
    };
    const outcome = await command.run("create-margin-account", body, "Create margin account");
    if (outcome.status === "applied") onDone();
  }
  return (
    <form className={css["form"]} onSubmit={(event) => void create(event)} noValidate>
      <p className={css["lead"]}>
        A margin account holds the collateral behind your positions. What happens in one account
        never touches another.
      </p>
      <TextField
        label="Name (optional)"
        takesFocus
        value={nameText}
        onChange={typed(setNameText)}
        error={isChecked ? nameError : null}
        isDisabled={command.isBusy}
      />
      <TextField
        label="First deposit (optional)"
        unit="USD"
        value={text}
        onChange={typed(setText)}
        error={isChecked ? error : null}
        isDisabled={command.isBusy}
        hint={
          <Available
            label="In your wallet"
            amount={balance}
            onMax={typed(setText)}
            isDisabled={command.isBusy}
          />
        }
      />
      <FormFoot
        action={value === null ? "Create account" : "Create account and deposit"}
        isBusy={command.isBusy}
        progress={command.progress}
        problem={command.problem}
      />
    </form>
  );
}
