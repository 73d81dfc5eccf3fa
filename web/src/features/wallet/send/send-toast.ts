import { outcomeText } from "@/copy/outcomes";
import { stageText } from "@/copy/stages";
import { showResult, toast } from "@/state/toast";
import type { Outcome, SendStage } from "@/state/wallet-api.types";
import type { CommandResult } from "./command-result";

export function showStage(id: string, label: string, stage: SendStage, walletName: string): void {
  toast.loading(label, {
    id,
    command: label,
    description: stageText(stage, walletName),
    duration: Number.POSITIVE_INFINITY,
  });
}

export function showApplied(
  id: string,
  label: string,
  signature: string,
  { title, actions }: CommandResult,
): void {
  showResult({ id, command: label, tone: "success", title, actions, signature });
}

type Unapplied = Exclude<Outcome, { readonly status: "applied" }>;

export function showUnapplied(id: string, label: string, outcome: Unapplied): void {
  showResult({
    id,
    command: label,
    tone: outcome.status === "cancelled" ? "info" : "error",
    title: outcomeText(outcome),
    text: label,
    ...("signature" in outcome ? { signature: outcome.signature } : {}),
    ...("code" in outcome && outcome.code !== null ? { code: outcome.code } : {}),
  });
}
