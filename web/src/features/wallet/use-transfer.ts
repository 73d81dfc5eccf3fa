import { type Dispatch, type FormEvent, useReducer } from "react";
import { buildTransaction } from "@/lib/builders";
import { outcomeText } from "@/lib/outcome-text";
import { stageText } from "@/lib/stage-text";
import {
  EMPTY_FORM,
  reduceTransferForm,
  type TransferAction,
  type TransferForm,
} from "./model/transfer-form";
import { useSendCommand } from "./use-send-command";
import { useWalletState } from "./wallet-state";

export interface TransferState {
  readonly form: TransferForm;
  readonly dispatch: Dispatch<TransferAction>;
  readonly isBusy: boolean;
  readonly progress: string;
  /** Sends one command; on success the dialog is done, else it shows what was said. */
  readonly submit: (name: string, body: object, label: string) => Promise<void>;
}

/** What the three transfer forms share: what was typed, the sending, and its answer. */
export function useTransfer(address: string, onDone: () => void): TransferState {
  const [form, dispatch] = useReducer(reduceTransferForm, EMPTY_FORM);
  const { send, stage } = useSendCommand();
  const walletName = useWalletState((state) => state.wallet?.name ?? "the wallet");
  async function submit(name: string, body: object, label: string): Promise<void> {
    const outcome = await send(() => buildTransaction(address, name, body), label);
    if (outcome.status === "applied") onDone();
    else dispatch({ kind: "refused", problem: outcomeText(outcome) });
  }
  return {
    form,
    dispatch,
    isBusy: stage !== "idle",
    progress: stageText(stage, walletName),
    submit,
  };
}

/** A form handler for an act that reports its own outcome. */
export function onSubmit(act: () => Promise<void>): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    void act();
  };
}
