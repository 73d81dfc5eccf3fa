import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { balancesQuery } from "@/api/queries";
import { plainAmount } from "@/domain/amount-field";
import type { CollateralE6 } from "@/domain/amounts";
import { toWire } from "@/domain/parse";
import { useCommand } from "@/state/use-command";
import { FormFoot, TextField } from "@/ui/form/form";
import css from "@/ui/form/form.module.css";
import { FaucetButton } from "./faucet";
import { checkDeposit, checkFirstDeposit, checkName } from "./model/transfer-form";
import { Presets } from "./presets";
import transferCss from "./transfer.module.css";

/** Into the wallet's first account, a further new one (deposit optional), or an existing one. */
export type DepositTarget = "first" | "new" | { readonly marginAccountId: number };

interface DepositFormProps {
  readonly address: string;
  readonly target: DepositTarget;
  readonly onDone: () => void;
}

/** Dollars. */
const AMOUNTS = [100n, 1_000n, 5_000n];

function actionOf(target: DepositTarget, value: CollateralE6 | null): string {
  if (target !== "new") return "Deposit";
  return value === null ? "Create account" : "Create account and deposit";
}

function labelOf(value: CollateralE6 | null): string {
  if (value === null) return "Create margin account";
  return `Deposit ${plainAmount(value, "CollateralE6", "USD")}`;
}

export function DepositForm({ address, target, onDone }: DepositFormProps) {
  const [text, setText] = useState("");
  const [nameText, setNameText] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const command = useCommand(address);
  const balance = useQuery(balancesQuery(address)).data?.collateral ?? null;
  const check = target === "new" ? checkFirstDeposit : checkDeposit;
  const { value, error } = check(text, balance);
  const nameError = checkName(nameText);
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value);
    command.clear();
  };
  async function deposit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsChecked(true);
    if (error !== null || nameError !== null) return;
    const margin = value === null ? {} : { margin: toWire(value) };
    const name = nameText.trim();
    const outcome = await (typeof target === "string"
      ? command.run("create-margin-account", { ...margin, ...(name && { name }) }, labelOf(value))
      : command.run("deposit-margin", { ...target, ...margin }, labelOf(value)));
    if (outcome.status === "applied") onDone();
  }
  const nameField = (
    <TextField
      label="Account name (optional)"
      takesFocus={target === "new"}
      value={nameText}
      onChange={typed(setNameText)}
      error={isChecked ? nameError : null}
      isDisabled={command.isBusy}
      hint={<p className={css["hint"]}>The name can't be changed later.</p>}
    />
  );
  return (
    <form className={css["form"]} onSubmit={(event) => void deposit(event)} noValidate>
      {target === "new" ? (
        <>
          <p className={css["lead"]}>
            Accounts are isolated: a liquidation in one never affects the others.
          </p>
          {nameField}
        </>
      ) : null}
      <TextField
        label={target === "new" ? "Deposit (optional)" : "Amount"}
        takesFocus={target !== "new"}
        unit="USD"
        value={text}
        onChange={typed(setText)}
        error={isChecked ? error : null}
        isDisabled={command.isBusy}
        hint={
          <Presets
            label="In your wallet"
            max={balance}
            amounts={AMOUNTS}
            onChoose={typed(setText)}
            isDisabled={command.isBusy}
          />
        }
      />
      {balance === 0n ? <NothingToDeposit /> : null}
      {target === "first" ? (
        <details className={css["advanced"]} open={isChecked && nameError !== null}>
          <summary>Advanced</summary>
          {nameField}
        </details>
      ) : null}
      <FormFoot
        action={actionOf(target, value)}
        isBusy={command.isBusy}
        progress={command.progress}
        problem={command.problem}
      />
    </form>
  );
}

/** The wallet is empty: where test money exists, it is the next step. */
function NothingToDeposit() {
  return (
    <div className={transferCss["empty"]}>
      <span>No USD in your wallet yet.</span>
      <FaucetButton />
    </div>
  );
}
