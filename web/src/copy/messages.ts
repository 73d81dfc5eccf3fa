/** The codes of the API as sentences a trader can act on. */
import { formatDateTime } from "@/domain/format";

const SENTENCES: Readonly<Record<string, string>> = {
  MARKET_PAUSED: "This market is paused. You can only reduce or close positions.",
  EXCHANGE_PAUSED: "The exchange is paused. You can only reduce or close positions.",
  EXCHANGE_HALTED: "The exchange is halted. Trading is not possible right now.",
  INSUFFICIENT_MARGIN: "Not enough free margin. Lower the size or deposit more.",
  MAX_SIDE_SIZE: "This side of the market is full. Lower the size.",
  POOL_CAPACITY: "The liquidity pool cannot support more open interest. Lower the size.",
  POSITION_TOO_SMALL: "Minimum order is $1.00.",
  TOO_MANY_POSITIONS: "This account has the maximum number of positions.",
  IN_LIQUIDATION: "This account is in liquidation. Only deposits are possible.",
  CLOSE_EXCEEDS_POSITION: "The amount is larger than the position.",
  STALE_PRICE: "The index price is too old to open positions. Wait for the next update.",
  ENTRY_WINDOW: "Price update in progress. New positions are paused; you can still close.",
  AUCTION_ONLY: "Prices move too much to fill now. Orders can wait for the next price update.",
  PRICE_BAND: "A large price change is being confirmed. New positions are paused.",
  NET_EXPOSURE_CAP: "The pool's net exposure is at its limit. Lower the size.",
  INSUFFICIENT_COLLATERAL: "Not enough USD in your wallet.",
  NO_POSITION: "No position to close.",
  SLIPPAGE_EXCEEDED: "The price moved beyond your limit. Nothing was traded.",
  WITHDRAW_EXCEEDS_MAX: "This is more than you can withdraw right now.",
  MARGIN_ACCOUNT_NOT_FOUND: "This margin account does not exist.",
  TOO_MANY_MARGIN_ACCOUNTS: "This wallet has the maximum number of margin accounts.",
  NOTHING_TO_SETTLE: "Nothing to process yet: not due, or waiting for a price update.",
  KEEPER_TIP_TOO_HIGH: "The keeper tip is too high.",
  AMOUNT_OUT_OF_RANGE: "Amount too large.",
  AMOUNT_TOO_SMALL: "Amount too small.",
  INPUT_NOT_POSITIVE: "Enter an amount greater than 0.",
  COMMAND_EXPIRED: "The order reached the chain too late and was not executed. Try again.",
  NONCE_TOO_LOW: "A later order of this wallet was executed first. Try again.",
  OUTFLOW_LIMIT: "Payouts are at their hourly limit and continue in order.",
  HIGH_RISK_USER: "This wallet can only reduce positions and withdraw.",
  CONTEST_CLOSED: "This contest is over.",
  CONTEST_NOT_FOUND: "This contest does not exist.",
  REFERRAL_CODE_TOO_LONG: "Referral codes have up to 20 characters.",
  INVALID_REFERRAL_CODE: "Use 3 to 20 letters, digits, hyphens or underscores.",
  REFERRAL_CODE_NOT_FOUND: "Unknown code.",
  REFERRAL_CODE_TAKEN: "This code is taken. Choose another one.",
  REFERRAL_CODE_EXISTS: "This wallet already has a code. It cannot be changed.",
  SELF_REFERRAL: "You cannot use your own code.",
  REFERRAL_ALREADY_USED: "This wallet has already used a code.",
  REFERRAL_CYCLE: "You referred the owner of this code, so you cannot use it.",
  REFERRAL_WINDOW_CLOSED: "Codes can only be used within 7 days of joining.",
  NOT_PARTICIPATING: "This wallet has not joined.",
  BAD_LEVERAGE: "This leverage is not available in this market.",
  INSUFFICIENT_HISTORY: "The index does not go back that far. Choose a shorter period.",
  MARKET_NOT_OPEN: "This question is not open for trading.",
  INSUFFICIENT_POINTS: "Not enough points for this order and its fee.",
  POST_ONLY_WOULD_CROSS: "Post only: the order would have traded immediately. Nothing was placed.",
  NO_LIQUIDITY: "No orders on the other side. Nothing was placed.",
  FOK_NOT_FILLED: "The order could not be filled completely. Nothing was placed.",
  TOO_MANY_OPEN_ORDERS: "You have 200 open orders, the maximum. Cancel one first.",
  BAD_PRICE: "The price must be a whole number from 1 to 99.",
  BAD_CONTRACTS: "Contracts must be a whole number from 1 to 100,000.",
  BAD_EXPIRY: "The order must expire after now and before the question closes.",
  ORDER_NOT_FOUND: "This order is no longer open.",
  PREDICTION_MARKET_NOT_FOUND: "This question does not exist.",
  RATE_LIMITED: "Too many requests. Wait a moment.",
  NODE_UNAVAILABLE: "The Solana node is not responding. Try again.",
  MAINTENANCE: "Under maintenance. Try again later.",
  UNREACHABLE: "Connection lost. Prices may be out of date.",
  LP_NOT_MATURE: "This deposit is still locked.",
  SHARES_EXCEED_REMOVABLE: "More shares than you can remove right now.",
  LP_POSITION_NOT_FOUND: "This deposit does not exist.",
  LP_POSITION_NOT_EMPTY: "Remove all shares first.",
  TOO_MANY_LP_POSITIONS: "You have 100 deposits, the maximum. Remove and close one first.",
  TOO_MANY_SETTLEMENT_REQUESTS:
    "You have 200 pending payouts, the maximum. Wait for some to be paid.",
  CANNOT_UPGRADE: "Nothing to upgrade.",
  POOL_INSOLVENT: "The pool owes more than it has. Deposits are closed.",
  STAKE_ACCOUNT_EXISTS: "This wallet already has a stake account.",
  STAKE_ACCOUNT_MISSING: "This wallet has no stake account yet.",
  STAKE_ACCOUNT_FULL: "You have 100 stakes, the maximum. Withdraw unlocked ones first.",
  INSUFFICIENT_TOKEN: "Not enough ACRE in your wallet.",
  UNSTAKE_EXCEEDS_STAKED: "This is more than you have staked.",
  WITHDRAW_EXCEEDS_UNLOCKED: "This is more than what is unlocked and vested.",
  USERNAME_TAKEN: "This username is taken. Choose another one.",
  TERMS_NOT_ACCEPTED: "Please confirm that you have read the risks.",
};

const NO_SOL = "Not enough SOL in your wallet for the network fee.";

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
  if (code === "INSUFFICIENT_COLLATERAL" && details["asset"] === "SOL") return NO_SOL;
  const sentence = SENTENCES[code];
  if (sentence === undefined) return null;
  for (const key of TIME_KEYS) {
    const at = details[key];
    if (typeof at === "number" && at > 0) {
      return `${sentence} Possible again ${formatDateTime(at)} (exchange time).`;
    }
  }
  return sentence;
}

/** A sentence for any code, known or not. */
export function explainReason(code: string): string {
  return explainCode(code) ?? code.toLowerCase().replaceAll("_", " ");
}
