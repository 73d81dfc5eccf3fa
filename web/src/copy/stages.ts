import type { SendStage } from "@/state/wallet-api.types";

/** Where a command is, in words. “Confirmed” never reads as success before the exchange answers. */
export function stageText(stage: SendStage, walletName: string): string {
  switch (stage) {
    case "idle":
      return "";
    case "building":
      return "Building the transaction…";
    case "signing":
      return `Waiting for ${walletName}…`;
    case "sending":
      return "Sending to the chain…";
    case "confirming":
      return "Waiting for the chain to confirm…";
    case "awaitingExchange":
      return "Confirmed, awaiting the exchange…";
  }
}
