/** The contract's codes as sentences a trader can act on. */
import { formatDateTime } from "@/domain/format";

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
  STALE_PRICE: "The index price is too old to add exposure. Wait for the next price update.",
  ENTRY_WINDOW:
    "Around the scheduled price update no position can be increased. Try again shortly.",
  PRICE_BAND: "A large price update awaits confirmation; increases wait until it is confirmed.",
  NET_EXPOSURE_CAP: "The pool's total one-sided exposure is at its limit.",
  INSUFFICIENT_COLLATERAL: "There is not enough collateral for this.",
  NO_POSITION: "There is no position to close.",
  SLIPPAGE_EXCEEDED: "The price moved beyond your slippage limit. Nothing was traded.",
  WITHDRAW_EXCEEDS_MAX: "More than can be withdrawn right now.",
  MARGIN_ACCOUNT_NOT_FOUND: "This margin account does not exist.",
  TOO_MANY_MARGIN_ACCOUNTS: "This wallet already has the largest number of margin accounts.",
  NOTHING_TO_SETTLE: "No settlement request is mature yet, or a removal waits for a price update.",
  KEEPER_TIP_TOO_HIGH: "The keeper tip is above the allowed share.",
  AMOUNT_OUT_OF_RANGE: "This amount is larger than the exchange can handle.",
  AMOUNT_TOO_SMALL: "This amount is below the smallest allowed.",
  INPUT_NOT_POSITIVE: "Enter an amount greater than 0.",
  COMMAND_EXPIRED: "The command reached the chain too late and was not executed.",
  NONCE_TOO_LOW: "A later command of this wallet was executed first; this one was dropped.",
  OUTFLOW_LIMIT: "Payouts are at their hourly limit and continue in order.",
  HIGH_RISK_USER: "This wallet may reduce and withdraw, but not add exposure.",
  CONTEST_CLOSED: "This contest is over and can no longer be joined.",
  CONTEST_NOT_FOUND: "There is no such contest.",
  REFERRAL_CODE_TOO_LONG: "Referral codes have at most 20 characters.",
  INVALID_REFERRAL_CODE: "A code has 3 to 20 letters, digits, hyphens or underscores.",
  REFERRAL_CODE_NOT_FOUND:
    "This code does not exist. Check its spelling with the person who gave it to you.",
  REFERRAL_CODE_TAKEN: "This code is taken. Choose another one.",
  REFERRAL_CODE_EXISTS: "This wallet has a code already; it can not be changed.",
  SELF_REFERRAL: "This is your own code. Only others can use it.",
  REFERRAL_ALREADY_USED: "This wallet has used a code already; that holds for ever.",
  REFERRAL_CYCLE: "The owner of this code came here through you, so you can not use it.",
  REFERRAL_WINDOW_CLOSED: "A code can be used in the first 7 days after you begin to take part.",
  NOT_PARTICIPATING: "This wallet does not take part.",
  BAD_LEVERAGE: "This leverage is not possible in this market.",
  INSUFFICIENT_HISTORY: "The index does not reach back that far. Choose a shorter time.",
  MARKET_NOT_OPEN: "This question takes no orders now.",
  INSUFFICIENT_POINTS: "Not enough free points for this order and the highest fee it could pay.",
  POST_ONLY_WOULD_CROSS: "Post-only: this order would have traded at once. Nothing was placed.",
  NO_LIQUIDITY: "There is no liquidity on the other side. No order was placed.",
  FOK_NOT_FILLED: "The whole order could not be filled at once. Nothing was placed.",
  TOO_MANY_OPEN_ORDERS: "You already have 200 open orders. Cancel one first.",
  BAD_PRICE: "The price must be a whole number from 1 to 99.",
  BAD_CONTRACTS: "Contracts must be a whole number from 1 to 100,000.",
  BAD_EXPIRY: "The order must end after now and not after the question closes.",
  ORDER_NOT_FOUND: "This order is not open any more.",
  PREDICTION_MARKET_NOT_FOUND: "There is no such question.",
  RATE_LIMITED: "Too many requests. Wait a moment.",
  NODE_UNAVAILABLE: "The chain node does not answer.",
  MAINTENANCE: "The platform is under maintenance.",
  UNREACHABLE: "The server can not be reached.",
  LP_NOT_MATURE: "This deposit is not mature yet: its shares can not leave before.",
  SHARES_EXCEED_REMOVABLE: "More shares than can leave now.",
  LP_POSITION_NOT_FOUND: "This deposit does not exist.",
  LP_POSITION_NOT_EMPTY: "There are shares left; remove them first.",
  TOO_MANY_LP_POSITIONS: "This wallet has 100 deposits. Remove and close one first.",
  TOO_MANY_SETTLEMENT_REQUESTS: "This wallet has 200 open payouts. Wait until some are paid.",
  CANNOT_UPGRADE: "There is nothing to move to a new deposit.",
  POOL_INSOLVENT: "The pool owes more than it has; nothing can be added.",
  STAKE_ACCOUNT_EXISTS: "This wallet already has a stake account.",
  STAKE_ACCOUNT_MISSING: "This wallet has no stake account yet.",
  STAKE_ACCOUNT_FULL: "The stake account holds 100 positions. Withdraw what is unlocked first.",
  INSUFFICIENT_TOKEN: "The wallet does not hold this many ACRE tokens.",
  UNSTAKE_EXCEEDS_STAKED: "More than is staked.",
  WITHDRAW_EXCEEDS_UNLOCKED: "More than is unlocked and vested.",
  USERNAME_TAKEN: "This username is taken. Choose another one.",
  TERMS_NOT_ACCEPTED: "Say first that you have read what can be lost.",
};

/** When a refusal ends: the detail fields that may carry an engine time. */
const TIME_KEYS = [
  "possibleAt",
  "availableAt",
  "until",
  "retryAt",
  "reopensAt",
  "maturity",
] as const;

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
