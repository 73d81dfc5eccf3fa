import { toast } from "sonner";
import type { Outcome, SendStage } from "@/lib/wallet-seam";
import { outcomeText } from "./model/outcome-text";
import { stageText } from "./model/stage-text";

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
  switch (outcome.status) {
    case "applied":
      toast.success(label, { id, description, duration: DONE_MS });
      return;
    case "cancelled":
      toast.info(label, { id, description, duration: DONE_MS });
      return;
    case "rejected":
    case "expired":
    case "failed":
      toast.error(`${label}: not done`, { id, description, duration: REFUSED_MS });
  }
}
