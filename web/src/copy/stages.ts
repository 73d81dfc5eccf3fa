import type { SendStage } from "@/state/wallet-api.types";

/** The stage of a command, short enough for its button. None reads as success before the exchange has answered. */
export function stageText(stage: SendStage, walletName: string): string {
  switch (stage) {
    case "idle":
      return "";
    case "building":
      return "Preparing…";
    case "signing":
      return `Waiting for ${walletName}…`;
    case "sending":
      return "Sending…";
    case "confirming":
      return "Confirming…";
    case "awaitingExchange":
      return "Confirmed. Settling…";
  }
}
