import type { Outcome } from "@/state/wallet-api.types";

/** The outcome of a command, as a sentence. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.status) {
    case "applied":
      return "Applied by the exchange.";
    case "cancelled":
      return "You declined it in the wallet. Nothing was sent.";
    case "expired":
      return "It did not reach the chain in time, so nothing happened. You can try again.";
    case "rejected":
      return `Refused by the exchange: ${outcome.message}`;
    case "failed":
      return outcome.message;
  }
}
