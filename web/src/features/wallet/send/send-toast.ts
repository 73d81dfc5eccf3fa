import { outcomeText } from "@/copy/outcomes";
import { stageText } from "@/copy/stages";
import { toast } from "@/state/toast";
import type { Outcome, SendStage } from "@/state/wallet-api.types";

const DONE_MS = 5_000;
const REFUSED_MS = 12_000;

export function showStage(id: string, label: string, stage: SendStage, walletName: string): void {
  toast.loading(label, {
    id,
    description: stageText(stage, walletName),
    duration: Number.POSITIVE_INFINITY,
  });
}

export function showOutcome(id: string, label: string, outcome: Outcome): void {
  const description = outcomeText(outcome);
  const known = {
    ...("signature" in outcome ? { signature: outcome.signature } : {}),
    ...("code" in outcome && outcome.code !== null ? { code: outcome.code } : {}),
  };
  switch (outcome.status) {
    case "applied":
      toast.success(label, { id, description, duration: DONE_MS, ...known });
      return;
    case "cancelled":
      toast.info(label, { id, description, duration: DONE_MS });
      return;
    case "rejected":
    case "expired":
    case "failed":
      toast.error(`${label}: not done`, { id, description, duration: REFUSED_MS, ...known });
  }
}
