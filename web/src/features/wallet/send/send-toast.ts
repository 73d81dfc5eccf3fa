import { outcomeText } from "@/copy/outcomes";
import { stageText } from "@/copy/stages";
import { showResult, toast } from "@/state/toast";
import type { Outcome, SendStage } from "@/state/wallet-api.types";

export function showStage(id: string, label: string, stage: SendStage, walletName: string): void {
  toast.loading(label, {
    id,
    command: label,
    description: stageText(stage, walletName),
    duration: Number.POSITIVE_INFINITY,
  });
}

export function showOutcome(id: string, label: string, outcome: Outcome): void {
  const known = {
    id,
    command: label,
    text: outcomeText(outcome),
    ...("signature" in outcome ? { signature: outcome.signature } : {}),
    ...("code" in outcome && outcome.code !== null ? { code: outcome.code } : {}),
  };
  switch (outcome.status) {
    case "applied":
      showResult({ ...known, title: label, tone: "success" });
      return;
    case "cancelled":
      showResult({ ...known, title: label, tone: "info" });
      return;
    case "rejected":
    case "expired":
    case "failed":
      showResult({ ...known, title: `${label}: not done`, tone: "error" });
  }
}
