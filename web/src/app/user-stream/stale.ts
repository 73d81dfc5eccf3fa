/** Which reads of a wallet a message of its channel makes stale without carrying their answer. */
import type { UserData, UserEvent } from "./fold";

/** A read by its query key, behind `userKey`. */
type Part = readonly (string | number)[];

const OF_ACCOUNTS: readonly Part[] = [["limits"], ["quote"], ["account-totals"], ["portfolio"]];
const OF_DEPOSITS: readonly Part[] = [["quote"], ["portfolio"]];
const OF_REQUESTS: readonly Part[] = [["account-totals"], ["portfolio"]];
const HISTORY: readonly Part[] = [["history"], ["values"]];
const BALANCES: readonly Part[] = [["balances"]];
const STAKE: readonly Part[] = [["stake"], ["token-balance"], ["portfolio"]];
const PREDICTION_PNL: readonly Part[] = [
  ["predictions", "points"],
  ["predictions", "positions"],
];

/** Commands that move tokens of the wallet, or what no list of the channel shows. */
const OF_COMMANDS: Readonly<Record<string, readonly Part[]>> = {
  "create-margin-account": [...BALANCES, ["shown-accounts"]],
  "close-margin-account": [...BALANCES, ["shown-accounts"]],
  "deposit-margin": BALANCES,
  "claim-deposit": BALANCES,
  "add-liquidity": BALANCES,
  "stake-create": STAKE,
  stake: STAKE,
  unstake: STAKE,
  "stake-withdraw": STAKE,
};

function ofEvent(event: UserEvent): readonly Part[] {
  switch (event.kind) {
    case "command":
      if (event.status !== "applied") return [["history"]];
      return [["history"], ...(OF_COMMANDS[event.name ?? ""] ?? [])];
    case "marginTransfer": // a transfer shows a hidden account again
      return [...HISTORY, ["shown-accounts"]];
    case "settlement":
      return event.status === "settled" ? [...HISTORY, ...BALANCES] : HISTORY;
    case "lp":
      return [...HISTORY, ["points"]];
    case "order":
      return [["predictions", "orders", event.marketId]];
    case "predictionTrade":
      return [...PREDICTION_PNL, ["predictions", "fills", event.marketId], ["portfolio"]];
    default:
      return HISTORY;
  }
}

/** The stale reads, each once. */
export function staleReads(data: UserData): readonly Part[] {
  const { events = [], marginAccounts, lpPositions, settlementRequests, portfolio } = data;
  // Points that move without an order were paid out or granted.
  const isPaid = portfolio !== undefined && !events.some(({ kind }) => kind === "order");
  const parts = [
    ...(marginAccounts ? OF_ACCOUNTS : []),
    ...(lpPositions ? OF_DEPOSITS : []),
    ...(settlementRequests ? OF_REQUESTS : []),
    ...(isPaid ? PREDICTION_PNL : []),
    ...events.flatMap(ofEvent),
  ];
  return [...new Map(parts.map((part) => [part.join(), part])).values()];
}
