/** The contract's codes as sentences a trader can act on. */
import { formatDateTime } from "./format";

const SENTENCES: Readonly<Record<string, string>> = {
  MARKET_PAUSED: "This market is paused: positions can be reduced, not increased.",
  EXCHANGE_PAUSED: "The exchange is paused: positions can be reduced, not increased.",
  EXCHANGE_HALTED: "The exchange is halted: nothing can be traded right now.",
  INSUFFICIENT_MARGIN: "Not enough free margin for this trade. Lower the size or deposit more.",
  MAX_SIDE_SIZE: "This side of the market is full. Lower the size.",
  POOL_CAPACITY: "The liquidity pool can not take this much more open interest.",
  POSITION_TOO_SMALL: "The trade is below the smallest size of 1.00.",
  TOO_MANY_POSITIONS: "This account already holds the largest number of positions.",
  IN_LIQUIDATION: "The account is in liquidation: only deposits are possible.",
  CLOSE_EXCEEDS_POSITION: "The amount to close is larger than the position.",
  STALE_PRICE: "The index price is too old to add exposure. Wait for the next print.",
  ENTRY_WINDOW: "Around the scheduled print no position can be increased. Try again shortly.",
  PRICE_BAND: "A large print awaits confirmation; increases wait until it is confirmed.",
  NET_EXPOSURE_CAP: "The pool's total one-sided exposure is at its limit.",
  INSUFFICIENT_COLLATERAL: "There is not enough collateral for this.",
  NO_POSITION: "There is no position to close.",
  SLIPPAGE_EXCEEDED: "The price moved beyond your slippage limit. Nothing was traded.",
  WITHDRAW_EXCEEDS_MAX: "More than can be withdrawn right now.",
  MARGIN_ACCOUNT_NOT_FOUND: "This margin account does not exist.",
  TOO_MANY_MARGIN_ACCOUNTS: "This wallet already has the largest number of margin accounts.",
  NOTHING_TO_SETTLE: "No settlement request is mature yet.",
  KEEPER_TIP_TOO_HIGH: "The keeper tip is above the allowed share.",
  AMOUNT_OUT_OF_RANGE: "This amount is larger than the exchange can handle.",
  AMOUNT_TOO_SMALL: "This amount is below the smallest allowed.",
  INPUT_NOT_POSITIVE: "Enter an amount greater than 0.",
  COMMAND_EXPIRED: "The command reached the chain too late and was not executed.",
  NONCE_TOO_LOW: "A later command of this wallet was executed first; this one was dropped.",
  OUTFLOW_LIMIT: "Payouts are at their hourly limit and continue in order.",
  HIGH_RISK_USER: "This wallet may reduce and withdraw, but not add exposure.",
  RATE_LIMITED: "Too many requests. Wait a moment.",
  NODE_UNAVAILABLE: "The chain node does not answer.",
  MAINTENANCE: "The platform is under maintenance.",
  UNREACHABLE: "The server can not be reached.",
};

/** When a refusal ends: the detail fields that may carry an engine time. */
const TIME_KEYS = ["availableAt", "until", "retryAt", "reopensAt"] as const;

/** The sentence for a code, with the time it becomes possible again when the server names it. */
export function explainCode(
  code: string,
  details: Readonly<Record<string, unknown>> = {},
): string | null {
  const sentence = SENTENCES[code];
  if (sentence === undefined) return null;
  for (const key of TIME_KEYS) {
    const at = details[key];
    if (typeof at === "number" && at > 0) {
      return `${sentence} Possible again ${formatDateTime(at)} (index time).`;
    }
  }
  return sentence;
}

/** A sentence for any code, known or not. */
export function explainReason(code: string): string {
  return explainCode(code) ?? code.toLowerCase().replaceAll("_", " ");
}
