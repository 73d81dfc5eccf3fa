import type { Outcome } from "@/state/wallet-api.types";

/** Why a command was not applied, as one sentence or two. */
export function outcomeText(outcome: Exclude<Outcome, { readonly status: "applied" }>): string {
  switch (outcome.status) {
    case "cancelled":
      return "You declined it in the wallet. Nothing was sent.";
    case "expired":
      return "It did not reach the chain in time. Nothing happened; try again.";
    case "rejected":
    case "failed":
      return outcome.message;
  }
}
